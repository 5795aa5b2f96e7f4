#include "analysis/gantt/xml_text.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

TEST(XmlText, MarkupIsText) {
  EXPECT_EQ(xml_text("<script>\"a\" & 'b'</script>"), "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
}

TEST(XmlText, LineBreaksAreBlanks) { EXPECT_EQ(xml_text("one\ntwo\tthree\r"), "one two three "); }

TEST(XmlText, WhatXmlCannotHoldIsReplaced) { EXPECT_EQ(xml_text("a\x1B<\xFF"), "a\uFFFD&lt;\uFFFD"); }

TEST(XmlText, LongNamesAreShortenedByCharacters) {
  EXPECT_EQ(shortened("abcd", 4), "abcd");
  EXPECT_EQ(shortened("abcde", 4), "abc\xE2\x80\xA6");
  EXPECT_EQ(shortened("\xC3\xB6\xC3\xB6\xC3\xB6", 2), "\xC3\xB6\xE2\x80\xA6");
}

}  // namespace
}  // namespace palio
