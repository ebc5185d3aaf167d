"""Checks that run something: the model of the mailbox word, and the instruction counts."""

import pathlib
import re
import subprocess
import sys
import tempfile

from tree import ROOT, cpp_files, read, side_by_side, under, without_comments

MODEL = pathlib.Path("src/kebne/base/detail/mailbox_word.pml")
CODE = "src/kebne/base/detail/mailbox_word.hpp"


def search(mutant):
    """Spin's complete search of the model: (found an error, what it said)."""
    with tempfile.TemporaryDirectory() as folder:
        for command in (
            ["spin", "-a", f"-DMUTANT={mutant}", str(ROOT / MODEL)],
            ["gcc", "-O2", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c"],
            ["./pan", "-m200000"],
        ):
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            if run.returncode:
                return None, f"{' '.join(command)}: {run.stdout}{run.stderr}"
    errors = re.search(r"errors: (\d+)", run.stdout)
    if errors is None or "max search depth too small" in run.stdout:
        return None, run.stdout
    return errors.group(1) != "0", run.stdout


def mailbox_model():
    """The model of the mailbox word holds, its mutants fail, the functions it names exist"""
    if not (ROOT / MODEL).is_file():
        return [f"{MODEL}: expected the model of {CODE}"]
    model = read(MODEL)
    problems = []

    names = re.findall(r"/\* code: ([\w:]+) \*/", model)
    if not names:
        problems.append(f"{MODEL}: expected marks such as /* code: push */, found none")
    sources = [f for f in cpp_files() if f.as_posix() == CODE or under(f, "src/kebne/actor")]
    code = "\n".join(without_comments(f) for f in sources)
    for name in sorted(set(names)):
        if not re.search(rf"\b{name.rsplit('::')[-1]}\s*\(", code):
            problems.append(f"{MODEL}: names the function {name}, which the code no longer has")

    mutants = sorted({int(n) for n in re.findall(r"MUTANT *[!=]= *(\d+)", model)})
    if not mutants:
        problems.append(f"{MODEL}: expected a mutant, such as MUTANT == 1, found none")
    for mutant, (found, said) in zip([0] + mutants, side_by_side(search, [0] + mutants)):
        if found is None:
            problems.append(f"{MODEL} with MUTANT={mutant}: the search did not end:\n{said}")
        elif found and mutant == 0:
            problems.append(f"{MODEL}: the search found an error:\n{said}")
        elif not found and mutant != 0:
            problems.append(f"{MODEL} with MUTANT={mutant}: expected an error, found none")
    return problems


def instructions():
    """Instructions per message are within 3 % of what docs/design/hot-path.md records"""
    for command in (
        ["cmake", "--preset", "release"],
        ["cmake", "--build", "--preset", "release", "--target", "kebne-instructions"],
    ):
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if run.returncode:
            return [f"{' '.join(command)} failed:\n{run.stdout}{run.stderr}"]
    gate = ROOT / "tools/instructions.py"
    run = subprocess.run([sys.executable, str(gate)], cwd=ROOT, capture_output=True, text=True)
    print("".join(f"    {line}\n" for line in run.stdout.splitlines()), end="")
    return [f"tools/instructions.py: {run.stderr or 'failed'}"] if run.returncode else []
