"""The files of the repository, and small things that several checks need."""

import concurrent.futures
import functools
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED_FOLDERS = {".git", "build", "bin", "obj", "__pycache__"}


@functools.cache
def files():
    """Every file of ours, as a path relative to the root; not what a build leaves behind."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(set(folders) - SKIPPED_FOLDERS)
        here = pathlib.Path(folder).relative_to(ROOT)
        found += [here / name for name in sorted(names)]
    return found


def under(path, *folders):
    """Whether the path is in one of the folders."""
    return any(path.as_posix().startswith(folder + "/") for folder in folders)


def cpp_files():
    return [f for f in files() if f.suffix in (".cpp", ".hpp")]


def text_files():
    """What people write: no test data, and no code taken over from others as it was."""
    return [
        f for f in files() if not under(f, "tests/data", "tests/corpus", "bench/dotnet")
    ]


@functools.cache
def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


@functools.cache
def without_comments(path):
    """C++ text with comments blanked and line numbers kept; strings stay."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)

    def blank(match):
        found = match.group()
        return re.sub(r"[^\n]", " ", found) if found.startswith("/") else found

    return token.sub(blank, read(path))


def find_all(pattern, text):
    """(line number, match) of each place where the pattern is."""
    for match in re.finditer(pattern, text):
        yield text.count("\n", 0, match.start()) + 1, match


def side_by_side(function, items):
    """The results of the function for each item, made on all processors."""
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(function, items))
