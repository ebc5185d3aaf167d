"""What a comparison prints."""

from dataclasses import dataclass
from typing import Optional

from cells import Cell, Summary, ratio

# Cells of Kebne alone that are held against other cells of the peers.
STANDS_FOR = {"idle-named": "idle"}
VARIANT_STANDS_FOR = {"base-coalesced": "base"}

TSV_HEAD = ("benchmark", "variant", "parameter", "unit",
            "kebne_min", "kebne_median", "kebne_max", "kebne_runs",
            "peer", "peer_min", "peer_median", "peer_max", "peer_runs", "ratio")


@dataclass(frozen=True)
class Row:
    cell: Cell
    own: Summary
    peer: str = ""
    other: Optional[Summary] = None

    def ratio(self):
        return None if self.other is None else ratio(self.own.median, self.other.median,
                                                     self.cell.unit)


def counterpart(cell, figures):
    """The peer's cell for one of Kebne's; a peer with only one variant stands against each."""
    benchmark = STANDS_FOR.get(cell.benchmark, cell.benchmark)
    for variant in (VARIANT_STANDS_FOR.get(cell.variant, cell.variant), ""):
        found = figures.summary(cell._replace(benchmark=benchmark, variant=variant))
        if found is not None:
            return found
    return None


def rows(own, peers):
    """`own` is Kebne's Figures, `peers` a list of (name, Figures)."""
    found = []
    for cell in own.cells():
        matches = [Row(cell, own.summary(cell), name, other) for name, figures in peers
                   if (other := counterpart(cell, figures)) is not None]
        found += matches or [Row(cell, own.summary(cell))]
    return found


def number(value):
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 3
    return f"{value:,.{digits}f}"


def _spread(summary):
    return ["", "", ""] if summary is None else [number(v) for v in (summary.low, summary.median,
                                                                     summary.high)]


def _times(value):
    return "" if value is None else f"{value:.2f}"


def aligned(lines, left):
    """Pads columns; the first `left` ones to the left."""
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    return "\n".join("  ".join(word.ljust(width) if at < left else word.rjust(width)
                               for at, (word, width) in enumerate(zip(line, widths))).rstrip()
                     for line in lines)


def table(found):
    """One line for each cell and peer; the ratio of medians is above 1 where Kebne is better."""
    head = ["benchmark", "variant", "parameter", "unit", "peer", "kebne min", "median", "max",
            "peer min", "median", "max", "ratio"]
    lines = [head]
    for row in found:
        cell = row.cell
        lines.append([cell.benchmark, cell.variant, cell.parameter, cell.unit, row.peer or "-"] +
                     _spread(row.own) + _spread(row.other) + [_times(row.ratio())])
    return aligned(lines, 5)


def cpu_table(own):
    """Wall time beside CPU time per message, where a rally prints both; empty where none does."""
    lines = [["pingpong", "parameter", "wall ns/msg", "cpu ns/msg"]]
    for cell in own.cells():
        cpu = own.summary(Cell("pingpong-cpu", cell.variant, cell.parameter, "ns/msg"))
        if cell.benchmark == "pingpong" and cpu is not None:
            rate = own.summary(cell).median
            lines.append([cell.variant, cell.parameter, number(1e9 / rate), number(cpu.median)])
    return aligned(lines, 2) if len(lines) > 1 else ""


def tsv(found):
    lines = ["\t".join(TSV_HEAD)]
    for row in found:
        other = row.other
        peer = ["", "", "", ""] if other is None else [f"{other.low:g}", f"{other.median:g}",
                                                       f"{other.high:g}", str(other.count)]
        cell = row.cell
        value = row.ratio()
        lines.append("\t".join([
            cell.benchmark, cell.variant, cell.parameter, cell.unit,
            f"{row.own.low:g}", f"{row.own.median:g}", f"{row.own.high:g}", str(row.own.count),
            row.peer, *peer, "" if value is None else f"{value:.3f}"]))
    return "\n".join(lines) + "\n"
