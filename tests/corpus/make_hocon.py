#!/usr/bin/env python3
"""Writes hocon.tsv, broken and hostile configurations with what must come of each, and the seeds of
the fuzz target hocon, next to this script. Inputs that a fuzzer found lie beside them as found-*.

The outcome follows from how a case is made, not from running Kebne: `error LINE KEY` (`-` for no
key) or `tree TEXT`. In the cells `<<N|x>>` stands for N times x and `<<xFF>>` for that byte;
`include "other"` finds the column `other`, `include "self"` the input again.
"""
import pathlib
import random
import re

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"
WANTED = 500
WORDS = ("port host size queue name retry limit plugin store journal region shard window backlog "
         "mode level factor driver bucket quota").split()
VALUES = ["1", "0.25", "5 s", "on", "infinite", "128000b", "local", "two words", "-7", "1e3"]

cases = []


def add(group, text, outcome, other=""):
    number = sum(name.startswith(group + "/") for name, _, _, _ in cases) + 1
    cases.append((f"{group}/{number}", text, outcome, other))


def quoted(name):
    return f'"{name}"' if re.search(r'[ .:/"]', name) else name


def key_of(path):
    return ".".join(map(quoted, path)) or "-"


def error(line, path=()):
    return f"error {line} {key_of(path)}"


def tree(leaves):
    rows = sorted((key_of(path).encode(), value) for path, value in leaves.items())
    return "tree " + (" ; ".join(f"{path.decode()} = {value}" for path, value in rows) or "(empty)")


class Doc:
    """A valid configuration: its lines, the objects open before each, and its leaves."""

    def __init__(self, rng):
        self.rng = rng
        self.lines, self.open, self.leaf = [], [], []
        self.leaves = {}
        while len(self.lines) < 9 or not any(len(path) > 1 for path in self.open):
            self.lines, self.open, self.leaf, self.leaves = [], [], [], {}
            self.object((), 0)

    def put(self, text, above, leaf=None):
        self.lines.append("  " * len(above) + text)
        self.open.append(above)
        self.leaf.append(leaf)

    def object(self, path, depth):
        for word in self.rng.sample(WORDS, self.rng.randint(2, 4)):
            name = word if self.rng.random() < 0.85 else f"/{word}/{word}"
            if depth < 3 and self.rng.random() < 0.45:
                self.put(quoted(name) + self.rng.choice([" {", " = {", ": {"]), path)
                self.object(path + (name,), depth + 1)
                self.put("}", path + (name,))
            else:
                self.value(path, name)

    def value(self, path, name):
        leaf, key = path + (name,), quoted(name)
        if self.rng.random() < 0.2:
            leaf, key = leaf + ("deep",), key + ".deep"
        value = self.rng.choice(VALUES)
        kind = self.rng.random()
        if kind < 0.2:
            items = self.rng.sample(VALUES, 3)
            text, value = "[" + ", ".join(items) + "]", "[" + ", ".join(items) + "]"
        elif kind < 0.4:
            text = value = "a:b # {c}"
            text = f'"{text}"'
        else:
            text = value
        sign = self.rng.choice([" = ", "=", " : "])
        self.put(key + sign + text + self.rng.choice(["", "", "  # note", ","]), path, leaf)
        self.leaves[leaf] = value

    def text(self, lines=None):
        return "\n".join(self.lines if lines is None else lines) + "\n"

    def leaf_lines(self):
        return [i for i, leaf in enumerate(self.leaf) if leaf]

    def with_value(self, i, value):
        """The text with another value in line i."""
        line = self.lines[i]
        key = re.match(r'\s*(?:"[^"]*"|[^\s="{:])+', line).group(0)
        return self.text(self.lines[:i] + [f"{key} = {value}"] + self.lines[i + 1:])


def docs(seed, count):
    for i in range(count):
        yield Doc(random.Random(seed * 1000 + i))


