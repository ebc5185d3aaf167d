"""Result lines of the benchmark programs, and what can be said of two sides' figures."""

import math
from dataclasses import dataclass
from typing import NamedTuple


class Cell(NamedTuple):
    """What was measured: the same cell of two sides can be divided."""

    benchmark: str
    variant: str
    parameter: str
    unit: str


class BadLine(ValueError):
    """A program printed something that is not a result line."""


def parse(text, where):
    """Returns (Cell, value) for each line of benchmark, variant, parameter, value, unit."""
    return [_parse_line(line, f"{where}, line {number}")
            for number, line in enumerate(text.splitlines(), 1) if line]


def _parse_line(line, where):
    fields = line.split("\t")
    if len(fields) != 5:
        raise BadLine(f"{where}: expected 5 tab-separated fields, got {len(fields)}: {line!r}")
    benchmark, variant, parameter, text, unit = fields
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadLine(f"{where}: expected a number as the fourth field, got {text!r}")
    is_rate(unit, where)
    return Cell(benchmark, variant, parameter, unit), value


# What is counted per something, or simply used up: less is better.
_COSTS = ("ns/", "ms", "us", "MiB", "bytes", "switches", "%", "early")


def is_rate(unit, where="unit"):
    """True where more is better, False where less is."""
    if unit.endswith("/s"):
        return True
    if unit.startswith(_COSTS):
        return False
    raise BadLine(f"{where}: unit {unit!r} is neither a rate (.../s) nor one of "
                  f"{', '.join(_COSTS)}")


@dataclass(frozen=True)
class Summary:
    low: float
    median: float
    high: float
    count: int


def summarize(values):
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values to summarize")
    half = len(ordered) // 2
    middle = ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
    return Summary(ordered[0], middle, ordered[-1], len(ordered))


def ratio(own, peer, unit):
    """How many times better `own` is than `peer`; above 1 is good, whatever the unit."""
    better, worse = (own, peer) if is_rate(unit) else (peer, own)
    if worse == 0:
        return 1.0 if better == 0 else math.inf
    return better / worse


class Figures:
    """All values of one side, by cell, in the order in which the cells first came."""

    def __init__(self):
        self._values = {}

    def add(self, cell, value):
        self._values.setdefault(cell, []).append(value)

    def cells(self):
        return list(self._values)

    def summary(self, cell):
        return summarize(self._values[cell]) if cell in self._values else None
