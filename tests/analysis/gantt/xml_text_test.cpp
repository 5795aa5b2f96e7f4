#include "analysis/gantt/xml_text.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

constexpr const char* k_replacement = "\xEF\xBF\xBD";

TEST(XmlText, MarkupIsText) {
  EXPECT_EQ(xml_text("<script>\"a\" & 'b'</script>"), "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
}

TEST(XmlText, LineBreaksAreBlanks) { EXPECT_EQ(xml_text("one\ntwo\tthree\r"), "one two three "); }

TEST(XmlText, AccentsAndEmojiStay) {
  EXPECT_EQ(xml_text("K\xC3\xB6ln \xF0\x9F\x9A\x80"), "K\xC3\xB6ln \xF0\x9F\x9A\x80");
}

TEST(XmlText, WhatXmlCannotHoldIsReplaced) {
  EXPECT_EQ(xml_text(std::string("a\0b\x1B", 4)), std::string("a") + k_replacement + "b" + k_replacement);
  EXPECT_EQ(xml_text("\xFF"), k_replacement);                                   // no UTF-8 at all
  EXPECT_EQ(xml_text("\xC3"), k_replacement);                                   // ends within a character
  EXPECT_EQ(xml_text("\xC0\xAF"), std::string(k_replacement) + k_replacement);  // a longer form of "/"
  EXPECT_EQ(xml_text("\xEF\xBF\xBF"), k_replacement);                           // U+FFFF
}

// U+202E turns what follows from right to left; U+05D0 is merely a Hebrew letter.
TEST(XmlText, NothingTurnsTheTextBehindIt) {
  EXPECT_EQ(xml_text("a\xE2\x80\xAE"
                     "b"),
            std::string("a") + k_replacement + "b");
  EXPECT_EQ(xml_text("\xD7\x90"), "\xD7\x90");
}

TEST(XmlText, LongNamesAreShortenedByCharacters) {
  EXPECT_EQ(shortened("abcd", 4), "abcd");
  EXPECT_EQ(shortened("abcde", 4), "abc\xE2\x80\xA6");
  EXPECT_EQ(shortened("\xC3\xB6\xC3\xB6\xC3\xB6", 2), "\xC3\xB6\xE2\x80\xA6");
}

}  // namespace
}  // namespace palio
