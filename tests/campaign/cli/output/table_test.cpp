#include "campaign/cli/output/table.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <utility>

#include "tests/support/pseudo_terminal.h"

namespace palio {
namespace {

std::string written(Format format, const std::vector<std::string>& columns,
                    const std::vector<std::vector<SqlValue>>& rows, std::size_t width = k_any_width) {
  std::string text;
  TableWriter table(text, format, width);
  table.header(columns);
  for (const auto& row : rows) table.row(row);
  table.finish();
  return text;
}

std::string written_table(Format format) {
  return written(format, {"name", "value"},
                 {{"a \"b\", c", 0.1 + 0.2}, {"é", std::int64_t{12}}, {std::monostate(), std::monostate()}});
}

TEST(Table, ForPeople) {
  EXPECT_EQ(written_table(Format::table), "name      value\n--------  -----\na \"b\", c    0.3\né            12\n\n");
}

TEST(Table, NamesDoNotSteerTheTerminal) {
  const auto steering = [](Format format, const std::string& cell) {
    return written(format, {"\x1bm", "value"}, {{cell, "x"}});
  };
  EXPECT_EQ(steering(Format::table, "\x1b[2J"), "\uFFFDm    value\n----  -----\n\uFFFD[2J  x\n");
  EXPECT_EQ(steering(Format::markdown, "\x1b[2J"), "| \uFFFDm | value |\n| --- | --- |\n| \uFFFD[2J | x |\n");
  EXPECT_EQ(steering(Format::csv, "\x1b[2J"), "\x1bm,value\n\x1b[2J,x\n");
  // Bytes that end no character: as wide as what is shown for them.
  EXPECT_EQ(steering(Format::table, "\xA9\xA9\xA9"), "\uFFFDm   value\n---  -----\n\uFFFD\uFFFD\uFFFD  x\n");
}

TEST(Table, CsvKeepsEveryBit) {
  EXPECT_EQ(written_table(Format::csv), "name,value\n\"a \"\"b\"\", c\",0.30000000000000004\né,12\n,\n");
}

TEST(Table, Json) {
  EXPECT_EQ(written_table(Format::json),
            "[\n  {\"name\": \"a \\\"b\\\", c\", \"value\": 0.30000000000000004},\n"
            "  {\"name\": \"é\", \"value\": 12},\n  {\"name\": null, \"value\": null}\n]\n");
}

TEST(Table, Markdown) {
  EXPECT_EQ(written_table(Format::markdown),
            "| name | value |\n| --- | --- |\n| a \"b\", c | 0.3 |\n| é | 12 |\n|  |  |\n");
}

// A bar would end the cell, a line break the row.
TEST(Table, MarkdownKeepsItsCells) {
  EXPECT_EQ(written(Format::markdown, {"a|b"}, {{"one\ntwo"}}), "| a\\|b |\n| --- |\n| one two |\n");
}

TEST(Table, Latex) {
  EXPECT_EQ(
      written_table(Format::latex),
      "\\begin{tabular}{lr}\n\\toprule\nname & value \\\\\n\\midrule\n"
      "a \\textquotedbl{}b\\textquotedbl{}, c & $0.3$ \\\\\né & $12$ \\\\\n &  \\\\\n\\bottomrule\n\\end{tabular}\n");
}

TEST(Table, LatexTakesNothingForACommand) {
  EXPECT_THAT(written(Format::latex, {"50%_#1", "x"}, {{"\\a{b}$&~^<\n✓ ✗", -1.5e300}, {"-d", std::int64_t{-2}}}),
              AllOf(HasSubstr("50\\%\\_\\#1 & x \\\\\n"),
                    HasSubstr("\\textbackslash{}a\\{b\\}\\$\\&\\textasciitilde{}\\textasciicircum{}\\textless{} "
                              "$\\checkmark$ $\\times$ & $-1.5 \\cdot 10^{300}$ \\\\\n"),
                    HasSubstr("-d & $-2$ \\\\\n")));
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THAT(written(Format::latex, {"x"}, {{infinite}, {-infinite}}), HasSubstr("$\\infty$ \\\\\n$-\\infty$ \\\\\n"));
}

// 1.0000001 and 1 read the same; n counts; NULL and texts are no numbers.
TEST(Table, TheBestIsBold) {
  const auto bold = [](Format format) {
    std::string text;
    TableWriter table(text, format);
    table.embolden("", Best::least);
    table.embolden("speedup", Best::greatest);
    table.header({"strategy", "time", "speedup", "n"});
    table.row({"HEFT", 1.0, std::int64_t{2}, std::int64_t{3}});
    table.row({"PEFT", 1.0000001, std::int64_t{4}, std::int64_t{1}});
    table.row({"CPOP", 1.5, std::monostate(), std::int64_t{1}});
    table.finish();
    return text;
  };
  EXPECT_EQ(bold(Format::markdown),
            "| strategy | time | speedup | n |\n| --- | --- | --- | --- |\n| HEFT | **1** | 2 | 3 |\n"
            "| PEFT | **1** | **4** | 1 |\n| CPOP | 1.5 |  | 1 |\n");
  EXPECT_THAT(bold(Format::latex), AllOf(HasSubstr("HEFT & {\\boldmath $1$} & $2$ & $3$ \\\\\n"),
                                         HasSubstr("PEFT & {\\boldmath $1$} & {\\boldmath $4$} & $1$ \\\\\n"),
                                         HasSubstr("CPOP & $1.5$ &  & $1$")));
}

TEST(Table, ARawColumnIsLatexAlready) {
  std::string text;
  TableWriter table(text, Format::latex);
  table.take_raw("name");
  table.header({"name", "note"});
  table.row({"$\\alpha_1$", "$x$"});
  table.finish();
  EXPECT_THAT(text, HasSubstr("$\\alpha_1$ & \\$x\\$ \\\\\n"));
}

TEST(Table, ALineForEachColumn) {
  EXPECT_EQ(written_table(Format::line),
            " name = a \"b\", c\nvalue = 0.30000000000000004\n\n name = \u00e9\nvalue = 12\n\n name = \nvalue = \n");
}

// 16 characters: 7 for name and sign, 9 for the value.
TEST(Table, ALongLineGoesOnBelow) {
  EXPECT_EQ(written(Format::line, {"name"}, {{"one two three"}, {"123456789"}}, 16),
            "name = one two\n       three\n\nname = 123456789\n");
}

// A table of 14 columns and 3 lines, and then a shell's prompt.
class TableOnTerminal : public testing::Test {
protected:
  std::string shown(const TerminalSize& size, const char* pager) const {
    setenv("TERM", "xterm", 1);
    setenv("PAGER", pager, 1);
    const test::PseudoTerminal terminal(size);
    {
      const test::StreamOnTerminal redirected(STDOUT_FILENO, terminal);
      const test::StreamOnTerminal typing(STDIN_FILENO, terminal);
      if (input_ >= 0) dup2(input_, STDIN_FILENO);
      TableWriter table(Format::table, {"check", "verdict"});
      table.colour("verdict", [](std::string_view verdict) { return verdict == "ok" ? Style::good : Style::bad; });
      table.row({"a b", "ok"});
      table.finish();
    }
    return terminal.written();
  }

