// `import palio`: reads campaigns, runs studies and races functions in a Python whose sqlite3 need not know extensions.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/end_to_end/support/command_test.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class PythonModuleTest : public CommandTest {
protected:
  Finished python(const std::string& program) {
    folder_.write("q.py", program);
    const int status =
        std::system(fmt::format("cd '{}' && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH={}/lib/python3/dist-packages "
                                "/usr/bin/python3 q.py >out 2>err",
                                folder_.file(""), PALIO_BINARY_DIR)
                        .c_str());
    return {status, content(folder_.file("out")), content(folder_.file("err"))};
  }
  void run_study() { ASSERT_EQ(palio({"run", study_, "--db", database_, "-q"}).status, 0); }

  std::string database_ = folder_.file("small.db");
};

TEST_F(PythonModuleTest, GivesRowsAndReadyQueries) {
  run_study();
  const Finished finished = python(R"py(
import palio, shutil
with palio.open("small.db") as campaign:
    print(len(campaign.results(where="strategy = ?", values=("HCPA",), rows=True)))
    print(campaign.table("campaign", rows=True)[0]["study"])
    print([row["strategy"] for row in campaign.query("@degradation", metric="efficiency", rows=True)])
    print(campaign.results(where="0", rows=True).columns[:2])
    shutil.copy("small.db", "two.db")
    print(len(palio.open("small.db", "two.db").query("SELECT strategy FROM results", rows=True)))
)py");
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string csv = palio({"query", database_, "@degradation", "--metric", "efficiency", "--format", "csv"}).out;
  const bool heft_leads = csv.find("\nM-HEFT-MAX") < csv.find("\nHCPA");
  EXPECT_EQ(finished.out, fmt::format("24\nsmall\n{}\n['scenario', 'instance']\n96\n",
                                      heft_leads ? "['M-HEFT-MAX', 'HCPA']" : "['HCPA', 'M-HEFT-MAX']"));
}

// What stands in texts, names and comments is no parameter.
TEST_F(PythonModuleTest, FillsInParameters) {
  run_study();
  const Finished finished = python(R"py(
import palio
campaign = palio.open("small.db")
print(campaign.query("SELECT '?', ? AS \"a?\", ? /* ? */, typeof(?), ? -- ?", ["it's", 0.1, None, True], rows=True)[0])
print(campaign.query("SELECT :a, ':a', :b", {"a": 1, "b": "x", "c": 3}, rows=True)[0])
for sql, values in (("SELECT ?, ?", [1]), ("SELECT ?", [1, 2]), ("SELECT :a", {"b": 1}), ("SELECT ?", [b"x"])):
    try:
        campaign.query(sql, values)
    except (TypeError, ValueError) as error:
        print(error)
)py");
  EXPECT_EQ(finished.out,
            "('?', \"it's\", 0.1, 'null', 1)\n(1, ':a', 'x')\n"
            "the statement has more parameters than the values [1] (pop from empty list): SELECT ?, ?\n"
            "the statement has fewer ? than the 2 values that are given: SELECT ?\n"
            "the statement has more parameters than the values {'b': 1} ('a'): SELECT :a\n"
            "b'x' is no value of a statement: a number, a text or None\n")
      << finished.err;
}

TEST_F(PythonModuleTest, GivesFramesWherePandasIs) {
  if (python("import pandas").status != 0) GTEST_SKIP() << "python3-pandas is not installed";
  run_study();
  const Finished finished = python(R"py(
import palio
campaign = palio.open("small.db")
print(campaign.results().groupby("strategy").makespan.count().to_dict())
)py");
  EXPECT_EQ(finished.out, "{'HCPA': 24, 'M-HEFT-MAX': 24}\n") << finished.err;
}

// Debian 12 has no polars: what stands in for it shows what it would get.
TEST_F(PythonModuleTest, GivesFramesOfPolarsWherePandasIsNot) {
  run_study();
  folder_.write("pandas.py", "raise ImportError");
  folder_.write("polars.py", "def DataFrame(*given, **named): return given, named");
  const Finished finished = python(R"py(
import palio
print(palio.open("small.db").query("SELECT 1 AS a, 'x' AS b"))
)py");
  EXPECT_EQ(finished.out, "(([(1, 'x')],), {'schema': ['a', 'b'], 'orient': 'row', 'infer_schema_length': None})\n")
      << finished.err;
}

// A run may store while a notebook is open: its intervals are for what is there now.
TEST_F(PythonModuleTest, AnOpenCampaignSeesWhatIsStoredLater) {
  const Finished finished = python(R"py(
import palio
ask = "SELECT workload_draws(workload) AS n, count(*) AS k, mean_p(makespan, platform, workload) FROM results"
campaign = palio.run("small.toml", "part.db", sample=4, quiet=True)
before = campaign.query(ask, rows=True)[0]
palio.run("small.toml", "part.db", sample=24, quiet=True)
after = campaign.query(ask, rows=True)[0]
whole = palio.run("small.toml", quiet=True).query(ask, rows=True)[0]
print(before["k"], before["n"] < after["n"], tuple(after) == tuple(whole))
)py");
  EXPECT_EQ(finished.out, "8 True True\n") << finished.err;
  EXPECT_TRUE(std::filesystem::exists(database_));
}

