#include "core/identity/canonical.h"

#include <gtest/gtest.h>

#include <array>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

constexpr std::array<ParameterSpec, 3> k_canonical_specs{{
    {"count", ParameterType::integer, "", "a number of things", 0, 1e9, "1"},
    {"ratio", ParameterType::real, "", "a fraction", -1, 1, ""},
    {"title", ParameterType::text, "", "any text", 0, 0, "plain"},
}};

Recipe recipe(std::int64_t count, double ratio, const std::string& title) {
  return {"thing", {{"ratio", ratio}, {"title", title}, {"count", count}}};
}

std::string parsing_error(std::string_view text) {
  return test::error_of([&] { parse_recipe(text, k_canonical_specs); });
}

TEST(CanonicalText, SortsByNameAndNormalisesNumbers) {
  EXPECT_EQ(canonical_text(recipe(20, 0.5, "x")), "thing:count=20,ratio=0.5,title=x");
  EXPECT_EQ(canonical_text(recipe(20, -0.0, "x")), "thing:count=20,ratio=0,title=x");
}

TEST(CanonicalText, OfARecipeWithoutParametersIsItsName) { EXPECT_EQ(canonical_text({"HCPA", {}}), "HCPA"); }

TEST(CanonicalText, IsTheSameForAnySpellingOfANumber) {
  const std::string expected = "thing:count=3,ratio=0.001,title=plain";
  for (const char* text : {"thing:ratio=0.001,count=3", "thing:count=3,ratio=1e-3", "thing:ratio=0.00100,count=03"})
    EXPECT_EQ(canonical_text(parse_recipe(text, k_canonical_specs)), expected);
}

TEST(CanonicalText, QuotesTextsThatHoldSeparators) {
  EXPECT_EQ(canonical_text(recipe(1, 0, "a,b")), "thing:count=1,ratio=0,title=\"a,b\"");
  EXPECT_EQ(canonical_text(recipe(1, 0, R"(say "a\b")")), R"(thing:count=1,ratio=0,title="say \"a\\b\"")");
  EXPECT_EQ(canonical_text(recipe(1, 0, "")), "thing:count=1,ratio=0,title=\"\"");
}

TEST(CanonicalText, ReadsBackAsTheSameRecipe) {
  for (const char* title :
       {"x", "", " ", "a,b=c", "\"", "\\", "\\\"", "\"quoted\"", "two\nlines", "ends with \\", "a:b", ",count=7", "µ"})
    for (const double ratio : {0.0, 0.1, 1.0 / 3.0, -1.0, 5e-324, 0x1.fffffffffffffp-1}) {
      const Recipe written = recipe(123456789, ratio, title);
      EXPECT_EQ(parse_recipe(canonical_text(written), k_canonical_specs), written) << canonical_text(written);
    }
}

// Titles drawn from the special characters and two plain ones.
TEST(CanonicalText, OfRandomTextsReadsBackAndIsInjective) {
  RandomStream random(1);
  const std::string letters = "ab,=:\"\\ \n";
  std::map<std::string, std::string> title_by_canonical;
  for (int i = 0; i < 5000; ++i) {
    std::string title;
    for (auto length = random.uniform_integer(0, 6); length > 0; --length)
      title += letters[static_cast<std::size_t>(random.uniform_integer(0, std::ssize(letters) - 1))];
    const std::string canonical = canonical_text(recipe(1, 0, title));
    ASSERT_EQ(text_of(parse_recipe(canonical, k_canonical_specs).parameters, "title"), title) << canonical;
    ASSERT_EQ(title_by_canonical.emplace(canonical, title).first->second, title);
  }
}

TEST(ParseRecipe, FillsDefaults) { EXPECT_EQ(parse_recipe("thing:ratio=1", k_canonical_specs), recipe(1, 1, "plain")); }

TEST(ParseRecipe, OfANameAloneTakesAllDefaults) {
  EXPECT_EQ(canonical_text(parse_recipe("HCPA", {})), "HCPA");
  EXPECT_EQ(recipe_name("random-ptg:tasks=10"), "random-ptg");
}

TEST(ParseRecipe, NamesWhatIsWrong) {
  EXPECT_EQ(parsing_error("thing:ratio"), "\"ratio\" in \"thing:ratio\" is not of the form parameter=value");
  EXPECT_EQ(parsing_error("thing:"), "\"\" in \"thing:\" is not of the form parameter=value");
  EXPECT_EQ(parsing_error("thing:ratoi=1"), "thing has no parameter \"ratoi\" (did you mean \"ratio\"?)");
  EXPECT_EQ(parsing_error("thing:ratio=1,ratio=0"), "parameter \"ratio\" is given twice in \"thing:ratio=1,ratio=0\"");
  EXPECT_EQ(parsing_error("thing:title=\"a\"b,ratio=1"),
            "expected a comma before \"b,ratio=1\" in \"thing:title=\"a\"b,ratio=1\"");
  EXPECT_EQ(parsing_error("thing:title=\"a,ratio=1"), "missing closing quote in \"a,ratio=1");
  EXPECT_EQ(parsing_error("thing:count=1"), "parameter \"ratio\" of thing is missing: a fraction");
}

TEST(Label, LeavesDefaultsOut) {
  EXPECT_EQ(label(recipe(1, 0.5, "plain"), k_canonical_specs), "thing:ratio=0.5");
  EXPECT_EQ(label(recipe(2, 0.5, "fancy"), k_canonical_specs), "thing:count=2,ratio=0.5,title=fancy");
}

TEST(Label, ReadsBackAsTheSameRecipe) {
  for (const Recipe& written : {recipe(1, 0.5, "plain"), recipe(2, 0.5, "a,b")})
    EXPECT_EQ(parse_recipe(label(written, k_canonical_specs), k_canonical_specs), written);
}

// XXH3-64 of the empty text is 2d06800538d394c2, XXH3-128 99aa06d3014798d86001c324468d497f (test vectors of xxHash).
TEST(Digests, AreXxh3) {
  EXPECT_EQ(short_key(""), "2d06800538d3");
  EXPECT_EQ(content_digest(""), "99aa06d3014798d86001c324468d497f");
}

TEST(Digests, DifferForDifferentTexts) {
  EXPECT_NE(short_key("a"), short_key("b"));
  EXPECT_NE(content_digest("a"), content_digest("a\n"));
  EXPECT_EQ(short_key("a").size(), 12U);
  EXPECT_EQ(content_digest("a").size(), 32U);
}

}  // namespace
}  // namespace palio
