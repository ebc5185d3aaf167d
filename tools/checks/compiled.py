"""Checks that need the compiler."""

import subprocess

from tree import ROOT, cpp_files, side_by_side, under

COMPILE = ["g++", "-std=c++20", "-Isrc", "-x", "c++"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion"]
WARNINGS += ["-Wsign-conversion", "-Werror"]
LIMIT = 60000
# For the headers that bring all of the actor module; kebne/actor.hpp is little more than this one.
WHOLE = "src/kebne/actor/actor_system.hpp"
WHOLE_LIMIT = 70000


def headers():
    return [f for f in cpp_files() if f.suffix == ".hpp" and under(f, "src")]


def lone_headers():
    """Each header compiles alone, without a warning"""

    def alone(path):
        command = COMPILE + WARNINGS + ["-fsyntax-only", "-include", str(path), "/dev/null"]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if run.returncode == 0:
            return []
        first = next((line for line in run.stderr.splitlines() if "error:" in line), run.stderr)
        return [f"{path} does not compile alone: {first}"]

    return sum(side_by_side(alone, headers()), [])


def header_sizes():
    """Public headers are within 60000 preprocessed lines, kebne/actor.hpp within 70000"""

    def measure(path):
        command = COMPILE + ["-E", "-include", str(path), "/dev/null"]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        count = sum(1 for line in run.stdout.splitlines() if line and line[0] != "#")
        return count, WHOLE_LIMIT if WHOLE in run.stdout else LIMIT

    public = [h for h in headers() if not {"detail", "internal"} & set(h.parts)]
    problems = []
    for path, (count, limit) in zip(public, side_by_side(measure, public)):
        print(f"    {count:6} of {limit:6}  {path}")
        if count > limit:
            problems.append(f"{path}: {count} preprocessed lines; expected at most {limit}")
    return problems