def damaged_docs():
    for doc in docs(1, 30):
        add("valid", doc.text(), tree(doc.leaves))
    for doc in docs(2, 25):
        cuts = [i for i in range(1, len(doc.lines)) if doc.open[i]]
        for i in doc.rng.sample(cuts, 3):
            add("cut-at-line", doc.text(doc.lines[:i]), error(i + 1, doc.open[i]))
    for doc in docs(3, 25):
        i = doc.rng.choice([i for i, line in enumerate(doc.lines) if line.strip() == "}"])
        rest = doc.lines[:i] + doc.lines[i + 1:]
        # All that follows moves one level in; what stays open is the outermost object.
        add("close-missing", doc.text(rest), error(len(rest) + 1, doc.open[i][:1]))
        swapped = doc.lines[:i] + [doc.lines[i].replace("}", "]")] + doc.lines[i + 1:]
        add("close-swapped", doc.text(swapped), error(i + 1, doc.open[i]))
    for doc in docs(4, 20):
        tops = [i for i in range(len(doc.lines)) if not doc.open[i]]
        i = doc.rng.choice(tops)
        add("close-extra", doc.text(doc.lines[:i] + ["}"] + doc.lines[i:]), error(i + 1))
    for doc, sign in zip(docs(5, 40), "!@^`&?*\\$" * 5):
        i = doc.rng.choice(doc.leaf_lines())
        value = doc.rng.choice([sign, f"x{sign}", f"x {sign} y", f"[1, x{sign}]"])
        add("sign-in-value", doc.with_value(i, value), error(i + 1, doc.leaf[i]))
    for doc, value in zip(docs(6, 36), ['"open', '"a\\', "=", "x = y", "x : y", "[1", "{ x", "x]",
                                        "[1, 2}", "{ x = 1 ]", ", x", '"\\q"', '"\\u12g4"',
                                        '"\\ud800"', "${", "${}", "${a", "${a b.}", "x { y = 1 }",
                                        "[1] x", "{ x = 1 } [1]", "x [1]", "[1,, 2]", "[, 1]",
                                        "[1 { x = 2 }]", "$x", "x += 1", '"a\x01b"', "\x02",
                                        "a\x7f", "${.a}", "${a.}", "${a..b}", "${?}", "${ ?a }",
                                        '${"a}']):
        i = doc.leaf_lines()[-1]
        path = doc.leaf[i]
        text = doc.with_value(i, value)
        line = i + 1
        if value in ("[1", ):
            # The list swallows what follows, up to the first thing that is no item.
            text = doc.text(doc.lines[:i]) + text.split("\n")[i]
        if value == "{ x":
            text = doc.text(doc.lines[:i]) + text.split("\n")[i]
            path = path + ("x",)
        if value == "x]":
            path = doc.open[i]  # the value itself is complete
        add("broken-value", text, error(line, path))
    for doc, byte in zip(docs(7, 25), ["<<xFF>>", "<<xC3>>", "<<xC0>><<xAF>>", "<<xED>><<xA0>><<x80>>",
                                       "<<xF4>><<x90>><<x80>><<x80>>"] * 5):
        i = doc.rng.randrange(len(doc.lines))
        line = doc.lines[i] + doc.rng.choice([" # ", " "]) + byte
        add("not-utf8", doc.text(doc.lines[:i] + [line] + doc.lines[i + 1:]), error(i + 1))


def broken_keys():
    for text in [".a = 1", "a. = 1", "a..b = 1", ". = 1", ".. = 1"]:
        add("dots", text, error(1, {"a. = 1": ("a",), "a..b = 1": ("a",)}.get(text, ())))
        path = {"a. = 1": ("o", "a"), "a..b = 1": ("o", "a")}.get(text, ("o",))
        add("dots", "o {\n  b = 1\n  " + text + "\n}", error(3, path))
    for key in ["a", "a b", '"a.b"', "/x/*", "a.b"]:
        path = {"a b": ("a b",), '"a.b"': ("a.b",), "a.b": ("a", "b")}.get(key, ("a",))
        if key == "/x/*":
            add("key-alone", key, error(1, ("/x/",)))
            continue
        add("key-alone", key, error(1, path))
        add("key-alone", key + "\nc = 1", error(1, path))
        add("key-alone", key + ", c = 1", error(1, path))
        add("key-alone", key + " [1]", error(1, path))
    for sign in "!@^`&?*\\$":
        add("sign-in-key", f"ok = 1\n{sign} = 2", error(2))
        add("sign-in-key", f"ok = 1\na{sign}b = 2", error(2, ("a",)))
    add("key-quote-open", '"a = 1\nb = 2', error(1))
    add("key-quote-open", 'a."b = 1\nb = 2', error(1, ("a",)))
    add("key-quote-open", '"""a = 1\nb = 2', error(1))
    add("key-substitution", "${a} = 1", error(1))
    add("key-substitution", "a = 1\nb.${a} = 1", error(2, ("b",)))
    for sign in "!$%&'()*+,-./:;<=>?@[\\]^_`{|}~\"":
        outcome = error(1)
        if sign in "%&'()+-/;<>_|~" and sign != "&":
            outcome = error(1, (sign,))
        add("one-character", sign, outcome)
    add("one-character", "#", tree({}))
    for text in ["{} {}", "{ a = 1 } b = 2", "{ a = 1 }\nb = 2", "{ a = 1 } }"]:
        add("behind-root", text, error(text.count("\n") + 1))


