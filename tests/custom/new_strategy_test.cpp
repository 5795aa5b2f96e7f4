// The files that `palio new strategy` writes build, pass their own test and run in a study.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class NewStrategyTest : public testing::Test {
protected:
  test::Finished palio(const std::vector<std::string>& arguments, const std::string& folder = "") {
    return test::palio(folder_.file(folder), arguments, {"env", "-C", folder_.file(folder)});
  }
  // In the strategy's folder; its output is that of the test.
  int shell(const std::string& command) {
    return std::system(("cd '" + folder_.file("MY-IDEA") + "' && " + command).c_str());
  }
  // Two hosts, between which a byte takes 1 s. Task y ends first on p2, at 2 s. Its 4 bytes are on p1 at 6 s, where z
  // ends at 9 s; on p2 it would at 11 s.
  void schedule_times(const std::string& code, const std::string& file, const std::string& strategy = "MY-IDEA") {
    folder_.write("MY-IDEA/p.json", R"({"format": "palio-platform", "version": 1, "mesh": {
      "hosts": [{"name": "p1", "speed": 1}, {"name": "p2", "speed": 1}],
      "other_links": {"bandwidth": 1, "latency": 0}}})");
    folder_.write("MY-IDEA/w.json", R"({"format": "palio-workload", "version": 1, "applications": [{"name": "g",
      "tasks": [{"name": "y", "times": [5, 2]}, {"name": "z", "times": [3, 9]}],
      "edges": [{"from": "y", "to": "z", "bytes": 4}]}]})");
    const test::Finished ran = palio({"simulate", code, file, "--strategy", strategy, "--platform", "p.json",
                                      "--workload", "w.json", "--format", "csv"},
                                     "MY-IDEA");
    EXPECT_EQ(ran.out,
              "application,task,cluster,n,processors,predicted_start,predicted_finish,start,finish\n"
              "0,y,p2,1,1,0,2,0,2\n0,z,p1,1,0,6,9,6,9\n")
        << ran.err;
  }
  void race(const std::string& database) {
    const test::Finished ran = palio({"run", "study.toml", "-q", "--sample", "3"}, "MY-IDEA");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(test::count(folder_.file("MY-IDEA/" + database), "SELECT count(*) FROM results"), 18);
  }

  test::TemporaryFolder folder_;
};

TEST_F(NewStrategyTest, InCppBuildsAndRaces) {
  const test::Finished made = palio({"new", "strategy", "MY-IDEA"});
  ASSERT_EQ(made.status, 0) << made.err;
  ASSERT_EQ(shell("cmake -B build -D CMAKE_PREFIX_PATH=" PALIO_BUILD_DIR " >configure.log && cmake --build build "
                  ">build.log && ctest --test-dir build >test.log || { cat *.log; exit 1; }"),
            0);
  race("my_idea.db");
  schedule_times("--plugin", "my_idea.so");
}

TEST_F(NewStrategyTest, InCppBuildsWithWhatIsInstalled) {
  ASSERT_EQ(palio({"new", "strategy", "MY-IDEA"}).status, 0);
  const std::string prefix = folder_.file("prefix");
  ASSERT_EQ(shell("cmake --install " PALIO_BUILD_DIR " --component plugin --prefix '" + prefix + "' >install.log"), 0);
  ASSERT_EQ(shell("PATH=\"$(dirname " PALIO_PATH "):$PATH\" cmake -B build -D CMAKE_PREFIX_PATH='" + prefix +
                  "' >configure.log && cmake --build build >build.log && ctest --test-dir build >test.log || "
                  "{ cat *.log; exit 1; }"),
            0);
  // So that a Palio with an older libstdc++ than the compiler's loads it.
  EXPECT_EQ(shell("ldd my_idea.so >needs && ! grep libstdc++ needs"), 0);
}

// The example of docs/custom-strategies.md replaces it.
TEST_F(NewStrategyTest, TheDocumentsExampleBuilds) {
  ASSERT_EQ(palio({"new", "strategy", "MY-IDEA"}).status, 0);
  std::ifstream file(PALIO_SOURCE_DIR "/docs/custom-strategies.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = page.find("```cpp\n") + 7;
  folder_.write("MY-IDEA/strategy.cpp", page.substr(begin, page.find("```", begin) - begin));
  ASSERT_EQ(shell("cmake -B build -D CMAKE_PREFIX_PATH=" PALIO_BUILD_DIR " >configure.log && cmake --build build "
                  ">build.log || { cat *.log; exit 1; }"),
            0);
  EXPECT_THAT(palio({"list", "strategies", "--plugin", "my_idea.so"}, "MY-IDEA").out, HasSubstr("QUICKEST"));
  schedule_times("--plugin", "my_idea.so", "QUICKEST");
}

TEST_F(NewStrategyTest, InPythonRaces) {
  const test::Finished made = palio({"new", "strategy", "MY-IDEA", "--lang", "python"});
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(shell("./test.sh " PALIO_PATH), 0);
  race("my_idea.db");
  schedule_times("--command", "python3 strategy.py");
}

TEST_F(NewStrategyTest, NothingIsOverwritten) {
  ASSERT_EQ(palio({"new", "strategy", "MY-IDEA"}).status, 0);
  const test::Finished again = palio({"new", "strategy", "MY-IDEA", "--lang", "python"});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.err, HasSubstr("already exists"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("MY-IDEA/strategy.py")));
}

TEST_F(NewStrategyTest, WhatCannotBeIsNamed) {
  EXPECT_THAT(palio({"new", "strategy", "../x"}).err, HasSubstr("cannot be the name of a strategy"));
  EXPECT_THAT(palio({"new", "strategy", "X", "--lang", "cp"}).err, HasSubstr("did you mean \"cpp\"?"));
  EXPECT_THAT(palio({"new", "strategy", "HEFT"}).err, AllOf(HasSubstr("HEFT is the name of one of Palio's strategies"),
                                                            HasSubstr("palio new strategy MY-HEFT")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("HEFT")));
  EXPECT_THAT(palio({"new", "platform", "X"}).err, HasSubstr("palio new strategy NAME"));
}

}  // namespace
}  // namespace palio
