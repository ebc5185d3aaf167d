"""What the checks refuse and what they let pass: python3 -m unittest, in this folder."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import layers
import text
import tree

sys.path.append(str(tree.ROOT / "tools"))
import new_unit  # noqa: E402


class WithTree(unittest.TestCase):
    """Gives the checks a repository of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for module in (text, layers, tree):
            self.addCleanup(setattr, module, "ROOT", module.ROOT)
            module.ROOT = self.root
        self.forget()
        self.addCleanup(self.forget)

    def forget(self):
        for function in (tree.files, tree.read, tree.without_comments):
            function.cache_clear()

    def write(self, path, content):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(content)
        self.forget()


class Coroutines(WithTree):
    def problems(self, statement):
        self.write("src/kebne/base/x.cpp", f"Task f() {{\n  {statement}\n}}\n")
        return text.coroutines()

    def test_refuses_what_gcc_12_frees_twice(self):
        for statement in (
            "auto r = co_await ask(account, Rename{id, name});",
            "reply(Balance{(co_await ask<GetBalance>(a)).cents});",
            "auto x = cached ? value : (co_await ask<Get>(a)).value;",
            "co_await defer([state] { run(); });",
        ):
            self.assertEqual(len(self.problems(statement)), 1, statement)

    def test_lets_good_forms_pass(self):
        for statement in (
            "auto balance = co_await ask<GetBalance>(account);",
            "auto reply = co_await kebne::ask<Rename>(account, id, new_name);",
            "m.to.tell(Deposit{balance.cents});\n  co_await ask<Stop>(a);",
            "if (ready) {\n    co_await ask<Stop>(a);\n  }",
            "// auto r = co_await ask(account, Rename{id});",
        ):
            self.assertEqual(self.problems(statement), [], statement)


class Layers(WithTree):
    def setUp(self):
        super().setUp()
        table = "0 base:\n2 actor: base\n3 testkit: base actor\ndetail actor: base\n"
        self.write("tools/layers.txt", table)
        for name in ("base/a.hpp", "base/internal/b.hpp", "base/detail/c.hpp", "actor/d.hpp",
                     "actor/detail/e.hpp", "actor/internal/f.hpp", "testkit/g.hpp"):
            self.write(f"src/kebne/{name}", "#pragma once\n")

    def problems(self, path, *included):
        self.write(path, "".join(f'#include "kebne/{name}"\n' for name in included))
        return layers.layers()

    def test_lets_modules_include_downwards(self):
        for path, *included in (
            ("src/kebne/actor/x.hpp", "base/a.hpp", "base/detail/c.hpp"),
            ("src/kebne/actor/x.cpp", "base/detail/c.hpp", "actor/internal/f.hpp"),
            ("src/kebne/actor/x.test.cpp", "testkit/g.hpp"),
        ):
            self.assertEqual(self.problems(path, *included), [], path)

    def test_refuses_other_edges(self):
        for path, included in (
            ("src/kebne/base/x.hpp", "actor/d.hpp"),
            ("src/kebne/actor/x.cpp", "testkit/g.hpp"),
            ("src/kebne/actor/x.cpp", "base/internal/b.hpp"),
            ("src/kebne/actor/x.hpp", "actor/internal/f.hpp"),
            ("src/kebne/testkit/x.cpp", "actor/detail/e.hpp"),
            ("src/kebne/actor/x.cpp", "base/gone.hpp"),
            ("src/kebne/unknown/x.cpp", "base/a.hpp"),
            ("examples/x.cpp", "actor/detail/e.hpp"),
            ("bench/x.cpp", "actor/internal/f.hpp"),
        ):
            self.assertEqual(len(self.problems(path, included)), 1, (path, included))
            (self.root / path).unlink()

    def test_refuses_a_table_with_an_edge_upwards(self):
        self.write("tools/layers.txt", "0 base: actor\n2 actor: base\n3 testkit: base actor\n")
        self.assertEqual(len(layers.layers()), 1)


