"""Runs the checks and prints a line for each. A check is a function in one of the modules below: it
takes nothing, returns a list of problems, and its first docstring line says what it checks."""

import sys
import time

import compiled
import layers
import models
import text

CHECKS = [
    text.format,
    text.hygiene,
    text.words,
    text.sleeps,
    text.sizes,
    text.scripts,
    text.snippets,
    text.tables,
    text.coroutines,
    layers.layers,
    layers.listed,
    layers.forbidden_includes,
    compiled.lone_headers,
    compiled.header_sizes,
    models.mailbox_model,
    models.instructions,
]


def main():
    known = {check.__name__.replace("_", "-"): check for check in CHECKS}
    wanted = sys.argv[1:] or list(known)
    if wanted == ["--list"]:
        for name, check in known.items():
            print(f"{name:20}{check.__doc__.splitlines()[0]}")
        return 0
    if wanted == ["--fix"]:
        text.fix()
        return 0
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"tools/check: no check \"{unknown[0]}\"; there are: {' '.join(known)}")
        return 2

    failed = []
    for name in wanted:
        start = time.monotonic()
        problems = known[name]()
        print(
            f"{'FAILED' if problems else 'ok':7}{name:20}{time.monotonic() - start:6.1f} s",
            flush=True,
        )
        for problem in problems:
            print(f"    {problem}")
        if problems:
            failed.append(name)
    if failed:
        print(f"tools/check: failed: {' '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