  int input_ = -1;  // a descriptor to read instead of the terminal
};

TEST_F(TableOnTerminal, GoesThroughThePagerOnlyWhereItDoesNotFit) {
  std::signal(SIGPIPE, SIG_IGN);  // as palio does: the last shell ends before it has read
  const std::string table = "check  verdict\n-----  -------\na b    \x1b[32mok\x1b[0m\n";
  EXPECT_EQ(shown({.columns = 14, .lines = 4}, "tr a-z A-Z"), table);
  // tr does not know what an escape is.
  const std::string upper = "CHECK  VERDICT\n-----  -------\nA B    \x1b[32MOK\x1b[0M\n";
  EXPECT_EQ(shown({.columns = 13, .lines = 4}, "tr a-z A-Z"), upper);
  EXPECT_EQ(shown({.columns = 14, .lines = 3}, "tr a-z A-Z"), upper);
  input_ = open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(shown({.columns = 13, .lines = 4}, "tr a-z A-Z"), table) << "nobody is at the keyboard";
  close(std::exchange(input_, -1));
  EXPECT_EQ(shown({.columns = 13, .lines = 4}, ""), table);
  EXPECT_EQ(shown({.columns = 13, .lines = 4}, "exit 127"), table);  // what a shell says of an unknown command
}

}  // namespace
}  // namespace palio
