#include "analysis/report/parts/html_text.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

TEST(HtmlText, MarkupBecomesText) {
  EXPECT_EQ(html_escaped("<script>a && \"b\" 'c'</script>"),
            "&lt;script&gt;a &amp;&amp; &quot;b&quot; &#39;c&#39;&lt;/script&gt;");
}

TEST(HtmlText, LettersOfAllScriptsStay) { EXPECT_EQ(html_escaped("né 🐎 عربي\n\t."), "né 🐎 عربي\n\t."); }

// A lone continuation byte, a cut sequence, an overlong '<' (C0 BC), a surrogate (ED A0 80), NUL and escape, U+009B.
TEST(HtmlText, BrokenBytesAreReplaced) {
  constexpr std::string_view r = "\xEF\xBF\xBD";
  const auto replaced = [&](std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += r;
    return text;
  };
  EXPECT_EQ(html_escaped("a\x80z"), "a" + replaced(1) + "z");
  EXPECT_EQ(html_escaped("\xE2\x82"), replaced(2));
  EXPECT_EQ(html_escaped("\xC0\xBC"), replaced(2));
  EXPECT_EQ(html_escaped("\xED\xA0\x80"), replaced(3));
  EXPECT_EQ(html_escaped(std::string_view("\0\x1B", 2)), replaced(2));
  EXPECT_EQ(html_escaped("\u009B"), replaced(1));
}

TEST(XmlText, MarkupIsText) {
  EXPECT_EQ(xml_text("<script>\"a\" & 'b'</script>"), "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
}

TEST(XmlText, LineBreaksAreBlanks) { EXPECT_EQ(xml_text("one\ntwo\tthree\r"), "one two three "); }

TEST(XmlText, WhatXmlCannotHoldIsReplaced) { EXPECT_EQ(xml_text("a\x1B<\xFF"), "a\uFFFD&lt;\uFFFD"); }

TEST(HtmlText, NamesAreIsolated) { EXPECT_EQ(html_name("\xD7\x90<"), "<bdi>\xD7\x90&lt;</bdi>"); }

TEST(HtmlText, NothingEndsTheScriptElement) {
  EXPECT_EQ(json_for_page(R"(["</script><!--"])"), R"(["\u003c/script>\u003c!--"])");
}

}  // namespace
}  // namespace palio
