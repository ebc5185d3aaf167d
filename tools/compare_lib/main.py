"""Runs Kebne and its peers alternately and prints the ratios; tools/compare builds, then calls it."""

import argparse
import os
import platform
import sys
import time

from cells import BadLine, Figures
from sides import SUBJECTS, Failed, jobs, kebne, peers
from tables import cpu_table, rows, table, tsv

ALL_ROWS = "1,5,10,15,20,30,40,50,60,70,80,90,100,200,300,400,500,600,700,800,900"


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, got {text!r}")
    return int(text)


def row_list(text):
    if text == "all":
        return ALL_ROWS
    if not all(word.isdigit() and int(word) >= 1 for word in text.split(",")):
        raise argparse.ArgumentTypeError(
            f"expected whole numbers from 1 with commas between them, or all, got {text!r}")
    return text


def options(words):
    parser = argparse.ArgumentParser(
        prog="tools/compare",
        description="Kebne against its peers in one run: medians of alternating processes.")
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT",
                        help=f"of {' '.join(SUBJECTS)}; all when none is given")
    parser.add_argument("--reps", type=positive, default=5, help="processes of each side (5)")
    parser.add_argument("--rows", type=row_list, default="1,30,300",
                        help="throughput settings of pingpong, or all (1,30,300)")
    parser.add_argument("--tsv", metavar="FILE", help="write the results there as well")
    parser.add_argument("--quick", action="store_true", help="a tenth of the counts: does it run?")
    chosen = parser.parse_args(words)
    for subject in chosen.subjects:
        if subject not in SUBJECTS:
            parser.error(f"subject: expected one of {' '.join(SUBJECTS)}, got {subject!r}")
    chosen.subjects = list(dict.fromkeys(chosen.subjects)) or list(SUBJECTS)
    return chosen


def note(text):
    print(f"compare: {text}", file=sys.stderr, flush=True)


class Progress:
    """One line on a terminal; silent elsewhere."""

    def __init__(self, steps):
        self._steps = steps
        self._done = 0
        self._began = time.monotonic()
        self._terminal = sys.stderr.isatty()

    def step(self, text):
        self._done += 1
        if self._terminal:
            seconds = time.monotonic() - self._began
            print(f"\r\033[K[{self._done}/{self._steps}] {text} ({seconds:.0f} s)", end="",
                  file=sys.stderr, flush=True)

    def close(self):
        if self._terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def measure(sides, planned, reps):
    """Runs everything; returns each side's Figures. Sides take turns in going first."""
    figures = {side.name: Figures() for side in sides}
    runs = [(side, job) for job in planned for side in sides if job.suits(side)]
    progress = Progress(len(runs) * reps)
    try:
        for job in planned:
            able = [side for side in sides if job.suits(side)]
            for rep in range(reps):
                first = rep % len(able)
                for side in able[first:] + able[:first]:
                    progress.step(f"{job.title()}: {side.name}, {rep + 1} of {reps}")
                    for cell, value in side.run(job):
                        figures[side.name].add(cell, value)
    finally:
        progress.close()
    return figures


def main(words):
    chosen = options(words)
    if chosen.tsv and os.path.isdir(chosen.tsv):
        note(f"--tsv: expected a file, got the directory {chosen.tsv}")
        return 2
    try:
        own = kebne()
        others = peers(note)
        began = time.monotonic()
        figures = measure([own] + others, jobs(chosen.subjects, chosen.rows, chosen.quick),
                          chosen.reps)
        found = rows(figures[own.name], [(side.name, figures[side.name]) for side in others])
        if chosen.tsv:
            with open(chosen.tsv, "w", encoding="utf-8") as out:
                out.write(tsv(found))
    except (Failed, BadLine) as error:
        note(str(error))
        return 1
    except OSError as error:
        note(f"--tsv {chosen.tsv}: {error.strerror}")
        return 1
    print(f"{platform.machine()}, {len(os.sched_getaffinity(0))} processors, "
          f"{platform.system()} {platform.release()}; {chosen.reps} processes of each side, "
          f"{time.monotonic() - began:.0f} s")
    print("ratio: medians, above 1 where Kebne is better\n")
    print(table(found))
    beside = cpu_table(figures[own.name])
    if beside:
        print("\n" + beside)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
