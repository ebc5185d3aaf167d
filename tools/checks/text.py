"""Checks that only read text."""

import hashlib
import re
import subprocess

from tree import ROOT, cpp_files, files, find_all, read, side_by_side, text_files, under
from tree import without_comments

CODE = {".cpp", ".hpp", ".py", ".sh", ".cmake", ".json"}
TABS_ALLOWED = {".tsv"}

# Spelled in pieces, so that this file passes its own check.
FORBIDDEN_WORDS = [
    r"\bTO" + r"DO\b",
    r"\bFIX" + r"ME\b",
    r"\bX" + r"XX\b",
    r"\b[Ii]ssue " + r"#?\d",
    r"(?<![\w.])/wo" + r"rk/",
    r"(?<![\w.])/ho" + r"me/\w",
    r"(?<![\w.])/ro" + r"ot/",
    r"\bnu" + r"get\.org\b",
    r"\bpy" + r"pi\.org\b",
    r"\bnp" + r"mjs\.(org|com)\b",
    r"\bdeb\.deb" + r"ian\.org\b",
    r"\bart" + r"ifactory\b",
]

QUOTE = r"(?ms)<!-- \[(\w+)\] -->\n(?:```\w*\n(.*?)^```)?"

# Files that may sleep, each with its reason.
# They measure a machine at rest, or stop a process.
SLEEP_ALLOWED = {f"tests/campaigns/{name}.cpp" for name in
                 ("blocked_worker", "blocking_jobs", "dedicated_idle", "flooded", "idle",
                  "stopped_process")}


def format():
    """C++ files are as clang-format 14 writes them"""

    def unformatted(path):
        command = ["clang-format-14", "--dry-run", "-Werror", str(path)]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        return [f"{path}: run clang-format-14 -i {path}"] if run.returncode else []

    return sum(side_by_side(unformatted, cpp_files()), [])


def hygiene():
    """No tabs, trailing blanks, CRLF, missing last newline; code is ASCII outside comments"""
    problems = []
    for path in text_files():
        try:
            text = read(path)
        except UnicodeDecodeError as error:
            problems.append(f"{path}: expected UTF-8, got {error}")
            continue
        if "\r" in text:
            problems.append(f"{path}: has carriage returns; expected lines that end with \\n")
        if text and not text.endswith("\n"):
            problems.append(f"{path}: has no newline at its end")
        if text.endswith("\n\n"):
            problems.append(f"{path}: has empty lines at its end")
        for line, _ in find_all(r"[ \t]+(?=\n)", text):
            problems.append(f"{path}:{line}: trailing blanks")
        if path.suffix not in TABS_ALLOWED:
            problems += [f"{path}:{line}: a tab" for line, _ in find_all(r"\t", text)]
        if path.suffix in CODE:
            code = without_comments(path) if path.suffix in (".cpp", ".hpp") else text
            code = re.sub(r"#.*", "", code) if path.suffix not in (".cpp", ".hpp") else code
            for line, match in find_all(r"[^\x00-\x7f]", code):
                problems.append(
                    f"{path}:{line}: \"{match.group()}\" in code; expected ASCII, "
                    f"such as \\u{ord(match.group()):04x} in a string"
                )
    return problems


def words():
    """No notes to oneself, paths of one machine, or hosts of package registries"""
    problems = []
    pattern = "|".join(FORBIDDEN_WORDS)
    for path in files():
        if under(path, "tests/corpus", "tests/data"):
            continue
        try:
            text = read(path)
        except UnicodeDecodeError:
            continue  # `hygiene` says so where it matters
        for line, match in find_all(pattern, text):
            problems.append(f"{path}:{line}: \"{match.group()}\" does not belong in the repository")
    return problems


def sleeps():
    """Library, tests and examples never sleep: time comes from the system's clock"""
    problems = []
    pattern = r"\b(sleep_for|sleep_until|usleep|nanosleep)\b|(?<![\w.>])sleep\s*\("
    for path in cpp_files():
        if not under(path, "src", "tests", "examples") or path.as_posix() in SLEEP_ALLOWED:
            continue
        for line, match in find_all(pattern, without_comments(path)):
            problems.append(f"{path}:{line}: {match.group()}: use the clock, or wait for an event")
    return problems


def sizes():
    """Names the files over 450 lines; never fails"""
    for path in cpp_files() + [f for f in files() if f.suffix == ".py"]:
        if under(path, "bench/dotnet"):
            continue
        lines = read(path).count("\n")
        if lines > 450:
            print(f"    note: {path} has {lines} lines; look for the second type hiding in it")
    return []


