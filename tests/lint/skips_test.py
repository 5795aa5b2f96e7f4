"""Tests of .ci/skips."""

import pathlib
import subprocess
import tempfile
import unittest

SKIPS = pathlib.Path(__file__).resolve().parents[2] / ".ci/skips"


def result(*reasons):
    """What .ci/skips makes of a test that passed and of tests that were skipped."""
    cases = "".join(
        f'<testcase name="t{i}" status="notrun"><skipped/><system-out>a.cpp:3: Skipped\n{reason}\n\n'
        f"[  SKIPPED ] t{i}\n</system-out></testcase>"
        for i, reason in enumerate(reasons)
    )
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(f'<testsuite><testcase name="ok"><system-out>fine</system-out></testcase>{cases}</testsuite>')
        file.flush()
        return subprocess.run(["python3", "-B", SKIPS, file.name], capture_output=True, text=True, check=False)


class SkipsTest(unittest.TestCase):
    def test_none(self):
        self.assertEqual((result().returncode, result().stderr), (0, "skips: 0 tests were skipped\n"))

    def test_expected(self):
        refused = result("neither root nor a user name space may mount a file system here")
        self.assertEqual(refused.returncode, 0)
        self.assertIn("1 tests were skipped", refused.stderr)

    def test_a_missing_package(self):
        lacking = result("zsh is not installed", "neither root nor a user name space may mount a file system here")
        self.assertEqual(lacking.returncode, 1)
        self.assertIn("NOT EXPECTED, see .ci/skips: zsh is not installed (t0)", lacking.stderr)


if __name__ == "__main__":
    unittest.main()