def separators():
    for text, path in [(", a = 1", ()), ("a = 1,, b = 2", ()), ("a = 1,\n, b = 2", ()),
                       ("{,}", ()), ("a { , b = 1 }", ("a",)), ("a { b = 1,, }", ("a",)),
                       ("a { b = 1 c = 2 }", ("a", "b")), ("a { b = 1 } c { d = 1 }", ("a",)),
                       ("a = [1] b = 2", ("a",)), ('a = "x" b = 2', ("a",)),
                       ("a = 1 : 2", ("a",)), ("a = , b = 1", ("a",)), ("a = }", ("a",)),
                       ("a : ]", ("a",)), ("a =", ("a",)), ("a = # nothing", ("a",)),
                       ("a =\n\n\n", ("a",)), ("a +=", ("a",)), ("a { b = }", ("a", "b")),
                       ("a { b : , c = 1 }", ("a", "b")), ("= 1", ()), (": 1", ()), ("+= 1", ()),
                       ("a = [1 2 = 3]", ("a",)), ("a = [1, 2", ("a",)), ("a = [[1, 2]", ("a",)),
                       ("a = [[1, 2}]", ("a",)), ("a = [1]]", ()), ("a = [,]", ("a",)),
                       ("a = [1,,]", ("a",)), ("a = [{ b = 1 ]", ("a",)),
                       ("a = [{ b = 1", ("a",))]:
        add("separator", text, error(text.count(",\n") + 1, path))
    # A mistake in front of a closing sign is seen before the sign.
    for text, leaves in [("a = 1,\nb = 2,\n", {("a",): "1", ("b",): "2"}),
                         ("a = 1\n,b = 2", {("a",): "1", ("b",): "2"}),
                         ("a = [\n1\n,\n2\n,\n]", {("a",): "[1, 2]"}),
                         ("a { b = 1, }", {("a", "b"): "1"}),
                         ("\r\na = 1\r\n\r\nb\r\n= 2\r\n", {("a",): "1", ("b",): "2"}),
                         ("a\n\n{\n\nb = 1 }", {("a", "b"): "1"})]:
        add("separator-fine", text, tree(leaves))


