// Libraries that cannot be taken, and strategies that misbehave.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <tuple>

#include "tests/custom/custom_strategies.h"

namespace palio {
namespace {

using test::CustomStrategiesTest;
using test::Misdeed;
using test::study_with;
using testing::AllOf;
using testing::HasSubstr;

struct OddLibrary {
  const char* path;
  const char* words;
};

class OddLibraries : public CustomStrategiesTest, public testing::WithParamInterface<OddLibrary> {};

TEST_P(OddLibraries, AreRefusedByNameBeforeAnythingRuns) {
  put(GetParam().path, "odd.so");
  const test::Finished listed = palio({"list", "strategies", "--plugin", "odd.so"});
  EXPECT_EQ(listed.status, 1);
  EXPECT_THAT(listed.err, AllOf(HasSubstr("odd.so"), HasSubstr(GetParam().words)));
}

INSTANTIATE_TEST_SUITE_P(
    All, OddLibraries,
    testing::Values(OddLibrary{ODD_CRASHES_PATH, "signal 6"}, OddLibrary{ODD_CRASHES_PATH, "last words"},
                    OddLibrary{ODD_HANGS_PATH, "took too long"}, OddLibrary{ODD_SAYS_NOTHING_PATH, "describes nothing"},
                    OddLibrary{ODD_SPEAKS_NONSENSE_PATH, "letters, digits"},
                    OddLibrary{ODD_OTHER_VERSION_PATH, "has version 77"},
                    OddLibrary{ODD_OTHER_VERSION_PATH, "this Palio takes version 4:"},
                    OddLibrary{ODD_TAKEN_NAME_PATH, "rename it"}, OddLibrary{PALIO_PATH, "cannot load the library"},
                    OddLibrary{LIBCLP_PATH, "palio_abi_version"}));

TEST_F(CustomStrategiesTest, ALibraryThatChattersWhenItIsLoadedIsTakenAsItIs) {
  put(ODD_CHATTERS_PATH, "odd.so");
  EXPECT_THAT(palio({"list", "strategies", "--plugin", "odd.so"}).out, HasSubstr("ODD"));
}

TEST_F(CustomStrategiesTest, AMissingLibraryIsNamed) {
  EXPECT_THAT(palio({"list", "strategies", "--plugin", "none.so"}).err, HasSubstr("cannot read none.so: no such file"));
  EXPECT_THAT(run("[[strategy]]\nname = \"A\"\nplugin = \"none.so\"\n").err,
              AllOf(HasSubstr("s.toml:"), HasSubstr("none.so")));
}

constexpr const char* k_plugin = "plugin = \"bad.so\"";
constexpr const char* k_command = "command = \"python3 bad.py\"";

class Misbehaving : public CustomStrategiesTest,
                    public testing::WithParamInterface<std::tuple<Misdeed, const char*>> {};

TEST_P(Misbehaving, IsTheNamedFailureOfItsScenarioAlone) {
  const auto& [misdeed, engine] = GetParam();
  put(MISBEHAVING_PATH, "bad.so");
  put(PALIO_SOURCE_DIR "/tests/custom/commands/misbehaving.py", "bad.py");
  folder_.write("s.toml", study_with(fmt::format("[[strategy]]\nname = \"HCPA\"\n"
                                                 "[[strategy]]\nname = \"MISBEHAVING\"\n{}\n"
                                                 "act = [\"{}\", \"nothing\"]\n"
                                                 "[[strategy]]\nname = \"M-HEFT\"\n",
                                                 misdeed.code, misdeed.act)));
  const test::Finished ran = palio(
      {"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--audit", "0", "--sample", "1", "--timeout", "1"});
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_EQ(csv("SELECT DISTINCT failure_kind FROM results WHERE act = '" + std::string(misdeed.act) + "'"),
            fmt::format("failure_kind\n{}\n", misdeed.kind));
  EXPECT_THAT(csv("SELECT failure_message FROM results WHERE outcome <> 'completed'"), HasSubstr(misdeed.message));
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed'"), 3);
}

INSTANTIATE_TEST_SUITE_P(
    All, Misbehaving,
    testing::Combine(
        testing::Values(
            Misdeed{k_plugin, "segfault", "crashed", "signal 11"}, Misdeed{k_plugin, "abort", "crashed", "signal 6"},
            Misdeed{k_plugin, "throw", "exception", "no such luck"},
            Misdeed{k_plugin, "no-plan", "no_schedule", "nothing fits"},
            Misdeed{k_plugin, "exit", "exited", "exit status 3"}, Misdeed{k_plugin, "loop", "timeout", "CPU time"},
            Misdeed{k_plugin, "endless", "timeout", "CPU time"},
            Misdeed{k_plugin, "twice", "invalid_schedule", "placed twice"},
            Misdeed{k_plugin, "missing", "invalid_schedule", "not placed"},
            Misdeed{k_plugin, "no-such-task", "invalid_schedule", "task 1000000"},
            Misdeed{k_plugin, "no-such-processor", "invalid_schedule", "processor 1000000"},
            Misdeed{k_plugin, "no-processor", "invalid_schedule", "no processor"},
            Misdeed{k_plugin, "early", "invalid_schedule", ""}, Misdeed{k_plugin, "nan", "invalid_schedule", ""},
            Misdeed{k_plugin, "backwards", "invalid_schedule", "placed before"},
            Misdeed{k_command, "segfault", "crashed", "signal 11"}, Misdeed{k_command, "abort", "crashed", "signal 6"},
            Misdeed{k_command, "raise", "exited", "exit status 1"},
            Misdeed{k_command, "exit", "exited", "exit status 3"}, Misdeed{k_command, "loop", "timeout", "longer than"},
            Misdeed{k_command, "children", "timeout", "longer than"},
            Misdeed{k_command, "twice", "invalid_schedule", "placed twice"},
            Misdeed{k_command, "missing", "invalid_schedule", "not placed"},
            Misdeed{k_command, "no-such-task", "invalid_schedule", "task 1000000"},
            Misdeed{k_command, "no-such-processor", "invalid_schedule", "processor 1000000"},
            Misdeed{k_command, "no-plan", "no_schedule", "nothing fits"},
            Misdeed{k_command, "error", "exception", "no such luck"},
            Misdeed{k_command, "chatter", "protocol", "working..."},
            Misdeed{k_command, "nonsense", "protocol", "no schedule"},
            Misdeed{k_command, "not-an-object", "protocol", "no schedule"},
            Misdeed{k_command, "text-for-number", "protocol", "whole number"},
            Misdeed{k_command, "endless", "protocol", "more than 16 MiB"},
            Misdeed{k_command, "deep", "protocol", "deeper"},
            Misdeed{k_command, "huge-number", "protocol", "no schedule"},
            Misdeed{k_command, "not-utf8", "protocol", "no schedule"},
            Misdeed{k_command, "mark", "protocol", "a byte order mark"},
            Misdeed{k_command, "zero", "protocol", "a zero byte"},
            Misdeed{k_command, "zero-behind", "protocol", "a zero byte"}),
        testing::Values("simgrid", "fluid")),
    [](const auto& tested) {
      const Misdeed& misdeed = std::get<0>(tested.param);
      return test::name_of(misdeed.code == k_plugin ? "Library" : "Command", misdeed, std::get<1>(tested.param));
    });

// Each engine asks it again before anything is reported about the engines. The n-th call gives two processors to the
// tasks that the bits of n select, so that the plans of 31 calls differ.
TEST_F(CustomStrategiesTest, OneThatAnswersDifferentlyTwiceIsNoDifferenceOfTheEngines) {
  put(PALIO_SOURCE_DIR "/tests/custom/commands/misbehaving.py", "bad.py");
  folder_.write("s.toml",
                study_with("[[strategy]]\nname = \"MISBEHAVING\"\ncommand = \"python3 bad.py\"\nact = \"count\"\n"
                           "[[strategy]]\nname = \"HCPA\"\n"));
  const test::Finished ran = palio(
      {"run", "s.toml", "--db", "c.db", "-q", "--engine", "fluid", "--audit", "100%", "--sample", "3", "-j", "1"});
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_GT(count("SELECT count(*) FROM results WHERE outcome = 'answers_differ' AND strategy_name = 'MISBEHAVING' AND "
                  "failure_message LIKE 'answered differently twice: %'"),
            0);
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'engines_differ'"), 0);
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed' AND strategy_name = 'HCPA'"), 3);
  EXPECT_EQ(palio({"check", "c.db"}).status, 0);
  EXPECT_THAT(palio({"status", "c.db"}).out, HasSubstr("answers_differ"));

  // A campaign that was run without an audit is audited afterwards.
  for (const char* name : {"c.db", "calls"}) std::filesystem::remove(folder_.file(name));
  ASSERT_EQ(
      palio({"run", "s.toml", "--db", "c.db", "-q", "--engine", "fluid", "--audit", "0", "--sample", "3", "-j", "1"})
          .status,
      0);
  const test::Finished audit =
      palio({"audit", "c.db", "--sample", "100%", "-q", "-j", "1", "--allow-commands", "--format", "csv"});
  EXPECT_EQ(audit.status, 2);
  EXPECT_THAT(audit.err, AllOf(HasSubstr(" 0 different"), HasSubstr("answered differently twice: their strategies")));
  EXPECT_THAT(audit.out, HasSubstr("scenario,value,stored,replayed,again\n"));
  const std::string id = audit.out.substr(audit.out.find('\n') + 1, 38);
  EXPECT_THAT(palio({"replay", "c.db", id, "--allow-commands"}).out, HasSubstr("It answered differently twice"));
}

}  // namespace
}  // namespace palio
