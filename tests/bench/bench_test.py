"""Of the table of benchmarks."""

import contextlib
import io
import os
import pathlib
import sys
import unittest
import unittest.mock

sys.dont_write_bytecode = True

import bench
import campaigns
import report
import results
from workbench import SOURCE, Workbench, figure_of, holds, in_turn

BUILD = sys.argv.pop(1)
SHARED = ["palio run s -j 1", "palio run s -j 2"]
RATIO = figure_of("two workers", "x", [1.8, 1.75, 1.925], at_least=1.9, against="one worker",
                  sides="1.00 s against 1.80 s", commands=SHARED)
RATE = figure_of("stored per second", "/s", [412345.6, 400000, 420000], at_least=300000, commands=SHARED)
TOLD = figure_of("for its own sake", "ms", [0.25, 0.2, 0.3], commands=["palio"])


class Figure(unittest.TestCase):
    def test_of_an_odd_number_of_rounds_is_the_middle_one(self):
        figure = figure_of("a", "s", [5, 1, 3])
        self.assertEqual((figure["median"], figure["min"], figure["max"], figure["rounds"]), (3, 1, 5, 3))

    def test_of_an_even_number_of_rounds_is_between_the_two_in_the_middle(self):
        self.assertEqual(figure_of("a", "s", [9, 1, 4, 2])["median"], 3)  # 1 2 | 4 9: (2 + 4) / 2
        self.assertRaises(ValueError, figure_of, "a", "s", [])

    def test_holds_on_the_target_itself(self):
        self.assertTrue(holds(figure_of("a", "x", 2, at_least=2)))
        self.assertFalse(holds(figure_of("a", "x", 1.99, at_least=2)))
        self.assertTrue(holds(figure_of("a", "x", 2, at_most=2)))
        self.assertFalse(holds(figure_of("a", "x", 2.01, at_most=2)))
        self.assertTrue(holds(figure_of("a", "x", 0.1)))

    def test_sides_take_turns(self):
        calls = []
        given = in_turn(2, lambda: calls.append("a") or 1, lambda: calls.append("b") or 2)
        self.assertEqual(calls, ["a", "b", "b", "a"])
        self.assertEqual(given, [[1, 1], [2, 2]])


class Commands(unittest.TestCase):
    def setUp(self):
        self.lines = []
        self.bench = self.enterContext(Workbench(BUILD, True, self.lines.append))

    def test_cost_what_they_and_their_children_take(self):
        # 50 MB in a child of the shell.
        usage = self.bench.run(["sh", "-c", "python3 -c 'b = bytearray(50_000_000)'; sleep 0.1"])
        self.assertGreater(usage.wall, 0.1)
        self.assertGreater(usage.memory, 50e6)
        self.assertGreater(usage.cpu, 0)

    def test_are_not_as_large_as_the_benchmark(self):
        held = b"1" * 50_000_000
        self.assertLess(self.bench.run(["true"]).memory, len(held))

    def test_that_fail_are_named(self):
        with self.assertRaisesRegex(RuntimeError, "^sh -c 'exit 3' ended with status 3$"):
            self.bench.run(["sh", "-c", "exit 3"])

    def test_are_typed_as_in_the_folder_of_their_files(self):
        command = self.bench.palio("query", self.bench.file("a.db"), "SELECT 'x'", "it is")
        self.assertEqual(self.bench.typed(command, output=self.bench.file("out")),
                         "palio query a.db \"SELECT 'x'\" 'it is' > out")


    def test_that_fail_while_they_are_watched_are_named(self):
        with self.assertRaisesRegex(RuntimeError, "^sh -c 'exit 3' ended with status 3$"):
            campaigns.watched(self.bench, ["sh", "-c", "exit 3"], self.bench.file("none.db"))

    def test_tell_of_a_worker_that_ends_early(self):
        # One that says nothing, and one that greets, takes a request and ends.
        pathlib.Path(self.bench.file("worker")).write_text("#!/bin/sh\necho hello\nread -r request\n")
        os.chmod(self.bench.file("worker"), 0o755)
        for program in ("/bin/true", self.bench.file("worker")):
            with self.assertRaisesRegex(RuntimeError, "^the worker ended early$"):
                results.peaks(self.bench, os.path.relpath(program, self.bench.programs))