def substitutions():
    for n in range(2, 12):
        ring = [f"k{i} = ${{k{(i + 1) % n}}}" for i in range(n)]
        # Followed from the first key, the ring closes at the last.
        add("ring", "ok = 1\n" + "\n".join(ring), error(n + 1, (f"k{n - 1}",)))
    for n in range(2, 6):
        ring = [f"k{i} {{ v = ${{k{(i + 1) % n}.v}} }}" for i in range(n)]
        add("ring-inside", "\n".join(ring), error(n, (f"k{n - 1}", "v")))
    for text, line, path in [("a = ${a}", 1, ("a",)), ("a = [${a}]", 1, ("a",)),
                             ("a { b = ${a} }", 1, ("a", "b")), ("a { b = [1, ${a}] }", 1, ("a", "b")),
                             ("a { b { c = ${a.b} } }", 1, ("a", "b", "c")),
                             ("a = ${a.b}", 1, ("a",)), ("a.b = ${a}", 1, ("a", "b")),
                             ("a = x ${a}", 1, ("a",)),
                             ("a { b = ${c} }\nc = ${a}", 1, ("a", "b"))]:
        add("circle", text, error(line, path))
    for text, line, path in [("a = ${b}", 1, ("a",)), ("a = 1\nb { c = ${b.d} }", 2, ("b", "c")),
                             ("a = 1\nb = ${a.c}", 2, ("b",)), ("a = [${x.y}]", 1, ("a",)),
                             ("a = x${y}z", 1, ("a",)), ("a = ${PATH}", 1, ("a",)),
                             ("a = null\nb = ${a.c}", 2, ("b",)), ("a = [1]\nb = ${a.0}", 2, ("b",)),
                             ('a.b = 1\nc = ${"a.b"}', 2, ("c",)), ("a = ${A}\nb = 1", 1, ("a",)),
                             ("a = ${?x}\nb = ${a}", 2, ("b",)), ("a += ${x}", 1, ("a",)),
                             ("a = 1\na = ${?a}${b}", 2, ("a",)), ("o { include = ${x} }", 1,
                                                                  ("o", "include"))]:
        add("missing", text, error(line, path))
    for text, line, path in [("a = [1]\nb = ${a}x", 2, ("b",)), ("a { x = 1 }\nb = ${a} [1]", 2, ("b",)),
                             ("a { x = 1 }\nb = ${a}y", 2, ("b",)), ("a = 1\nb = ${a} { c = 2 }", 2, ("b",)),
                             ("a = 1\na += 2", 2, ("a",)), ("a { x = 1 }\na += 2", 2, ("a",)),
                             ("a = x\nb = ${a} [1]", 2, ("b",)), ("a = [1]\nb = ${a} { c = 1 }", 2, ("b",))]:
        add("kinds", text, error(line, path))
    doubling = "\n".join(f"k{i} = ${{k{i - 1}}}${{k{i - 1}}}" for i in range(1, 60))
    # The texts together are as long as 2 to the power of the line; a million is beyond line 20.
    add("growth", "k0 = <<1000|x>>\n" + doubling, "error * *")
    add("growth", "k0 = [<<1000|1, >>]\n" + doubling.replace("}$", "} $"), "error * *")
    add("growth", "k0 = 1\n" + "\n".join(
        f"k{i} {{ a = ${{k{i - 1}}}, b = ${{k{i - 1}}} }}" for i in range(1, 60)), "error * *")
    add("growth", "k0 { x = 1 }\n" + "\n".join(
        f"k{i} {{ a = ${{k{i - 1}}} {{ y = 1 }}, b = ${{k{i - 1}}} {{ z = 1 }} }}"
        for i in range(1, 60)), "error * *")
    add("growth", "k0 = 1\n" + "\n".join(f"k{i} {{ v = ${{k{i - 1}}} }}" for i in range(1, 400)),
        "error * *")
    add("growth", "\n".join(f"k{i} = ${{k{i + 1}}}" for i in range(3000)) + "\nk3000 = 1", "error * *")
    add("growth", "a = ${x}\n<<30000|a += 1\n>>x = []", "error * *")
    fine = {("k0",): "1", **{(f"k{i}",): "1" for i in range(1, 400)}}
    add("growth-fine", "\n".join(f"k{i} = ${{k{i + 1}}}" for i in range(399)) + "\nk399 = 1",
        tree(fine))
    add("growth-fine", "a = []\n<<30000|a += 1\n>>", "tree a = [1<<29999|, 1>>]")


def includes():
    good = "x = 1\ny { z = 2 }"
    got = {("x",): "1", ("y", "z"): "2"}
    for form in ['"other"', 'file("other")', 'required("other")', 'required(file("other"))',
                 '   "other"', '\t"other"', 'file( "other" )']:
        add("include-fine", f"include {form}", tree(got), good)
    for form in ['"other', 'url("other")', 'classpath("other")', 'file("other"', 'file("other"))',
                 'file(other)', 'required(url("other"))', '"other" x', '"other" {', '"none"',
                 'file("none")', 'required("none")', '"self"', "\"other\"\"other\""]:
        add("include-broken", f"a = 1\no {{\n  include {form}\n}}", error(3, ("o",)), good)
    for other, line, path in [("a = ", 1, ("a",)), ("\n\nb {", 3, ("b",)), ("x = 1\n}", 2, ()),
                              ("x = <<xFF>>", 1, ()), ('include "none"', 1, ()),
                              ("\ninclude \"self\"", 2, ()), ("a = ${o.nope}", 1, ("a",))]:
        add("include-inner", 'o = 1\ninclude "other"', error(line, path), other)
        add("include-inner", 'o {\n  include "other"\n}', error(line, ("o",) + path), other)
    add("include-tower", 'include "tower"', "error 1 -", "tower")
    add("include-many", '<<2000|include "other"\n>>', error(1001), "x = 1")
    add("include-without", "include = 1\nincluded { include.x = 2 }",
        tree({("include",): "1", ("included", "include", "x"): "2"}))


