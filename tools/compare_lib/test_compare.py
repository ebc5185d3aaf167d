"""Parsing, medians, ratios, and a whole comparison of programs that are not there."""

import io
import math
import os
import stat
import sys
import tempfile
import unittest
from contextlib import redirect_stderr
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import main  # noqa: E402
from cells import BadLine, Cell, Figures, is_rate, parse, ratio, summarize  # noqa: E402
from sides import Failed, Job, Side, jobs  # noqa: E402
from tables import cpu_table, rows, table, tsv  # noqa: E402


def program(folder, name, text):
    """A program that prints what `text` says."""
    path = Path(folder) / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return [str(path)]


class Lines(unittest.TestCase):
    def test_a_line_is_a_cell_and_a_value(self):
        found = parse("spawn\ttree\tactors=10\t12.5\tactors/s\n\n", "x")
        self.assertEqual(found, [(Cell("spawn", "tree", "actors=10", "actors/s"), 12.5)])

    def test_a_refused_line_says_where_and_what(self):
        for text, sentence in (
                ("a\tb\tc\t1", r"x, line 1: expected 5 tab-separated fields, got 4"),
                ("a\tb\tc\tmany\tms", r"x, line 1: expected a number as the fourth field, got 'many'"),
                ("a\tb\tc\tnan\tms", r"expected a number"),
                ("a\tb\tc\t1\tfurlongs", r"unit 'furlongs' is neither a rate")):
            with self.subTest(text), self.assertRaisesRegex(BadLine, sentence):
                parse(text, "x")

    def test_rates_grow_and_costs_shrink(self):
        for unit in ("msgs/s", "actors/s"):
            self.assertTrue(is_rate(unit), unit)
        for unit in ("ns/msg", "ns/op", "ms", "MiB", "bytes/actor", "switches/Mmsgs",
                     "us", "switches", "% of a core", "early"):
            self.assertFalse(is_rate(unit), unit)


class Medians(unittest.TestCase):
    def test_of_an_odd_and_an_even_number(self):
        odd = summarize([5, 1, 3])
        self.assertEqual((odd.low, odd.median, odd.high, odd.count), (1, 3, 5, 3))
        self.assertEqual(summarize([4, 1, 3, 2]).median, 2.5)

    def test_of_nothing_there_is_none(self):
        with self.assertRaises(ValueError):
            summarize([])


class Ratios(unittest.TestCase):
    def test_above_one_is_better_whatever_the_unit(self):
        self.assertEqual(ratio(300, 100, "msgs/s"), 3)
        self.assertEqual(ratio(20, 100, "ns/msg"), 5)

    def test_nothing_used_is_infinitely_better(self):
        self.assertEqual(ratio(0, 5, "switches/Mmsgs"), math.inf)
        self.assertEqual(ratio(0, 0, "switches/Mmsgs"), 1)


class Tables(unittest.TestCase):
    def figures(self, *lines):
        found = Figures()
        for *words, value in lines:
            found.add(Cell(*words), value)
        return found

    def test_each_peer_with_the_same_cell_gets_a_row(self):
        own = self.figures(("pingpong", "base", "throughput=1", "msgs/s", 40.0),
                           ("pingpong", "receive", "throughput=1", "msgs/s", 30.0))
        net = self.figures(("pingpong", "base", "throughput=1", "msgs/s", 10.0))
        caf = self.figures(("pingpong", "", "throughput=1", "msgs/s", 5.0))

        found = rows(own, [("akka.net", net), ("caf", caf)])

        self.assertEqual([(row.cell.variant, row.peer, row.ratio()) for row in found],
                         [("base", "akka.net", 4), ("base", "caf", 8), ("receive", "caf", 6)])

    def test_a_cell_without_peer_stays(self):
        own = self.figures(("start-first-answer", "local", "create", "ms", 1.0))
        found = rows(own, [("akka.net", Figures())])
        self.assertEqual([(row.peer, row.ratio()) for row in found], [("", None)])
        self.assertIn("start-first-answer", table(found))

    def test_other_units_do_not_meet(self):
        own = self.figures(("single-pair", "shipped-divisor", "messages=2", "ns/op", 1.0))
        proto = self.figures(("single-pair", "", "messages=2", "ns/msg", 1.0))
        self.assertIsNone(rows(own, [("proto", proto)])[0].other)

    def test_named_idle_actors_stand_against_the_peers_idle_ones(self):
        own = self.figures(("idle-named", "rss-after-gc", "actors=10", "bytes/actor", 250.0))
        net = self.figures(("idle", "rss-after-gc", "actors=10", "bytes/actor", 2500.0))
        self.assertEqual(rows(own, [("akka.net", net)])[0].ratio(), 10)

    def test_coalesced_sends_stand_against_the_peers_only_form(self):
        cell = ("pingpong", "base-coalesced", "throughput=30", "msgs/s")
        own = self.figures((*cell, 120.0))
        net = self.figures(("pingpong", "base", "throughput=30", "msgs/s", 20.0))
        caf = self.figures(("pingpong", "", "throughput=30", "msgs/s", 10.0))
        self.assertEqual([row.ratio() for row in rows(own, [("akka.net", net), ("caf", caf)])],
                         [6, 12])

    def test_handing_over_inside_and_outside_are_different_cells(self):
        own = self.figures(("dispatcher", "TaskD", "drain,10", "ms", 10.0),
                           ("dispatcher", "TaskD", "drain,10,inside", "ms", 20.0),
                           ("dispatcher", "TaskD", "alloc,10", "bytes", 0.0))
        net = self.figures(("dispatcher", "TaskD", "drain,10", "ms", 40.0),
                           ("dispatcher", "TaskD", "alloc,10", "bytes", 960.0))
        self.assertEqual([row.ratio() for row in rows(own, [("akka.net", net)])],
                         [4, None, math.inf])

    def test_cpu_time_stands_beside_wall_time(self):
        own = self.figures(("pingpong", "base", "throughput=1", "msgs/s", 1e8),
                           ("pingpong-cpu", "base", "throughput=1", "ns/msg", 19.0))
        self.assertRegex(cpu_table(own), r"base +throughput=1 +10\.0 +19\.0$")
        self.assertEqual(cpu_table(Figures()), "")

    def test_tsv_has_a_head_and_as_many_fields_in_each_line(self):
        own = self.figures(("pingpong", "base", "throughput=1", "msgs/s", 40.0))
        net = self.figures(("pingpong", "base", "throughput=1", "msgs/s", 10.0))
        lines = tsv(rows(own, [("akka.net", net)])).splitlines()
        self.assertEqual(len(lines), 2)
        self.assertEqual(lines[1].split("\t"),
                         ["pingpong", "base", "throughput=1", "msgs/s", "40", "40", "40", "1",
                          "akka.net", "10", "10", "10", "1", "4.000"])
        self.assertEqual(len(lines[0].split("\t")), 14)