def scripts():
    """Shell scripts parse (bash -n), Python files compile"""
    problems = []
    for path in text_files():
        try:
            text = read(path)
        except UnicodeDecodeError:
            continue
        first = text.split("\n", 1)[0]
        if path.suffix == ".sh" or re.match(r"#!.*\bbash\b", first):
            command = ["bash", "-n", str(path)]
            run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            problems += run.stderr.splitlines()
        elif path.suffix == ".py" or re.match(r"#!.*\bpython3?\b", first):
            try:
                compile(text, str(path), "exec")
            except SyntaxError as error:
                problems.append(f"{path}:{error.lineno}: {error.msg}")
    return problems


def example_parts():
    """Name -> (file, code) of what stands between `// [name]` and `// [/name]` in examples/."""
    parts = {}
    for path in files():
        if not under(path, "examples") or path.suffix != ".cpp":
            continue
        for match in re.finditer(r"^ *// \[(\w+)\]\n(.*?)^ *// \[/\1\]$", read(path), re.M | re.S):
            parts[match.group(1)] = (path, dedent(match.group(2)))
    return parts


def dedent(code):
    lines = code.rstrip().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return "\n".join(line[margin:] for line in lines)


def documents():
    return [f for f in files() if f.suffix == ".md" and not under(f, "bench/dotnet")]


def snippets():
    """Quoted code is the examples' own

    In Markdown, `<!-- [name] -->` right before a ``` block says that the block is the text between
    `// [name]` and `// [/name]` in a file of examples/; the common indentation does not count.
    """
    problems = []
    parts = example_parts()
    for path in documents():
        for line, match in find_all(QUOTE, read(path)):
            name, quoted = match.groups()
            if name not in parts:
                problems.append(f"{path}:{line}: no example has // [{name}] ... // [/{name}]")
            elif quoted is None:
                problems.append(f"{path}:{line}: expected a ``` block right after the mark")
            elif dedent(quoted) != parts[name][1]:
                example = parts[name][0]
                problems.append(f"{path}:{line}: the code differs from [{name}] in {example}")
    return problems


def fix():
    """Formats the C++ files and fills in what documents quote."""
    subprocess.run(["clang-format-14", "-i", *map(str, cpp_files())], cwd=ROOT, check=True)
    fill_quotes()


def fill_quotes():
    parts = example_parts()

    def filled(match):
        name, quoted = match.groups()
        if name not in parts or quoted is None:
            return match.group()
        head, _, _ = match.group().partition("```")
        fence = match.group()[len(head) :].split("\n", 1)[0]
        return f"{head}{fence}\n{parts[name][1]}\n```"

    for path in documents():
        (ROOT / path).write_text(re.sub(QUOTE, filled, read(path)), encoding="utf-8")


def tables():
    """Tables in tests/data are the ones of SHA256SUMS, byte for byte"""
    folder = ROOT / "tests/data"
    sums = folder / "SHA256SUMS"
    if not folder.is_dir():
        return []
    if not sums.is_file():
        return ["tests/data/SHA256SUMS: expected; make it with sha256sum *.tsv in that folder"]
    wanted = {}
    for line in sums.read_text().splitlines():
        digest, name = line.split(maxsplit=1)
        wanted[name.lstrip("*")] = digest
    problems = []
    ours = {"SHA256SUMS", "exceptions.tsv", "pending.tsv"}
    for path in sorted(folder.iterdir()):
        if path.name not in ours and path.name not in wanted:
            problems.append(f"tests/data/{path.name}: not in SHA256SUMS")
    for name, digest in wanted.items():
        if not (folder / name).is_file():
            problems.append(f"tests/data/{name}: in SHA256SUMS, but not there")
        elif hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest:
            problems.append(f"tests/data/{name}: changed; these tables are facts about Akka.NET")
    return problems


def coroutines():
    """No form of co_await that GCC 12 compiles into a double free

    It frees twice when one full expression holds co_await and a temporary that is a non-trivial
    aggregate or a lambda with captures, and when co_await stands inside ?:.
    """
    problems = []
    bad = [
        (r"[\w>]\{", "a braced temporary beside co_await: name it first"),
        (r"\?.*:", "co_await beside ?: : name the result first"),
        (r"\[[^\]]+\]\s*[({]", "a lambda with captures beside co_await: name it first"),
    ]
    for path in cpp_files():
        text = without_comments(path)
        for line, match in find_all(r"\bco_await\b", text):
            statement = full_expression(text, match.start())
            for pattern, problem in bad:
                if re.search(pattern, statement, re.S):
                    problems.append(f"{path}:{line}: {problem}")
    return problems


def full_expression(text, at):
    """The statement around a position. Block braces have a blank before them, others have none."""
    start = at
    while start > 0 and not (
        text[start - 1] in ";}" or (text[start - 1] == "{" and text[start - 2 : start - 1] in " \n")
    ):
        start -= 1
    end = at
    depth = 0
    while end < len(text) and not (text[end] == ";" and depth <= 0):
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text[end], 0)
        end += 1
    return re.sub(r"\w+(<[^<>]*>)?::", "", text[start:end])
