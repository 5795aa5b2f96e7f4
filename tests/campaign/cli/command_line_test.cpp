#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "campaign/cli/commands.h"
#include "campaign/session/wrapped_table.h"

namespace palio {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

struct Ended {
  int status = 0;
  std::string out, err;
};

Ended palio(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{"palio"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = run_command_line(static_cast<int>(argv.size()), argv.data(), all_commands());
  std::fflush(nullptr);
  std::string out = testing::internal::GetCapturedStdout();
  return {status, std::move(out), testing::internal::GetCapturedStderr()};
}

std::string refused(const std::vector<std::string>& arguments) {
  const Ended ended = palio(arguments);
  EXPECT_EQ(ended.status, k_user_error);
  EXPECT_EQ(ended.out, "");
  return ended.err;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The words that follow "Commands:" in the help.
std::vector<std::string> commands() {
  const std::vector<std::string> lines = lines_of(palio({"help"}).out);
  std::vector<std::string> names;
  for (auto line = std::ranges::find(lines, "Commands:") + 1; !line->empty(); ++line)
    if (line->at(2) != ' ') names.push_back(line->substr(2, line->find(' ', 2) - 2));
  return names;
}

// A name of a window, a cleared screen, U+009B and U+202E: in an argument, in the name of a file, in its content.
TEST(CommandLine, NothingThatIsQuotedSteersATerminal) {
  const std::string steering = "\x1b]0;x\a\x1b[2J\u009b3m\u202e\r";
  const std::string quoted = "\uFFFD]0;x\uFFFD\uFFFD[2J\uFFFD3m\uFFFD ";
  for (const auto& arguments : {std::vector<std::string>{"query", steering, "SELECT 1"},
                                {steering},
                                {"list", steering},
                                {"plan", steering},
                                {"plan", "mixed-parallel", "--where", "strategy = " + steering},
                                {"plan", "mixed-parallel", "--" + steering},
                                {"simulate", "--platform", steering, "--workload", "w", "--strategy", "HCPA"}}) {
    const std::string err = refused(arguments);
    EXPECT_THAT(err, HasSubstr("\uFFFD[2J")) << arguments.front();
    EXPECT_EQ(err.find_first_of("\x1b\a\r"), std::string::npos) << arguments.front();
    EXPECT_EQ(err.find("\u009b"), std::string::npos) << arguments.front();
    EXPECT_EQ(err.find("\u202e"), std::string::npos) << arguments.front();
  }
  EXPECT_THAT(refused({"query", steering, "SELECT 1"}), HasSubstr(quoted));
}

TEST(CommandLine, HelpIsThereHoweverItIsAskedFor) {
  const std::string help = palio({"help"}).out;
  EXPECT_THAT(help, HasSubstr("Usage: palio COMMAND [OPTIONS]"));
  for (const std::vector<std::string>& asked : {std::vector<std::string>{}, {"--help"}, {"-h"}, {"--no-pager"}}) {
    const Ended ended = palio(asked);
    EXPECT_EQ(ended.status, k_success);
    EXPECT_EQ(ended.out, help);
    EXPECT_EQ(ended.err, "");
  }
  EXPECT_EQ(palio({"help", "run"}).out, palio({"run", "--help"}).out);
  EXPECT_THAT(refused({"help", "rum"}), HasSubstr("there is no command \"rum\" (did you mean \"run\"?)"));
  EXPECT_THAT(palio({"version"}).out, StartsWith("palio 0."));
  for (const char* library : {"SimGrid", "COIN-OR CLP", "oneTBB", "SQLite", "SQLiteCpp", "Boost", "fmt",
                              "nlohmann-json", "toml\\+\\+", "CLI11", "xxHash", "libarchive", "OpenSSL"})
    EXPECT_THAT(palio({"version"}).out, ContainsRegex(fmt::format("\n{} [0-9]+\\.[0-9.]+\n", library)));
  EXPECT_EQ(palio({"version"}).out, palio({"--version"}).out);
}

TEST(CommandLine, HelpFits80Columns) {
  ASSERT_THAT(commands(), testing::IsSupersetOf({"plan", "run", "audit", "help"}));
  for (const std::string& command : commands()) {
    const std::string help = palio({"help", command}).out;
    EXPECT_THAT(help, HasSubstr("\nUsage: palio " + command + " [OPTIONS]"));
    for (const std::string& line : lines_of(help)) EXPECT_LE(text_width(line), 80U) << command << ": " << line;
  }
  for (const std::string& line : lines_of(palio({}).out)) EXPECT_LE(text_width(line), 80U) << line;
}

TEST(CommandLine, MistypedOptionsHaveASuggestion) {
  EXPECT_EQ(refused({"run", "s.toml", "--sampel", "3"}),
            "palio: run has no option --sampel (did you mean \"--sample\"?)\n");
  // The value that was meant for it is no study.
  EXPECT_THAT(refused({"run", "--sampel=3"}), HasSubstr("(did you mean \"--sample\"?)"));
  EXPECT_THAT(refused({"status", "a.db", "--no-pagre"}), HasSubstr("(did you mean \"--no-pager\"?)"));
  EXPECT_EQ(refused({"run", "s.toml", "-x"}), "palio: run has no option -x; `palio help run` shows more\n");
  EXPECT_EQ(refused({"-x"}), "palio: palio has no option -x; `palio help` shows more\n");
}

TEST(CommandLine, SaysWhatIsMissingOrTooMuch) {
  EXPECT_EQ(refused({"resume"}), "palio: resume needs DATABASE (Campaign file); `palio help resume` shows more\n");
  EXPECT_THAT(refused({"export", "a.db"}), HasSubstr("export needs -o, --output FILE|DIR"));
  EXPECT_EQ(refused({"status", "a.db", "b.db"}),
            "palio: status takes nothing after DATABASE, but \"b.db\" is there; `palio help status` shows more\n");
  EXPECT_THAT(refused({"status", "a.db", "--format"}), HasSubstr("--format needs a value: --format F (table, csv"));
  EXPECT_THAT(refused({"plan", "s.toml", "--probes", "x"}),
              HasSubstr("--probes takes a whole number of 0 or more, not \"x\""));
}

// It would be a file without a name, or the same as nothing.
TEST(CommandLine, NothingTakesAnEmptyText) {
  EXPECT_THAT(refused({"run", "s.toml", "--db", ""}), HasSubstr("--db is an empty text; run takes --db F (Campaign"));
  EXPECT_THAT(refused({"run", "s.toml", "--db="}), HasSubstr("--db needs a value"));
  EXPECT_THAT(
      refused({"status", ""}),
      HasSubstr("database is an empty text; status takes DATABASE (Campaign file, or the folder of palio submit)"));
  EXPECT_THAT(refused({"verify", "a.db", "--claims", ""}), HasSubstr("--claims is an empty text"));
  // Its value may be left out.
  EXPECT_THAT(refused({"resume", "none.db", "--retry-failed"}), HasSubstr("there is no campaign none.db"));
}

// CLI11 takes the value of -o=FILE for "=FILE".
TEST(CommandLine, AShortOptionHasNoEqualsSign) {
  for (const char* command : {"export", "report", "pack"})
    EXPECT_THAT(refused({command, "a.db", "-o=-e.csv"}),
                HasSubstr("-o is \"=-e.csv\": write -o without \"=\", as in -o ./-e.csv, or --output=-e.csv"));
  EXPECT_THAT(refused({"pack", "a.db", "-qo=x"}), HasSubstr("-o is \"=x\""));
  EXPECT_THAT(refused({"run", "s.toml", "-j=4"}), HasSubstr("--jobs takes a whole number from 1 to 4096, not \"=4\""));
  EXPECT_THAT(refused({"run", "s.toml", "-q=1"}), HasSubstr("a short option takes its value without \"=\""));
}

TEST(CommandLine, ColoursAreThereWhenTheyAreWanted) {
  EXPECT_EQ(refused({"status", "none.db", "--color=always"}), "\x1b[31mpalio:\x1b[0m there is no campaign none.db\n");
  EXPECT_EQ(refused({"--color", "never", "status", "none.db"}), "palio: there is no campaign none.db\n");
  EXPECT_THAT(refused({"status", "none.db", "--color", "often"}),
              HasSubstr("--color takes auto, always or never, not \"often\""));
}

}  // namespace
}  // namespace palio