class Programs(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = self._folder.name
        self.addCleanup(self._folder.cleanup)

    def test_arguments_follow_what_a_side_understands(self):
        full = Side("kebne", [], ("pingpong",), kinds=True, tsv=True, own=True)
        bare = Side("proto", [], ("pingpong",))
        base, receive, coalescing = jobs(["pingpong"], "1,30", True)
        self.assertEqual(base.arguments(full), ["pingpong", "--tsv", "--quick", "--rows", "1,30",
                                                "--kind", "base"])
        self.assertEqual(base.arguments(bare), ["pingpong", "--quick", "--rows", "1,30"])
        self.assertTrue(base.suits(bare))
        self.assertFalse(receive.suits(bare))
        self.assertEqual(coalescing.arguments(full)[-4:],
                         ["--kind", "base", "--dispatcher", "coalescing"])
        self.assertFalse(coalescing.suits(bare))
        self.assertFalse(coalescing.suits(Side("net", [], ("pingpong",), kinds=True)))

    def test_a_label_is_taken_off_the_variant(self):
        side = Side("caf", [], ("spawn",), label="caf-0.17.6")
        self.assertEqual(side.own_variant("caf-0.17.6,flat-up"), "flat-up")
        self.assertEqual(side.own_variant("caf-0.17.6"), "")

    def test_sides_alternate_and_take_turns_in_going_first(self):
        log = Path(self.folder) / "log"
        line = r"printf 'pair\treceive\tmessages=2\t10\tns/msg\n'"
        sides = [Side(name, program(self.folder, name, f"echo {name} >>{log}; {line}"), ("pair",))
                 for name in ("one", "two")]

        figures = main.measure(sides, [Job("pair")], 3)

        self.assertEqual(log.read_text(encoding="utf-8").split(),
                         ["one", "two", "two", "one", "one", "two"])
        cell = Cell("pair", "receive", "messages=2", "ns/msg")
        self.assertEqual(figures["two"].summary(cell).count, 3)

    def test_starting_is_timed_from_outside_as_well(self):
        side = Side("one", program(self.folder, "one", r"printf 'start\tlocal\tcreate\t1\tms\n'"),
                    ("start",))
        cells = [cell for cell, _ in side.run(Job("start"))]
        self.assertEqual([cell.parameter for cell in cells], ["create", "process"])

    def test_a_failing_program_is_named_with_its_last_words(self):
        side = Side("one", program(self.folder, "one", "echo no luck >&2; exit 3"), ("pair",))
        with self.assertRaisesRegex(Failed, r"(?s)one pair: exit code 3.*no luck"):
            side.run(Job("pair"))

    def test_a_missing_program_is_named(self):
        side = Side("one", [os.path.join(self.folder, "none")], ("pair",))
        with self.assertRaisesRegex(Failed, r"none: No such file"):
            side.run(Job("pair"))

    def test_a_silent_program_is_refused(self):
        side = Side("one", program(self.folder, "one", ":"), ("pair",))
        with self.assertRaisesRegex(Failed, "printed no result"):
            side.run(Job("pair"))


class CommandLine(unittest.TestCase):
    def refused(self, *words):
        text = io.StringIO()
        with redirect_stderr(text), self.assertRaises(SystemExit) as left:
            main.options(list(words))
        self.assertEqual(left.exception.code, 2)
        return text.getvalue()

    def test_without_subjects_all_are_meant(self):
        self.assertEqual(main.options([]).subjects,
                         ["pingpong", "pair", "spawn", "dispatch", "mailbox", "hocon",
                          "eventstream", "logging", "scheduler", "timers", "watch", "idle", "start"])
        self.assertEqual(main.options(["--rows", "all"]).rows, main.ALL_ROWS)

    def test_bad_words_say_what_was_wanted(self):
        self.assertIn("expected one of pingpong", self.refused("tennis"))
        self.assertIn("expected a whole number from 1, got '0'", self.refused("--reps", "0"))
        self.assertIn("got '1,x'", self.refused("--rows", "1,x"))


if __name__ == "__main__":
    unittest.main()
