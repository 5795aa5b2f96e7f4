#include "tests/lint/include_rules.h"

#include <gmock/gmock.h>

#include "tests/lint/made_up_tree.h"

namespace palio::lint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Layers, AnIncludeUpwardsIsAProblem) {
  const auto tree = made_up_tree({{"core/a.h", "#pragma once\n#include \"storage/b.h\"\n"}});
  EXPECT_THAT(check_layers(tree),
              ElementsAre("core/a.h:2: core may not include storage, but includes \"storage/b.h\""));
}

TEST(Layers, AnIncludeSidewaysIsAProblem) {
  const auto tree = made_up_tree({{"storage/a.cpp", "#include \"runners/b.h\"\n"}});
  EXPECT_THAT(check_layers(tree),
              ElementsAre("storage/a.cpp:1: storage may not include runners, but includes \"runners/b.h\""));
}

TEST(Layers, IncludesDownwardsAndWithinAFolderAreFine) {
  const auto tree =
      made_up_tree({{"storage/a.cpp", "#include \"core/b.h\"\n#include \"storage/deep/c.h\"\n"},
                    {"campaign/cli/run.cpp", "#include \"campaign/plan/plan.h\"\n#include \"core/b.h\"\n"},
                    {"tests/storage/a_test.cpp", "#include \"campaign/cli/run.h\"\n"}});
  EXPECT_THAT(check_layers(tree), IsEmpty());
}

TEST(Layers, TheCampaignDoesNotKnowItsCommandLine) {
  const auto tree = made_up_tree({{"campaign/plan/plan.cpp", "#include \"campaign/cli/run.h\"\n"}});
  EXPECT_THAT(check_layers(tree),
              ElementsAre("campaign/plan/plan.cpp:1: campaign may not include campaign/cli, but includes "
                          "\"campaign/cli/run.h\""));
}

TEST(Layers, NothingIncludesTests) {
  const auto tree = made_up_tree({{"core/a.cpp", "#include \"tests/support/b.h\"\n"}});
  EXPECT_THAT(check_layers(tree),
              ElementsAre("core/a.cpp:1: core may not include tests, but includes \"tests/support/b.h\""));
}

TEST(Layers, AnIncludeRelativeToItsFileIsAProblem) {
  const auto tree = made_up_tree({{"core/a.cpp", "#include \"b.h\"\n"}});
  EXPECT_THAT(check_layers(tree), ElementsAre("core/a.cpp:1: \"b.h\" is not written from the root of the tree"));
}

TEST(ThirdParty, ALibraryInAnotherFolderIsAProblem) {
  const auto tree = made_up_tree({{"campaign/a.cpp", "#include <SQLiteCpp/Database.h>\n"},
                                  {"runners/a.cpp", "#include <simgrid/s4u.hpp>\n"},
                                  {"campaign/plan/plan.cpp", "#include <oneapi/tbb/task_arena.h>\n"}});
  EXPECT_THAT(check_third_party(tree),
              ElementsAre("campaign/a.cpp:1: <SQLiteCpp/Database.h> belongs to storage/ alone",
                          "campaign/plan/plan.cpp:1: <oneapi/tbb/task_arena.h> belongs to campaign/run/executor, "
                          "campaign/run/side_by_side alone",
                          "runners/a.cpp:1: <simgrid/s4u.hpp> belongs to runners/engines/simgrid/, "
                          "tests/bench/engines/bare_loop/ alone"));
}

TEST(ThirdParty, QuotesDoNotHideALibrary) {
  const auto tree = made_up_tree({{"core/a.cpp", "#include \"sqlite3.h\"\n"}});
  EXPECT_THAT(check_third_party(tree), ElementsAre("core/a.cpp:1: <sqlite3.h> belongs to storage/ alone"));
}

TEST(ThirdParty, StudyFilesAreNotReadByTheCommandLine) {
  const auto tree = made_up_tree(
      {{"campaign/cli/a.cpp", "#include <toml++/toml.h>\n"}, {"campaign/study.cpp", "#include <toml++/toml.h>\n"}});
  EXPECT_THAT(check_third_party(tree), ElementsAre("campaign/cli/a.cpp:1: <toml++/toml.h> belongs to campaign/ alone"));
}

TEST(ThirdParty, AnUnlistedLibraryIsAProblem) {
  const auto tree = made_up_tree({{"core/a.cpp", "#include <vector>\n#include <boost/graph/graph.hpp>\n"}});
  EXPECT_THAT(check_third_party(tree),
              ElementsAre("core/a.cpp:2: <boost/graph/graph.hpp> belongs to no library of the table in "
                          "tests/lint/layer_table.cpp"));
}

TEST(ThirdParty, AFolderAndItsTestsMayUseItsLibrary) {
  const auto tree = made_up_tree({{"storage/a.cpp", "#include <sqlite3.h>\n#include <sys/stat.h>\n#include <map>\n"},
                                  {"tests/runners/engines/simgrid/a_test.cpp", "#include <simgrid/s4u.hpp>\n"},
                                  {"campaign/run/executor.cpp", "#include <tbb/task_arena.h>\n"}});
  EXPECT_THAT(check_third_party(tree), IsEmpty());
}