TEST_F(PythonModuleTest, NamesWhatIsWrong) {
  folder_.write("other.db", "text");
  ASSERT_EQ(
      std::system(
          ("sqlite3 '" + folder_.file("foreign.db") + "' 'PRAGMA application_id = 7; CREATE TABLE t (x)'").c_str()),
      0);
  run_study();
  const Finished finished = python(R"py(
import palio
for ask in (lambda: palio.open("none.db"), lambda: palio.open("other.db"), lambda: palio.open("foreign.db"),
            lambda: palio.open("small.db").query("@degredation"), lambda: palio.run("smal.toml", quiet=True),
            lambda: palio.run("[study]\nname = 7\n", "x.db"), lambda: palio.run("[study]\n"), lambda: palio.race(print)):
    try:
        ask()
    except (OSError, TypeError, ValueError) as error:
        print(error)
)py");
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("there is no campaign none.db\n"), HasSubstr("other.db is not a Palio campaign"),
                    HasSubstr("foreign.db is not a Palio campaign"), HasSubstr("did you mean \"degradation\"?"),
                    HasSubstr("smal.toml: no such file"), HasSubstr("a study given as text needs db"),
                    HasSubstr("<built-in function print> is no function that def gave a name")))
      << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("standard input:2: name must be"));
}

TEST_F(PythonModuleTest, WatchesARunInTheBackground) {
  const Finished finished = python(R"py(
import palio
campaign = palio.run("mixed-parallel", sample=20000, engine="fluid", audit=0, wait=False)
wanted = campaign.status(rows=True)[0]["wanted"]
campaign.stop()
stored = campaign.status(rows=True)[0]["stored"]
print(wanted, 0 <= stored < wanted, campaign.query("SELECT count(*) AS n FROM results", rows=True)[0]["n"] == stored)
print(palio.run("small.toml", wait=False, where="tasks = 5").wait().status(rows=True)[0]["stored"])
try:
    palio.run("none.toml", wait=False)
except ValueError as error:
    print(error)
)py");
  // Of the small study 2 * 2 platforms, 2 graphs of 5 tasks, 2 strategies: 16 scenarios.
  EXPECT_THAT(finished.out, AllOf(testing::StartsWith("140000 True True\n16\n"), HasSubstr("none.toml: no such file")))
      << finished.err;
}

TEST_F(PythonModuleTest, NotebooksShowTablesAndFigures) {
  run_study();
  const Finished finished = python(R"py(
import palio
campaign = palio.open("small.db")
print(campaign.query("SELECT 'a<b' AS x, 1.5 AS y, NULL AS z", rows=True)._repr_html_())
print("24" in campaign._repr_html_() or "48" in campaign._repr_html_(), "ranks" in campaign.figures())
figure = campaign.figure("ranks")
shown = figure._repr_mimebundle_()
print("vega-lite" in shown["application/vnd.vegalite.v5+json"]["$schema"], shown.get("image/svg+xml", "<svg")[:4])
)py");
  EXPECT_EQ(
      finished.out,
      "<table><thead><tr><th>x</th><th>y</th><th>z</th></tr></thead><tbody><tr><td>a&lt;b</td><td>1.5</td><td></td>"
      "</tr></tbody></table>\nTrue True\nTrue <svg\n")
      << finished.err;
}

// All tasks on one processor of 1e9 flop/s: no data move, and the makespan is the work divided by the speed. With
// `spread`, the tasks are dealt out to two processors and their data take time.
TEST_F(PythonModuleTest, RacesAFunction) {
  const Finished finished = python(R"py(
import math as m
import palio
from json import dumps as text

FIRST = 0

def place(number):
    return FIRST if m.isfinite(number) else text(number)

class Dealer:
    def __init__(self, hands):
        self.hands = hands

def in_order(instance, spread=1):
    "deals the tasks out"
    print("not an answer")
    dealer = Dealer(spread)
    return {task: place(task) + task % dealer.hands for task in instance.order}

def broken(instance):
    return [] if instance.order else [][1]

campaign = palio.race(in_order, "small.toml", against=["HCPA", "HEFT"], spread=[1, 2], quiet=True)
for row in campaign.query("SELECT strategy, count(*), sum(abs(makespan * 1e9 / total_work - 1) < 1e-9) AS equal FROM results "
                          "GROUP BY strategy", rows=True):
    print(*row[:2], row[2] if row[0].startswith("IN") else "")
print(*palio.race(broken, "small.toml", "b.db", against=[], quiet=True).query(
    "SELECT outcome, count(*) FROM results GROUP BY 1", rows=True)[0])
open("race/MINE.py", "w").write("mine")
for function, name in ((in_order, "MINE"), (broken, "HEFT")):
    try:
        palio.race(function, "small.toml", "c.db", name=name, quiet=True)
    except (OSError, ValueError) as error:
        print(str(error).replace("\n", " "))
LARGE = object()
def uses_it(instance):
    return LARGE
try:
    palio.race(uses_it)
except TypeError as error:
    print(error)
)py");
  EXPECT_THAT(finished.out, testing::StartsWith("HCPA 24 \nHEFT 24 \nIN-ORDER 24 24\nIN-ORDER:spread=2 24 0\n"
                                                "invalid_schedule 24\n"))
      << finished.err;
  EXPECT_THAT(finished.out, AllOf(HasSubstr("MINE.py is not what palio.race wrote"), HasSubstr("HEFT"),
                                  HasSubstr("uses_it uses LARGE, which is of type object")));
  EXPECT_THAT(
      content(folder_.file("race/IN-ORDER.py")),
      AllOf(HasSubstr("import math as m\n"), HasSubstr("from json import dumps as text\n"), HasSubstr("class Dealer")));
}

}  // namespace
}  // namespace palio::test
