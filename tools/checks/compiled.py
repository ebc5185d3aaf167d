"""Checks that need the compiler."""

import subprocess

from tree import ROOT, cpp_files, side_by_side, under

COMPILE = ["g++", "-std=c++20", "-Isrc", "-x", "c++"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion"]
WARNINGS += ["-Wsign-conversion", "-Werror"]
LIMITS = {"src/kebne/actor.hpp": 70000}
LIMIT = 60000


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
    """kebne/actor.hpp is within 70000 preprocessed lines, other public headers within 60000"""

    def lines(path):
        command = COMPILE + ["-E", "-include", str(path), "/dev/null"]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        return sum(1 for line in run.stdout.splitlines() if line and line[0] != "#")

    public = [h for h in headers() if not {"detail", "internal"} & set(h.parts)]
    problems = []
    for path, count in zip(public, side_by_side(lines, public)):
        limit = LIMITS.get(path.as_posix(), LIMIT)
        print(f"    {count:6} of {limit:6}  {path}")
        if count > limit:
            problems.append(f"{path}: {count} preprocessed lines; expected at most {limit}")
    return problems