TEST(Cycles, AWayBackIsAProblem) {
  const auto tree = made_up_tree({{"core/a.h", "#include \"core/b.h\"\n"},
                                  {"core/b.h", "#include \"core/c.h\"\n"},
                                  {"core/c.h", "#include \"core/a.h\"\n"}});
  EXPECT_THAT(check_cycles(tree), ElementsAre("core/a.h: includes itself: core/a.h > core/b.h > core/c.h > core/a.h"));
}

TEST(Cycles, TwoWaysToOneHeaderAreFine) {
  const auto tree = made_up_tree({{"core/a.h", "#include \"core/b.h\"\n#include \"core/c.h\"\n"},
                                  {"core/b.h", "#include \"core/c.h\"\n"},
                                  {"core/c.h", ""}});
  EXPECT_THAT(check_cycles(tree), IsEmpty());
}

TEST(Folders, AWayBackIsAProblemWithThePlacesThatMakeIt) {
  const auto tree =
      made_up_tree({{"campaign/plan/a.cpp", "\n#include \"campaign/run/b.h\"\n"},
                    {"campaign/plan/c.h", ""},
                    {"campaign/run/b.h", ""},
                    {"campaign/run/d.cpp", "#include \"campaign/run/b.h\"\n#include \"campaign/plan/c.h\"\n"}});
  EXPECT_THAT(check_folders(tree),
              ElementsAre("campaign/plan: the folder depends on itself: campaign/plan > campaign/run "
                          "(campaign/plan/a.cpp:2) > campaign/plan (campaign/run/d.cpp:2)"));
}

TEST(Folders, AFolderIsAnotherOneThanThatAbove) {
  const auto tree = made_up_tree({{"core/a.cpp", "#include \"core/text/b.h\"\n"},
                                  {"core/text/b.h", "#include \"core/text/c.h\"\n"},
                                  {"core/text/c.h", "#include \"core/d.h\"\n"},
                                  {"core/d.h", ""}});
  EXPECT_THAT(check_folders(tree), ElementsAre("core: the folder depends on itself: core > core/text (core/a.cpp:1) > "
                                               "core (core/text/c.h:1)"));
}

TEST(Folders, OneWayIsFine) {
  const auto tree = made_up_tree({{"campaign/run/a.cpp", "#include \"campaign/plan/b.h\"\n#include \"core/c.h\"\n"},
                                  {"campaign/plan/b.h", "#include \"core/c.h\"\n"},
                                  {"core/c.h", ""}});
  EXPECT_THAT(check_folders(tree), IsEmpty());
}

TEST(PragmaOnce, AHeaderWithoutItIsAProblem) {
  const auto tree = made_up_tree({{"core/a.h", "#include <map>\n"}, {"core/b.h", ""}, {"core/c.h", "#pragma once\n"}});
  EXPECT_THAT(check_pragma_once(tree), ElementsAre("core/a.h:1: the first line of a header is #pragma once",
                                                   "core/b.h:1: the first line of a header is #pragma once"));
}

TEST(Targets, AFileThatNobodyBuildsIsAProblem) {
  const auto tree = made_up_tree({{"core/CMakeLists.txt", "add_library(core\n  a.cpp  # c.cpp\n  my_b.cpp\n)\n"},
                                  {"core/a.cpp", ""},
                                  {"core/b.cpp", ""},
                                  {"core/c.cpp", ""}});
  EXPECT_THAT(check_targets(tree), ElementsAre("core/b.cpp: no CMakeLists.txt of its folder names it",
                                               "core/c.cpp: no CMakeLists.txt of its folder names it"));
}

TEST(Targets, AFolderAboveMayBuildAFile) {
  const auto tree =
      made_up_tree({{"runners/CMakeLists.txt", "add_library(r simgrid/a.cpp)\n"}, {"runners/simgrid/a.cpp", ""}});
  EXPECT_THAT(check_targets(tree), IsEmpty());
}

TEST(Targets, AHeaderThatNobodyIncludesIsAProblem) {
  const auto tree = made_up_tree({{"core/CMakeLists.txt", "add_library(core a.cpp)\n"},
                                  {"core/a.cpp", "#include \"core/a.h\"\n"},
                                  {"core/a.h", ""},
                                  {"core/b.h", ""}});
  EXPECT_THAT(check_targets(tree), ElementsAre("core/b.h: no file includes it"));
}

TEST(Targets, HeadersOfPluginsAreIncludedAsOthersFindThem) {
  const auto tree = made_up_tree({{"plugin/palio/a.h", "#include \"palio/b.h\"\n"},
                                  {"plugin/palio/b.h", ""},
                                  {"plugin/palio/c.h", "#include \"plugin/palio/c.h\"\n"}});
  EXPECT_THAT(check_targets(tree), ElementsAre("plugin/palio/a.h: no file includes it"));
}

}  // namespace
}  // namespace palio::lint
