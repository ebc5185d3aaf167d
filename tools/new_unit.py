#!/usr/bin/env python3
"""tools/new_unit.py MODULE UNIT: writes a new unit and lists it in the module's CMakeLists.txt.

`tools/new_unit.py base turnstile` makes turnstile.hpp, turnstile.cpp and turnstile.test.cpp in
src/kebne/base. UNIT may name a folder: detail/ring.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEYWORD = re.compile(r"^[A-Z_]+$")

HEADER = """#pragma once

namespace {namespace} {{

/// What it is, in one sentence.
class {type} {{
 public:
}};

}}  // namespace {namespace}
"""

SOURCE = """#include "{include}.hpp"

namespace {namespace} {{}}  // namespace {namespace}
"""

TEST = """#include "{include}.hpp"

#include <gtest/gtest.h>

namespace {namespace} {{
namespace {{

TEST({type}, SaysWhatItDoes) {{ FAIL() << "write the first case"; }}

}}  // namespace
}}  // namespace {namespace}
"""


def add_to_list(text, keyword, file):
    """The CMake text with `file` under `keyword` of its kebne_module call, in order."""
    call = re.search(r"kebne_module\(([^()]*)\)", text)
    if call is None:
        sys.exit("new_unit.py: expected a call of kebne_module in CMakeLists.txt, found none")
    groups = [["", []]]
    for word in call.group(1).split():
        if KEYWORD.match(word) and word != "COUNTED":
            groups.append([word, []])
        else:
            groups[-1][1].append(word)
    if not any(name == keyword for name, _ in groups):
        groups.append([keyword, []])
    for name, words in groups:
        if name == keyword:
            words.append(file)
            words.sort()
    return text[: call.start()] + render(groups) + text[call.end() :]


def render(groups):
    out = "kebne_module(" + " ".join(groups[0][1])
    for name, words in groups[1:]:
        one_line = name in ("PUBLIC", "PRIVATE", "TEST_LIBRARIES")
        first = f"{name:<7} " if len(name) < 8 else f"{name} " if one_line else f"{name}\n{'':10}"
        out += f"\n  {first}" + (" " if one_line else f"\n{'':10}").join(words)
    return out + ")"


def main():
    if len(sys.argv) != 3 or not re.fullmatch(r"([a-z0-9_]+/)*[a-z][a-z0-9_]*", sys.argv[2]):
        sys.exit(__doc__)
    module, unit = sys.argv[1:]
    folder = ROOT / "src/kebne" / module
    lists = folder / "CMakeLists.txt"
    if not lists.exists():
        sys.exit(f"new_unit.py: no module \"{module}\": {lists.relative_to(ROOT)} does not exist")

    hidden = bool({"detail", "internal"} & set(unit.split("/")))
    values = {
        "namespace": "kebne::detail" if hidden else "kebne",
        "include": f"kebne/{module}/{unit}",
        "type": "".join(word.capitalize() for word in unit.rsplit("/", 1)[-1].split("_")),
    }
    files = {".hpp": HEADER, ".cpp": SOURCE, ".test.cpp": TEST}
    for ending in files:
        if (folder / (unit + ending)).exists():
            sys.exit(f"new_unit.py: src/kebne/{module}/{unit}{ending} exists already")

    text = lists.read_text()
    for ending, keyword in ((".hpp", "HEADERS"), (".cpp", "SOURCES"), (".test.cpp", "TESTS")):
        if ending == ".hpp" and "internal" in unit.split("/"):
            continue  # not installed, so not listed
        text = add_to_list(text, keyword, unit + ending)
    lists.write_text(text)
    (folder / unit).parent.mkdir(parents=True, exist_ok=True)
    for ending, template in files.items():
        (folder / (unit + ending)).write_text(template.format(**values))
        print(f"src/kebne/{module}/{unit}{ending}")


if __name__ == "__main__":
    main()
