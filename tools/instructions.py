#!/usr/bin/env python3
"""Counts the instructions that a message costs, and holds them against docs/design/hot-path.md.

Usage: tools/instructions.py [--show]   (--show: print the table and compare nothing)

Runs kebne-instructions of preset release under callgrind, with collection limited to the loop. Exit
status 1 when a count lies more than 3 % above what the page records, or below it: then the page is
out of date.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/design/hot-path.md"
PROGRAM = ROOT / "build/release/bin/kebne-instructions"
TOLERANCE = 0.03


def recorded():
    """(variant, throughput) -> instructions, from the table between the two marks of the page."""
    text = PAGE.read_text(encoding="utf-8")
    table = re.search(r"<!-- instructions -->(.*?)<!-- /instructions -->", text, re.S)
    if table is None:
        sys.exit(f"{PAGE}: expected a table between <!-- instructions --> and <!-- /instructions -->")
    rows = re.findall(r"^\| *(\w+) *\| *(\d+) *\| *([\d.]+) *\|", table.group(1), re.M)
    if not rows:
        sys.exit(f"{PAGE}: expected rows such as | base | 30 | 128.0 |, found none")
    return {(variant, int(throughput)): float(count) for variant, throughput, count in rows}


def count(cell):
    """Instructions per message of one variant at one throughput."""
    variant, throughput = cell
    command = ["valgrind", "--tool=callgrind", "--toggle-collect=measured_loop",
               "--callgrind-out-file=/dev/null", str(PROGRAM), variant, str(throughput)]
    run = subprocess.run(command, capture_output=True, text=True)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or collected is None:
        sys.exit(f"{' '.join(command)} failed:\n{run.stderr}")
    return int(collected.group(1)) / int(run.stdout)


def main():
    if not PROGRAM.is_file():
        sys.exit(f"{PROGRAM}: not built; tools/check builds it")
    wanted = recorded()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        counts = dict(zip(wanted, pool.map(count, wanted)))
    failed = False
    for cell, now in counts.items():
        change = now / wanted[cell] - 1
        verdict = "" if abs(change) <= TOLERANCE else "  <- not within 3 %"
        failed = failed or bool(verdict)
        print(f"{cell[0]:8} throughput {cell[1]:3}: {now:6.1f} instructions a message, recorded "
              f"{wanted[cell]:6.1f}, {change:+.1%}{verdict}")
    return 1 if failed and "--show" not in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
