#include "tests/lint/text_rules.h"

#include <gmock/gmock.h>

#include "tests/lint/made_up_tree.h"

namespace palio::lint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The forbidden texts are put together from pieces, as in the rule.
TEST(Words, MarksOfUnfinishedWorkAreProblems) {
  const std::string mark = std::string("TO") + "DO";
  const auto tree = made_up_tree({{"core/a.cpp", "int x;\n// " + mark + ": later\n"}, {"NOTES.md", mark + "\n"}});
  EXPECT_THAT(check_words(tree),
              ElementsAre("NOTES.md:1: contains \"" + mark + "\"", "core/a.cpp:2: contains \"" + mark + "\""));
}

TEST(Words, PathsOfOneMachineAreProblems) {
  const std::string path = std::string("/") + "work/";
  const std::string neighbour = std::string("..") + "/shared";
  const auto tree = made_up_tree({{"core/a.cpp", "open(\"" + path + "main\");\n"}, {"README.md", neighbour + "\n"}});
  EXPECT_THAT(check_words(tree),
              ElementsAre("README.md:1: contains \"" + neighbour + "\"", "core/a.cpp:1: contains \"" + path + "\""));
}

TEST(Words, PartsOfWordsAndOfRelativePathsAreFine) {
  const std::string mark = std::string("XX") + "X";
  const std::string path = std::string("net/") + "work/link";
  const auto tree = made_up_tree({{"core/a.cpp", "mkstemp(\"a-" + mark + mark + "\");\n" + path + "\n"}});
  EXPECT_THAT(check_words(tree), IsEmpty());
}

TEST(Words, FilesThatAreNotTextAreNotRead) {
  const auto tree = made_up_tree({{"core/a.bin", std::string("\0 TO", 4) + "DO\n"}});
  EXPECT_THAT(check_words(tree), IsEmpty());
}

TEST(Statements, OfCampaignOtherThanTheUsersAreProblems) {
  const std::string asked = "reader.query(sql);\n";
  const auto tree = made_up_tree(
      {{"analysis/a.cpp", asked}, {"campaign/cli/commands/query_command.cpp", asked}, {"campaign/plan/a.cpp", asked}});
  EXPECT_THAT(check_statements(tree),
              ElementsAre("campaign/plan/a.cpp:1: asks in SQL; give the question a name in storage/read/"));
}

TEST(Writing, InAnotherWayThanTheOneIsAProblemOfTheProduct) {
  const std::string made = "open(file, O_CREAT);\n";
  const auto tree = made_up_tree({{"analysis/a.cpp", "int a;\nstd::ofstream file(name);\n"},
                                  {"core/text/new_file.cpp", made},
                                  {"runners/a.cpp", made},
                                  {"tests/a.cpp", made},
                                  {"docs/a.md", made}});
  EXPECT_THAT(check_writing(tree),
              ElementsAre("analysis/a.cpp:2: ofstream writes a file; core/text/new_file.h is the one way",
                          "runners/a.cpp:1: O_CREAT writes a file; core/text/new_file.h is the one way"));
}

TEST(Printing, PastTheOneWayIsAProblemOfTheProduct) {
  const auto tree =
      made_up_tree({{"campaign/a.cpp", "fmt::print(\"{}\", name);\n"}, {"core/text/talk.h", "fwrite(text);\n"}});
  EXPECT_THAT(check_printing(tree), ElementsAre("campaign/a.cpp:1: fmt::print( prints; talk() and say() of "
                                                "core/text/talk.h are the one way"));
}

TEST(JsonParsing, WithACallbackIsAProblem) {
  const std::string callback = std::string("json::parse_") + "event_t";
  const auto tree = made_up_tree({{"runners/a.cpp", "json::parse(line, [](int, " + callback + ", json&) {\n"},
                                  {"runners/b.cpp", "json::parse(line);\n} catch (json::parse_error&) {\n"}});
  EXPECT_THAT(check_json_parsing(tree),
              ElementsAre("runners/a.cpp:1: parses JSON with a callback, in quadratic time; use json_document()"));
}

}  // namespace
}  // namespace palio::lint