class Quick(unittest.TestCase):
    def test_figures_are_kept_where_a_benchmark_fails(self):
        def failing(_):
            raise RuntimeError("no space left")

        benchmarks = {"first": lambda workbench: workbench.tell("one", "s", 1), "bad": failing,
                      "last": lambda workbench: workbench.tell("two", "s", 2)}
        with (unittest.mock.patch.dict(bench.BENCHMARKS, benchmarks, clear=True),
              contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err,
              self.assertRaisesRegex(SystemExit, "^bench: failed: bad$")):
            bench.main(BUILD, "--quick")
        self.assertEqual([line.split()[0] for line in out.getvalue().splitlines()[2:]], ["one", "two"])
        self.assertIn("bench: no space left\n", err.getvalue())


class Report(unittest.TestCase):
    def test_numbers_have_about_three_digits(self):
        self.assertEqual([report.number_text(value) for value in (1234567.8, 123.4, 12.34, 1.234, 0.1234)],
                         ["1,234,568", "123", "12.3", "1.23", "0.123"])

    def test_a_row_has_the_figure_its_target_and_the_verdict(self):
        text = report.markdown([RATIO, RATE, TOLD], {"SimGrid": "3.32"})
        self.assertIn("| two workers | 1.80 x | 1.75 to 1.93 | at least 1.9 x | misses | one worker | 1.00 s against "
                      "1.80 s |\n", text)
        self.assertIn("| stored per second | 412,346/s | 400,000 to 420,000 | at least 300,000/s | holds | - |", text)
        self.assertIn("| for its own sake | 0.250 ms | 0.200 to 0.300 | - | - | - |", text)
        self.assertIn("| SimGrid | 3.32 |\n", text)

    def test_commands_that_figures_share_are_given_once(self):
        self.assertIn("\ntwo workers (this row and the next):\n\n```console\n$ palio run s -j 1\n$ palio run s -j 2\n"
                      "```\n\nfor its own sake:\n\n```console\n$ palio\n```\n", report.markdown([RATIO, RATE, TOLD], {}))

    def test_the_table_has_a_line_per_figure(self):
        self.assertEqual(report.table([RATIO, TOLD]).splitlines()[2:], [
            "two workers       1.80 x    1.75 to 1.93    at least 1.9 x  misses   one worker",
            "for its own sake  0.250 ms  0.200 to 0.300  -               -"])

    def test_knows_the_machine(self):
        facts = report.machine_facts(f"{BUILD}/bin/palio", {"load": "0.25"})
        self.assertEqual(facts["load"], "0.25")
        self.assertRegex(facts["SimGrid"], "^[34][.]")
        self.assertRegex(facts["kernel"], "^Linux")

    def test_says_when_benchmarks_were_measured(self):
        circumstances = {"a": {"date": "day 2", "load": 0.5}, "b": {"date": "day 3", "load": 1.5},
                         "long": {"date": "day 1", "load": 0.1}}
        self.assertEqual(report.when(circumstances, ["long"]), {
            "date": "day 2", "date of `long`": "day 1", "load": "1.5 over the minute before"})

    def test_the_summary_of_the_page_is_of_its_rows(self):
        page = pathlib.Path(SOURCE, "docs/benchmarks.md").read_text()
        rows = [line.strip("|\n ").split(" | ") for line in page.partition("## All figures\n")[2].splitlines()
                if line.startswith("| ")]
        self.assertIn(report.summary([[*row, ""] for row in rows]), page)
        self.assertEqual(report.summary(rows).count("\n"), 2 + len(report.QUESTIONS))


unittest.main()