class Text(WithTree):
    def test_hygiene_names_the_line(self):
        self.write("a.md", "one\ntwo \n\tthree\n")
        self.assertEqual(text.hygiene(), ["a.md:2: trailing blanks", "a.md:3: a tab"])

    def test_hygiene_wants_ascii_outside_comments(self):
        self.write("a.cpp", '// caf\u00e9\nauto s = "caf\u00e9";\n')
        self.assertEqual([p.split(":")[1] for p in text.hygiene()], ["2"])

    def test_words_finds_notes_and_machine_paths(self):
        self.write("a.md", "see /ho" + "me/somebody\nTO" + "DO later\nhomework/x\n")
        self.assertEqual([p.split(":")[1] for p in text.words()], ["1", "2"])

    def test_sleeps_are_found_in_tests(self):
        self.write("src/kebne/base/a.test.cpp", "std::this_thread::sleep_for(1s);\n")
        self.assertEqual(len(text.sleeps()), 1)

    def test_snippets_must_equal_the_example(self):
        self.write("examples/01_a.cpp", "int main() {\n  // [part]\n  run();\n  // [/part]\n}\n")
        self.write("README.md", "<!-- [part] -->\n```cpp\nrun();\n```\n")
        self.assertEqual(text.snippets(), [])
        self.write("README.md", "<!-- [part] -->\n```cpp\nrun(1);\n```\n")
        self.assertEqual(len(text.snippets()), 1)
        self.write("README.md", "<!-- [other] -->\n```cpp\nrun();\n```\n")
        self.assertEqual(len(text.snippets()), 1)

    def test_fix_fills_the_quotes(self):
        self.write("examples/01_a.cpp", "int main() {\n  // [part]\n  run();\n  // [/part]\n}\n")
        self.write("README.md", "a\n\n<!-- [part] -->\n```cpp\n```\nb\n")
        text.fill_quotes()
        self.forget()
        self.assertEqual(text.snippets(), [])
        self.assertEqual(
            (self.root / "README.md").read_text(),
            "a\n\n<!-- [part] -->\n```cpp\nrun();\n```\nb\n",
        )

    def test_tables_must_not_change(self):
        self.write("tests/data/a.tsv", "x\n")
        self.write("tests/data/SHA256SUMS", "0" * 64 + "  a.tsv\n" + "0" * 64 + "  b.tsv\n")
        self.assertEqual(len(text.tables()), 2)


class NewUnit(unittest.TestCase):
    def test_lists_a_file_in_order_and_keeps_the_rest(self):
        before = "kebne_module(base COUNTED\n  PUBLIC  a::a b\n  SOURCES a.cpp\n          z.cpp)\n"
        after = new_unit.add_to_list(before, "SOURCES", "m.cpp")
        self.assertEqual(after, before.replace("          z", "          m.cpp\n          z"))
        self.assertEqual(
            new_unit.add_to_list(before, "TESTS", "m.test.cpp"),
            before.replace("z.cpp)", "z.cpp\n  TESTS   m.test.cpp)"),
        )



class Run(unittest.TestCase):
    """tools/run in a tree of its own, where building does nothing and kebne-bench says its words."""

    def words(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tools").mkdir()
            (root / "examples").mkdir()
            (root / "examples/01_hello.cpp").touch()
            shutil.copy(tree.ROOT / "tools/run", root / "tools/run")
            (root / "tools/lib.sh").write_text(
                f"set -euo pipefail\ncd {root}\n"
                "need_packages() { :; }\nbuild() { :; }\nheading() { :; }\n")
            programs = root / "build/release/bin"
            programs.mkdir(parents=True)
            for name in ("kebne-bench", "01_hello"):
                (programs / name).write_text(f'#!/bin/sh\necho {name} "$@"\n')
                (programs / name).chmod(0o755)
            run = subprocess.run(["bash", str(root / "tools/run"), *arguments],
                                 capture_output=True, text=True)
            return run.stdout.strip() or run.stderr

    def test_runs_the_table_without_arguments(self):
        self.assertEqual(self.words(), "kebne-bench pingpong")
        self.assertEqual(self.words("--quick"), "kebne-bench pingpong --quick")

    def test_runs_what_is_named(self):
        self.assertEqual(self.words("pair", "--reps", "2"), "kebne-bench pair --reps 2")
        self.assertEqual(self.words("01_hello"), "01_hello")
        self.assertEqual(self.words("--list"), "kebne-bench --help")


if __name__ == "__main__":
    unittest.main()
