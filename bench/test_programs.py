"""kebne-bench from outside: its lines, its table, and what it says of bad options.

Called with the path of the program.
"""

import re
import subprocess
import sys
import unittest

PROGRAM = ""
SMALL_RALLY = ["--total", "2000", "--window", "10"]
DISPATCHERS = ("ChannelD", "DefaultThreadPool", "ForkJoin(remote)", "ForkJoin(sys)",
               "ForkJoin(dedicated)", "TaskD")


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)


class Lines(unittest.TestCase):
    def cells(self, *words):
        """All but the value of each line; the value has to be a number."""
        done = run(*words, "--tsv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        found = []
        for line in done.stdout.splitlines():
            *cell, value, unit = line.split("\t")
            self.assertRegex(value, r"^-?\d+(\.\d{3})?$")
            found.append((*cell, unit))
        return found

    def test_pingpong(self):
        expected = []
        for row in ("1", "30"):
            for kind in ("base", "receive"):
                expected += [("pingpong", kind, f"throughput={row}", "msgs/s"),
                             ("contextswitch", kind, f"throughput={row}", "switches/Mmsgs"),
                             ("pingpong-cpu", kind, f"throughput={row}", "ns/msg")]
        self.assertEqual(self.cells("pingpong", "--rows", "1,30", *SMALL_RALLY), expected)

    def test_pair(self):
        self.assertEqual(self.cells("pair", "--ops", "100"),
                         [("single-pair", "receive", "messages=102", "ns/msg"),
                          ("single-pair", "shipped-divisor", "messages=102", "ns/op")])

    def test_pingpong_elsewhere_is_another_variant(self):
        for name, variant in (("default", "base"), ("fork-join", "base-fork-join"),
                              ("task", "base-task"), ("channel", "base-channel"),
                              ("pinned", "base-pinned"), ("coalescing", "base-coalesced")):
            cells = self.cells("pingpong", "--kind", "base", "--rows", "5", "--dispatcher", name,
                               *SMALL_RALLY)
            self.assertEqual({cell[1] for cell in cells}, {variant})

    def test_executors(self):
        found = [cell for cell in self.cells("executors", *SMALL_RALLY) if cell[0] == "pingpong"]
        self.assertEqual(found, [("pingpong", f"base{mark}", f"throughput={row}", "msgs/s")
                                 for mark in ("-channel", "-coalesced", "", "-fork-join",
                                              "-pinned", "-task")
                                 for row in (1, 30, 300)])

    def test_dispatch(self):
        expected = []
        for name in DISPATCHERS:
            for inside in ("", ",inside"):
                expected += [("dispatcher", name, f"enqueue,100{inside}", "ms"),
                             ("dispatcher", name, f"drain,100{inside}", "ms"),
                             ("dispatcher", name, f"alloc,100{inside}", "bytes")]
        self.assertEqual(self.cells("dispatch", "--tasks", "100"), expected)

    def test_mailbox(self):
        for messages in ("20", "100"):  # one run of the actor, and several
            expected = []
            for name in ("enqueue", "run"):
                expected += [("mailbox", name, f"messages={messages}", "ns/msg"),
                             ("mailbox", f"{name}-alloc", f"messages={messages}", "bytes/msg")]
            self.assertEqual(self.cells("mailbox", "--messages", messages), expected)

    def test_spawn(self):
        self.assertEqual(self.cells("spawn", "--depth", "2", "--flat", "50"),
                         [("spawn", "tree", "actors=111", "actors/s"),
                          ("spawn", "flat-up", "actors=50", "actors/s"),
                          ("spawn", "flat-up+down", "actors=50", "actors/s")])

    def test_micro_benchmarks(self):
        variants = {"eventstream": ["publish-inplace", "publish-actor"],
                    "logging": ["disabled", "disabled-2params", "null-sink", "null-sink-1param",
                                "null-sink-2params", "bus", "bus-1param", "bus-2params"]}
        for subject, names in variants.items():
            expected = []
            for name in names:
                expected += [(subject, name, "ops=100", "ns/op"),
                             (subject, name + "-alloc", "ops=100", "bytes/op")]
            self.assertEqual(self.cells(subject, "--ops", "100"), expected)

    def test_scheduler(self):
        self.assertEqual(self.cells("scheduler", "--armed", "20", "--pairs", "30", "--timers", "40",
                                    "--delays", "50", "--seconds", "1"),
                         [("scheduler", "arm", "armed=20", "timers/s"),
                          ("scheduler", "arm+cancel", "armed=20,pairs=30", "pairs/s"),
                          ("scheduler", "lateness", "p50,timers=40", "us"),
                          ("scheduler", "lateness", "p99,timers=40", "us"),
                          ("scheduler", "lateness", "p99.9,timers=40", "us"),
                          ("scheduler", "lateness", "max,timers=40", "us"),
                          ("scheduler", "random", "timers=50", "early"),
                          ("scheduler", "periodic", "interval=1ms,seconds=1", "% of a core"),
                          ("scheduler", "unarmed", "seconds=1", "switches")])

    def test_timers(self):
        self.assertEqual(self.cells("timers", "--ops", "50"),
                         [("timers", "start-cancel", "ops=50", "pairs/s"),
                          ("timers", "restart", "ops=50", "timers/s"),
                          ("timers", "keys", "ops=5", "pairs/s")])

    def test_watch(self):
        self.assertEqual(self.cells("watch", "--rounds", "50"),
                         [("watch", "sequential", "rounds=50", "rounds/s"),
                          ("watch", "burst", "rounds=50", "rounds/s")])

    def test_idle(self):
        for name, extra in (("idle", []), ("idle-named", ["--named"])):
            self.assertEqual(self.cells("idle", "--count", "100", *extra),
                             [(name, "actorof-returns", "actors=100", "actors/s"),
                              (name, "last-one-up", "actors=100", "actors/s"),
                              (name, "alloc", "actors=100", "bytes/actor"),
                              (name, "rss-before-gc", "actors=100", "bytes/actor"),
                              (name, "rss-after-gc", "actors=100", "bytes/actor")])

    def test_start(self):
        self.assertEqual(self.cells("start")[:3], [("start", "local", "create", "ms"),
                                                   ("start", "local", "terminate", "ms"),
                                                   ("start", "local", "peak-rss", "MiB")])

    def test_hocon(self):
        variants = [("parse", 20), ("fallback", 20), ("fallback-get", 20)]
        variants += [(f"get-{name}", 30) for name in
                     ("string", "int", "double", "bool", "timespan", "list", "string-3rd")]
        expected = []
        for variant, ops in variants:
            expected += [("hocon", variant, f"ops={ops}", "ns/op"),
                         ("hocon", f"{variant}-alloc", f"ops={ops}", "bytes/op")]
        self.assertEqual(self.cells("hocon", "--ops", "20", "--reads", "30"), expected)

    def test_quick_marks_and_cuts_what_is_not_given(self):
        self.assertEqual([cell[2] for cell in self.cells("spawn", "--quick", "--flat", "50")],
                         ["actors=111111,quick", "actors=50,quick", "actors=50,quick"])

    def test_repetitions_come_one_after_the_other(self):
        rows = [cell[2] for cell in self.cells("pingpong", "--kind", "base", "--rows", "5,1",
                                               "--reps", "2", *SMALL_RALLY)
                if cell[0] == "pingpong"]
        self.assertEqual(rows, ["throughput=5", "throughput=1"] * 2)


class Table(unittest.TestCase):
    def test_shows_the_facts_all_rows_and_the_cost(self):
        done = run("pingpong", *SMALL_RALLY)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout
        for name in ("operating system", "processor count", "clock speed [MHz]", "actor count",
                     "memory mode", "thread count"):
            self.assertRegex(text, rf"(?m)^{re.escape(name)}: \S")
        self.assertIn("messages sent/received: 4000  (4e3)\n", text)
        self.assertRegex(text, r"(?m)^ActorBase +first start time: [\d.]+ ms$")
        self.assertRegex(text, r"(?m)^ReceiveActor +first start time: [\d.]+ ms$")
        table = text[text.index("\nthroughput "):text.index("\nDone\n")]
        rows = re.findall(r"(?m)^ +(\d+)  +[\d,]+\*? +[\d.]+ +\d+ +[\d,]+\*? +[\d.]+ +\d+$", table)
        self.assertEqual([int(row) for row in rows],
                         [1, 5, *range(10, 21, 5), *range(30, 101, 10), *range(200, 901, 100)])
        self.assertRegex(table, r"\n +1  +[\d,]+\*")
        for name in ("context switches per million messages", "bytes allocated per message",
                     "peak RSS"):
            self.assertRegex(text, rf"(?m)^{name}: [\d.]+")


class DispatchTable(unittest.TestCase):
    def test_has_a_row_for_each_way_and_an_error_that_follows_from_the_deviation(self):
        done = run("dispatch", "--tasks", "1000")
        self.assertEqual(done.returncode, 0, done.stderr)
        head, *rows = done.stdout.splitlines()
        self.assertEqual(" ".join(head.split()), "method task count configurator mean [ms] error "
                                                 "std dev median allocated [B]")
        fields = [row.split() for row in rows]
        self.assertEqual([row[:3] for row in fields],
                         [[method, "1000", name] for name in DISPATCHERS
                          for method in ("RunDispatcher", "RunDispatcherInside")])
        for *_, mean, error, deviation, median, _allocated in fields:
            self.assertGreater(float(mean), 0)
            self.assertGreater(float(median), 0)
            # ten repetitions: 4.781 / sqrt(10), of figures with two digits
            self.assertAlmostEqual(float(error), 1.512 * float(deviation), delta=0.02)


class ExecutorTable(unittest.TestCase):
    def test_has_a_row_for_each_and_rate_and_switches_for_each_throughput(self):
        done = run("executors", *SMALL_RALLY)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = re.findall(r"(?m)^(\S+)((?: +[\d,]+ +[\d.]+){3})$", done.stdout)
        self.assertEqual([name for name, _ in rows],
                         ["channel", "coalescing", "default", "fork-join", "pinned", "task"])


class BadOptions(unittest.TestCase):
    def test_end_with_2_and_say_what_is_wrong(self):
        for words, sentence in (
                ([], "expected one of the commands pingpong .* start, got none"),
                (["tennis"], 'expected one of the commands .*, got "tennis"'),
                (["--tsv"], "A subcommand is required"),
                (["pair", "--opps", "5"], "--opps"),
                (["pair", "--ops", "many"], "--ops.*many"),
                (["pair", "--ops", "0"], "--ops.*0 not in range 1"),
                (["pingpong", "--kind", "async"], r"--kind: async not in \{base,receive,all\}"),
                (["pingpong", "--dispatcher", "gpu"], "--dispatcher: gpu not in .*fork-join"),
                (["dispatch", "--tasks", "0"], "--tasks.*0 not in range 1"),
                (["pingpong", "--rows", "1,x"], "--rows.*x"),
                (["pingpong", "--rows", "0"], "--rows.*0 not in range 1"),
                (["pingpong", "--pairs", "5", "--total", "4"],
                 "--total: expected at least one ball for each of 5 pairs, got 4"),
                (["spawn", "--flat", "1"], "--flat.*1 not in range 2")):
            with self.subTest(words):
                done = run(*words)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stdout, "")
                self.assertRegex(done.stderr, rf"^kebne-bench: .*{sentence}")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
