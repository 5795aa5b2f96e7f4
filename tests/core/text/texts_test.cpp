#include <gtest/gtest.h>

#include <limits>

#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/json_text.h"
#include "core/text/shell_word.h"
#include "core/text/talk.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

TEST(CountText, KeepsThousandsApart) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(1814400), "1,814,400");
}

TEST(CountText, SignIsNoDigit) {
  EXPECT_EQ(count_text(-999), "-999");
  EXPECT_EQ(count_text(-1000), "-1,000");
  EXPECT_EQ(count_text(-123456), "-123,456");
}

TEST(JsonQuoted, EscapesWhatJsonEscapes) {
  EXPECT_EQ(json_quoted("plain"), "\"plain\"");
  EXPECT_EQ(json_quoted("say \"a\\b\"\n"), R"("say \"a\\b\"\n")");
}

TEST(JsonQuoted, ReplacesBytesThatAreNotUtf8) { EXPECT_EQ(json_quoted("a\xff"), "\"a\xEF\xBF\xBD\""); }

TEST(JsonNumber, IsShortAndExact) {
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(std::stod(json_number(1.0 / 3.0)), 1.0 / 3.0);
}

TEST(JsonNumber, OfWhatJsonLacksIsNull) {
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(json_number(std::numeric_limits<double>::infinity()), "null");
}

TEST(VisibleText, LineBreaksAndTabsAreBlanks) { EXPECT_EQ(visible_line("one\ntwo\tthree\r"), "one two three "); }

TEST(VisibleText, AccentsAndEmojiStay) { EXPECT_EQ(visible_line("Köln \U0001F680"), "Köln \U0001F680"); }

// Red, NUL, DEL, and U+009B, which some terminals take for ESC [.
TEST(VisibleText, NothingSteersATerminal) {
  EXPECT_EQ(visible_line(std::string_view("a\x1b[31m\0b\x7f\u009bé", 13)), "a\uFFFD[31m\uFFFDb\uFFFD\uFFFDé");
}

// No UTF-8 at all; the end within a character; a longer form of "/"; U+FFFF.
TEST(VisibleText, WhatIsNoTextIsReplaced) {
  EXPECT_EQ(visible_line("\xFF"), "\uFFFD");
  EXPECT_EQ(visible_line("\xC3"), "\uFFFD");
  EXPECT_EQ(visible_line("\xC0\xAF"), "\uFFFD\uFFFD");
  EXPECT_EQ(visible_line("\xEF\xBF\xBF"), "\uFFFD");
}

// U+202E turns what follows from right to left; U+05D0 is merely a Hebrew letter.
TEST(VisibleText, NothingTurnsTheTextBehindIt) {
  EXPECT_EQ(visible_line("a\u202Eb"), "a\uFFFDb");
  EXPECT_EQ(visible_line("\u05D0"), "\u05D0");
}

TEST(VisibleText, OfMessagesKeepItsLines) {
  EXPECT_EQ(visible_text("one\n\ttwo\r\n\x1b]0;x\a"), "one\n\ttwo \n\uFFFD]0;x\uFFFD");
}

// What Palio says itself may have colours; what it quotes may not.
TEST(VisibleText, OfArgumentsIsPrintedAndNumbersStayNumbers) {
  EXPECT_EQ(shown_text("\x1b[31m{}\x1b[0m {:>3} {:.1f} {}", "a\x1b[2J\u202Eb", 7, 0.5, as_is("\r\x1b[J")),
            "\x1b[31ma\uFFFD[2J\uFFFDb\x1b[0m   7 0.5 \r\x1b[J");
}

TEST(ShellWord, StandsWithoutQuotesOnlyWhereNoneAreNeeded) {
  EXPECT_EQ(brief_shell_word("a/b-c_1.db"), "a/b-c_1.db");
  EXPECT_EQ(brief_shell_word(""), "''");
  EXPECT_EQ(brief_shell_word("a b.db"), "'a b.db'");
  EXPECT_EQ(brief_shell_word("x;touch PWNED;.db"), "'x;touch PWNED;.db'");
  EXPECT_EQ(brief_shell_word("$(id)`id`"), "'$(id)`id`'");
  EXPECT_EQ(brief_shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(brief_shell_word("~"), "'~'");
  EXPECT_EQ(brief_shell_word("a=b"), "a=b");
  EXPECT_EQ(brief_shell_word("=ls"), "'=ls'");  // zsh makes /usr/bin/ls of =ls
  EXPECT_EQ(brief_shell_words({"palio", "a b"}), "palio 'a b'");
}

// A file whose name begins with a dash would be taken for an option.
TEST(ShellWord, IsNoOptionUnlessTheCommandHasIt) {
  EXPECT_EQ(brief_shell_word("-a.db"), "./-a.db");
  EXPECT_EQ(brief_shell_word("-"), "./-");
  EXPECT_EQ(brief_shell_word("-a b"), "'./-a b'");
  EXPECT_EQ(brief_shell_word("-a\nb"), "$'./-a\\x0ab'");
  EXPECT_EQ(brief_shell_words({"sbatch", "--parsable", "--output=a b"}), "sbatch --parsable '--output=a b'");
}

// What a terminal would hide, obey or turn around is spelled out: bash and zsh read it back.
TEST(ShellWord, HidesNothing) {
  EXPECT_EQ(brief_shell_word("a\nb"), "$'a\\x0ab'");
  EXPECT_EQ(brief_shell_word("\x1b[2J'"), "$'\\x1b\\x5b2J\\x27'");
  EXPECT_EQ(brief_shell_word("\xff;x"), "$'\\xff\\x3bx'");
  EXPECT_EQ(brief_shell_word("a\xE2\x80\xAE"
                             "b"),
            "$'a\\xe2\\x80\\xaeb'");
}

}  // namespace
}  // namespace palio
