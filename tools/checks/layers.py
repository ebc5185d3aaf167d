"""Who may include whom: tools/layers.txt and the rings public, detail, internal."""

import pathlib
import re

from tree import ROOT, cpp_files, find_all, read, under, without_comments

FORBIDDEN_IN_HEADERS = {"iostream", "regex", "future", "filesystem", "thread", "random"}
FORBIDDEN_PREFIXES = ("gtest/", "google/protobuf/", "openssl/", "boost/", "sys/socket.h",
                      "netinet/")

INCLUDE = r'(?m)^\s*#\s*include\s*(["<])([^">\n]+)[">]'


def read_layers():
    """(level by module, allowed modules by module, foreign detail by module, problems)"""
    levels, allowed, details, problems = {}, {}, {}, []
    for number, line in enumerate(read(pathlib.Path("tools/layers.txt")).splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        match = re.fullmatch(r"(\d+|detail) (\w+):([\w ]*)", line)
        if match is None:
            problems.append(f"tools/layers.txt:{number}: expected \"LEVEL MODULE: ...\", "
                            f"got \"{line}\"")
            continue
        kind, module, others = match.groups()
        if kind == "detail":
            details[module] = set(others.split())
        else:
            levels[module], allowed[module] = int(kind), set(others.split())
    for module, others in allowed.items():
        for other in sorted(others):
            if levels.get(other, 99) >= levels[module]:
                problems.append(f"tools/layers.txt: {module} may only list modules below "
                                f"its level, not {other}")
    return levels, allowed, details, problems


def module_of(path):
    """src/kebne/actor/x.hpp and src/kebne/actor.hpp both belong to actor."""
    return path.relative_to("src/kebne").parts[0].removesuffix(".hpp")


def is_test(path):
    return path.name.endswith(".test.cpp")


def includes(path):
    """(line, form, name) of each #include; form is \" or <."""
    for line, match in find_all(INCLUDE, without_comments(path)):
        yield line, match.group(1), match.group(2)


def layers():
    """Modules include downwards, as tools/layers.txt allows, and not each other's insides"""
    levels, allowed, details, problems = read_layers()
    for path in cpp_files():
        inside = under(path, "src/kebne")
        module = module_of(path) if inside else None
        if inside and module not in levels:
            problems.append(f"{path}: module \"{module}\" is not in tools/layers.txt")
            continue
        for line, form, name in includes(path):
            where = f"{path}:{line}"
            if not name.startswith("kebne/"):
                ours = under(path, "bench", "tests") or (
                    is_test(path) and name.startswith("tests/support/"))
                if form == '"' and not ours:
                    problems.append(f"{where}: \"{name}\": expected the full path, kebne/...")
                continue
            if form == "<" and not under(path, "tests/install"):
                problems.append(f"{where}: <{name}>: expected quotes")
            target = pathlib.Path("src") / name
            if not (ROOT / target).is_file():
                problems.append(f"{where}: {name} does not exist")
                continue
            problems += edge(path, module, target, where, allowed, details)
    return problems


def edge(path, module, target, where, allowed, details):
    """The problems of one include of `target`, written at `where` in `path` of `module`."""
    other = module_of(target)
    ring = {"detail", "internal"} & set(target.parts)
    if module is None:
        if "internal" in ring or (ring and under(path, "examples", "tests/install")):
            return [f"{where}: {target} is not for use outside src"]
        return []
    if other == module:
        if "internal" in ring and path.suffix == ".hpp" and "internal" not in path.parts:
            return [f"{where}: internal headers are for .cpp files, {path.name} would install it"]
        return []
    problems = []
    reachable = allowed[module]
    if is_test(path):
        reachable = reachable | {"testkit"} | allowed.get("testkit", set())
    if other not in reachable:
        problems.append(f"{where}: {module} may not include {other} (tools/layers.txt)")
    if "internal" in ring:
        problems.append(f"{where}: {target} is internal to {other}")
    if "detail" in ring and path.suffix == ".cpp" and other not in details.get(module, set()):
        problems.append(f"{where}: .cpp files of {module} may not include detail of {other}")
    return problems


def listed():
    """Every file under src is in a CMakeLists.txt"""
    problems = []
    for path in cpp_files():
        if not under(path, "src/kebne") or ("internal" in path.parts and path.suffix == ".hpp"):
            continue
        module = pathlib.Path("src/kebne") / module_of(path)
        lists = module / "CMakeLists.txt"
        umbrella = path.parent == module.parent
        name = f"../{path.name}" if umbrella else path.relative_to(module).as_posix()
        if not (ROOT / lists).is_file() or name not in re.split(r"[\s()]+", read(lists)):
            problems.append(f"{path}: not listed in {lists}")
    return problems


def forbidden_includes():
    """Public headers spare their users heavy and foreign headers"""
    problems = []
    for path in cpp_files():
        if not under(path, "src") or path.suffix != ".hpp" or "internal" in path.parts:
            continue
        for line, _, name in includes(path):
            if name in FORBIDDEN_IN_HEADERS or name.startswith(FORBIDDEN_PREFIXES):
                problems.append(f"{path}:{line}: <{name}> does not belong in an installed header")
    return problems
