"""The programs that are compared: how each is built, called, and what it calls its cells."""

import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from cells import Cell, parse

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / "build" / "release" / "bin"
LIMIT_SECONDS = 1800

SUBJECTS = ("pingpong", "pair", "spawn", "dispatch", "mailbox", "hocon", "eventstream", "logging",
            "scheduler", "timers", "watch", "idle", "start")


class Failed(RuntimeError):
    """A program could not be built or run."""


@dataclass
class Side:
    """One program. `label` is the variant it prints in place of, or before, Kebne's variants."""

    name: str
    command: list
    subjects: tuple
    label: str = ""
    kinds: bool = False  # pingpong takes --kind, so each kind gets its own process
    tsv: bool = False    # the TSV has to be asked for
    own: bool = False    # Kebne's

    def own_variant(self, variant):
        """The variant without the program's label; empty where it has only one."""
        if self.label and variant.startswith(self.label):
            return variant[len(self.label):].lstrip(",")
        return variant

    def run(self, job):
        """Runs one process; returns its cells with Kebne's variants, and their values."""
        command = self.command + job.arguments(self)
        began = time.monotonic()
        text = checked(command)
        wall_ms = (time.monotonic() - began) * 1e3
        lines = parse(text, f"{self.name} {' '.join(job.arguments(self))}")
        if not lines:
            raise Failed(f"{' '.join(command)}: printed no result")
        found = [(cell._replace(variant=self.own_variant(cell.variant)), value)
                 for cell, value in lines]
        if job.subject == "start":
            parameter = "process,quick" if job.quick else "process"
            found.append((Cell("start", "local", parameter, "ms"), wall_ms))
        return found


@dataclass(frozen=True)
class Job:
    """One process to be run on each side that has the subject."""

    subject: str
    kind: str = ""
    rows: str = ""
    dispatcher: str = ""  # other than the default one: Kebne's alone
    named: bool = False
    quick: bool = False

    def arguments(self, side):
        words = [self.subject]
        if side.tsv:
            words.append("--tsv")
        if self.quick:
            words.append("--quick")
        if self.rows:
            words += ["--rows", self.rows]
        if self.kind and side.kinds:
            words += ["--kind", self.kind]
        if self.dispatcher:
            words += ["--dispatcher", self.dispatcher]
        if self.named:
            words.append("--named")
        return words

    def suits(self, side):
        if self.subject not in side.subjects:
            return False
        if self.named or self.dispatcher:
            return side.own
        # A side without kinds runs once, beside the first of them.
        return side.kinds or self.kind in ("", "base")

    def title(self):
        return " ".join(filter(None, (self.subject, self.kind, self.dispatcher,
                                      "named" if self.named else "")))


def jobs(subjects, rows, quick):
    found = []
    for subject in subjects:
        if subject == "pingpong":
            found += [Job(subject, kind=kind, rows=rows, quick=quick)
                      for kind in ("base", "receive")]
            found.append(Job(subject, kind="base", rows=rows, dispatcher="coalescing",
                             quick=quick))
        else:
            found.append(Job(subject, quick=quick))
        if subject == "idle":
            found.append(Job(subject, named=True, quick=quick))
    return found


def checked(command):
    """The standard output of a command that must succeed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS,
                              check=False, cwd=ROOT)
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(map(str, command))}: no end after {LIMIT_SECONDS} s") from None
    except OSError as error:
        raise Failed(f"{command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise Failed(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{tail}")
    return done.stdout


def build(*targets):
    """Builds programs of the release preset; what the build says goes to stderr."""
    command = ["bash", "-c", 'source tools/lib.sh && build release "$@"', "tools/compare", *targets]
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode != 0:
        raise Failed(f"could not build {' '.join(targets)}")


def kebne():
    """Kebne's own side, built."""
    build("kebne-bench")
    return Side("kebne", [str(BIN / "kebne-bench")], SUBJECTS, kinds=True, tsv=True,
                own=True)


def peers(note):
    """The peers that are there, built, after `kebne`; `note` is told of each one that is not."""
    found = [*_dotnet_peers(note)]
    if "kebne-bench-caf: phony" in checked(["cmake", "--build", str(BIN.parent), "--target",
                                            "help"]):
        build("kebne-bench-caf")
        found.append(Side("caf", [str(BIN / "kebne-bench-caf")], ("pingpong", "spawn"),
                          label="caf-0.17.6", tsv=True))
    else:
        note("skipping CAF: libcaf-dev 0.17 is not installed")
    return found


def _dotnet_peers(note):
    dotnet = shutil.which("dotnet")
    for name, project, subjects, label in (
            ("akka.net", "akkanet-bench", SUBJECTS, ""),
            ("proto.actor", "proto-bench", ("pingpong", "pair"), "proto.actor-1.8.0")):
        if dotnet is None:
            note(f"skipping {name}: no dotnet command (the .NET SDK) on the path")
            continue
        note(f"building {name}")
        folder = ROOT / "bench" / "dotnet" / project
        try:
            checked([dotnet, "build", "-c", "Release", "-nologo", str(folder)])
        except Failed as error:
            note(f"skipping {name}: it does not build: {error}")
            continue
        program = folder / "bin" / "Release" / "net10.0" / f"{project}.dll"
        yield Side(name, [dotnet, str(program)], subjects, label=label, kinds=name == "akka.net")