def hostile():
    for sign, outcome in [("[", "error 1 a"), ("{", "error 1 a"), ("]", "error 1 a"), ("}", "error 1 a"),
                          ("\\\"", "error 1 a"), ("${", "error 1 a"), (":", "error 1 a"),
                          ("=", "error 1 a")]:
        add("million", f"a = <<1000000|{sign}>>", outcome)
    add("million", "<<1000000|[>>", error(1))
    add("million", "<<1000000|{>>", error(1))
    add("million", "<<1000000|a{>>", "error 1 *")
    add("million", "<<500000|a.>>b = 1", "error 1 *")
    add("million", "<<1000000|,>>", error(1))
    add("million", "<<1000000|\n>>a", error(1000001, ("a",)))
    add("million", "<<1000000|#>>", tree({}))
    add("million", "<<300000|# x\n>>a = 1", tree({("a",): "1"}))
    add("million", "<<1000000| >>a = 1", tree({("a",): "1"}))
    add("million", "a = <<1000000|x>>", "tree a = <<1000000|x>>")
    add("million", "a = \"<<1000000|x>>", error(1, ("a",)))
    add("million", "a = \"\"\"<<1000000|\">>", "tree a = <<999997|\">>")
    add("million", "a = \"<<500000|\\\\>>\"", "tree a = <<500000|\\>>")
    add("million", "<<1000000|x>> = 1", "tree <<1000000|x>> = 1")
    add("million", "<<1000000|x>>", "error 1 *")
    add("million", "a = [<<300000|x, >>]", "tree a = [x<<299999|, x>>]")
    add("million", "a = <<200000|[] >>", "tree a = []")
    add("million", "a = <<200000|{} >>", "tree a = {}")
    add("million", "a = <<200000|[1]\n>>", "error 2 *")
    add("million", "<<200000|a = 1\n>>", tree({("a",): "1"}))
    add("million", "<<200000|a { b = 1 }\n>>", tree({("a", "b"): "1"}))
    add("million", "<<200000|a = ${?a}\n>>", "error * a")
    add("million", "<<100000|a = \"\\u0000\"\n>>", "tree a = <<x00>>")
    numbers = {f"n{i}": value for i, value in enumerate(
        ["9" * 5000, "-" + "9" * 400, "1e999999999", "0." + "0" * 4000 + "1", "1e-999999999",
         "99999999999999999999 d", "1" * 100 + " GiB", "+" + "0" * 3000])}
    for name, value in numbers.items():
        add("number", f"{name} = {value}", tree({(name,): value}))
    add("mark", "\ufeffa = 1", tree({("a",): "1"}))
    add("mark", "a = 1\n\ufeffb = 2", tree({("a",): "1", ("\ufeffb",): "2"}))
    add("depth", "a = <<200|[>><<200|]>>", "tree a = <<200|[>><<200|]>>")
    add("depth", "a = <<201|[>><<201|]>>", "error 1 a")
    add("depth", "<<199|a.>>a = 1", "tree <<199|a.>>a = 1")
    add("zero", "a = 1\nb = x<<x00>>y", error(2, ("b",)))
    add("zero", "a = 1\n<<x00>>", error(2))


def cell(text):
    out = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return re.sub("[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m.group(0)):04x}", out)


def write_seeds():
    folder = HERE / "hocon"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("seed-*"):
        old.unlink()
    rows = [line.split("\t") for line in (DATA / "hocon-cases.tsv").read_text("utf-8").split("\n")[1:-1]]
    unescape = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
    files = {row[1]: row[2] for row in rows if row[0] == "include-file"}
    count = 0
    for case, text, *_ in rows:
        group = case.split("/")[0]
        if group not in ("parse", "risky", "include"):
            continue
        other = next((files[name] for name in files if name in text), "x = 1")
        if group == "include":
            text += "\0" + other
        data = re.sub(r"\\([ntr\\])", lambda m: unescape[m.group(1)], text).encode()
        (folder / f"seed-{case.replace('/', '-')}").write_bytes(data)
        count += 1
    print(f"{count} seeds in {folder}")


def main():
    for make in (damaged_docs, broken_keys, separators, substitutions, includes, hostile):
        make()
    if len(cases) < WANTED:
        raise SystemExit(f"expected {WANTED} cases or more, made {len(cases)}")
    lines = ["case\tinput\toutcome\tother"]
    lines += ["\t".join(map(cell, case)) for case in cases]
    (HERE / "hocon.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{len(cases)} cases in {HERE / 'hocon.tsv'}")
    write_seeds()


main()
