#include "core/identity/canonical.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

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

TEST(ParseRecipe, IsTheFirstDrawUnlessItSaysAnother) {
  const std::array<ParameterSpec, 2> drawn{k_sample, k_seed};
  const auto text = [&](std::string_view typed) { return canonical_text(parse_recipe(typed, drawn)); };
  EXPECT_EQ(text("thing"), "thing:sample=0,seed=1");
  EXPECT_EQ(text("thing:sample=3"), "thing:sample=3,seed=1");
  EXPECT_EQ(text("thing:seed=7"), "thing:sample=0,seed=7");
  EXPECT_EQ(canonical_text(parse_recipe("thing:ratio=1", k_canonical_specs)), "thing:count=1,ratio=1,title=plain");
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

// "name=value as written=value", one after the other.
std::string parts(std::string_view text) {
  RecipeReader reader(text);
  std::string all(reader.name());
  while (const auto parameter = reader.next())
    all += '|' + std::string(parameter->name) + '=' + std::string(parameter->value) + '=' + parameter->unquoted();
  return all;
}

TEST(RecipeReader, TellsNameAndParameters) {
  EXPECT_EQ(parts("HCPA"), "HCPA");
  EXPECT_EQ(parts("star:speed=2,workers=8"), "star|speed=2=2|workers=8=8");
}

TEST(RecipeReader, WhatStandsInQuotesSeparatesNothing) {
  EXPECT_EQ(parts(R"(file:path="a,b=1:c",digest=0)"), R"(file|path="a,b=1:c"=a,b=1:c|digest=0=0)");
  EXPECT_EQ(parts(R"(file:path="say \"a\\b\"")"), R"(file|path="say \"a\\b\""=say "a\b")");
  EXPECT_EQ(parts(R"(file:path="")"), R"(file|path=""=)");
}

TEST(RecipeReader, NamesWhatIsWrong) {
  EXPECT_THAT([] { parts("a:b"); }, ThrowsMessage<UserError>(HasSubstr("\"b\" in \"a:b\" is not of the form")));
  EXPECT_THAT([] { parts("a:"); }, ThrowsMessage<UserError>(HasSubstr("is not of the form parameter=value")));
  EXPECT_THAT([] { parts("a:b=\"x"); }, ThrowsMessage<UserError>(HasSubstr("missing closing quote in \"x")));
  EXPECT_THAT([] { parts("a:b=\"x\"y"); }, ThrowsMessage<UserError>(HasSubstr("expected a comma before \"y\"")));
}

constexpr std::array<std::string_view, 3> k_listed_colours{"red", "green", "blue"};
constexpr std::array<ParameterSpec, 3> k_list_specs{{
    numbers("counts", ParameterType::integer, "integers", 1, 100, "10 20"),
    numbers("widths", ParameterType::real, "reals", 0, 1, "0.5"),
    texts("colours", "texts", k_listed_colours, "red"),
}};

std::string list_error(const Parameters& given) {
  return test::error_of([&] { resolve("family", k_list_specs, given); });
}

std::string list_error(std::string_view name, std::string_view text) {
  return list_error({{std::string(name), std::string(text)}});
}

std::vector<Value> values_of(std::string_view name, std::string_view text) {
  return list_of({"family", resolve("family", k_list_specs, {{std::string(name), std::string(text)}})}, k_list_specs,
                 name);
}

TEST(ValueList, ReadsTheDeclaredTypeInTheOrderOfTheText) {
  EXPECT_EQ(values_of("counts", "100 1 20"),
            (std::vector<Value>{std::int64_t{100}, std::int64_t{1}, std::int64_t{20}}));
  EXPECT_EQ(values_of("widths", "0 0.25 1"), (std::vector<Value>{0.0, 0.25, 1.0}));
  EXPECT_EQ(values_of("colours", "blue red"), (std::vector<Value>{std::string("blue"), std::string("red")}));
}

TEST(ValueList, MayRepeatAValue) { EXPECT_EQ(values_of("counts", "5 5 6").size(), 3U); }

TEST(ValueList, StaysATextInTheRecipe) {
  EXPECT_EQ(canonical_text({"family", resolve("family", k_list_specs, {})}),
            "family:colours=red,counts=\"10 20\",widths=0.5");
}

TEST(ValueList, RefusesAListWithoutValues) {
  EXPECT_EQ(list_error("counts", ""), "parameter \"counts\" of family lists no value");
  EXPECT_EQ(list_error("counts", "  "), "parameter \"counts\" of family lists no value");
}

TEST(ValueList, RefusesWhatIsNoSuchValue) {
  EXPECT_EQ(list_error("counts", "10 x"), "parameter \"counts\" of family must be an integer, not \"x\"");
  EXPECT_EQ(list_error("counts", "2.5"), "parameter \"counts\" of family must be an integer, not \"2.5\"");
  EXPECT_EQ(list_error("widths", "0.5 wide"), "parameter \"widths\" of family must be a number, not \"wide\"");
}

TEST(ValueList, RefusesAValueOutOfRange) {
  EXPECT_EQ(list_error("counts", "10 101"), "parameter \"counts\" of family is 101, outside [1, 100]");
  EXPECT_EQ(list_error("widths", "-0.5"), "parameter \"widths\" of family is -0.5, outside [0, 1]");
  EXPECT_NE(list_error("widths", "nan"), "no error");
}

TEST(ValueList, RefusesAValueThatIsNoChoiceWithTheNearest) {
  EXPECT_EQ(list_error("colours", "red grene"),
            "parameter \"colours\" of family cannot be \"grene\" (did you mean \"green\"?)");
}

// Two spellings of one list would be two identities.
TEST(ValueList, HasOneSpelling) {
  EXPECT_EQ(list_error("widths", "0.20 .5"), "parameter \"widths\" of family is \"0.20 .5\": write \"0.2 0.5\"");
  for (const char* text : {"10  20", " 10 20", "10 20 "})
    EXPECT_EQ(list_error("counts", text),
              "parameter \"counts\" of family is \"" + std::string(text) + "\": write \"10 20\"");
  for (const char* text : {"10,20", "10, 20", "10;20", ",10 20,"})
    EXPECT_EQ(list_error("counts", text),
              "parameter \"counts\" of family is \"" + std::string(text) + "\": write \"10 20\"");
  EXPECT_EQ(list_error("counts", "10 20"), "no error");
}

TEST(ValueList, RefusesMoreThanAHundredValues) {
  std::string text = "1";
  for (int i = 1; i < 100; ++i) text += " 1";
  EXPECT_EQ(list_error("counts", text), "no error");
  EXPECT_EQ(list_error("counts", text + " 1"), "parameter \"counts\" of family lists more than 100 values");
}

TEST(ValueList, IsATextAndNoNumber) {
  EXPECT_EQ(list_error({{"counts", std::int64_t{10}}}),
            "parameter \"counts\" of family lists values in one text, such as \"10 20\", but is 10");
}

constexpr std::uint64_t k_all = ~std::uint64_t{0};

Digest sum(Digest a, const Digest& b) { return a += b; }

TEST(Digest, AddsModulo128Bits) {
  EXPECT_EQ(sum({1, 2}, {3, 4}), Digest(4, 6));
  EXPECT_EQ(sum({1, k_all}, {3, 1}), Digest(5, 0));  // a carry
  EXPECT_EQ(sum({k_all, k_all}, {0, 1}), Digest(0, 0));
  EXPECT_EQ(sum({0, k_all}, {0, k_all}), Digest(1, k_all - 1));
}

TEST(Digest, OfASetFollowsItsMembersNotTheirOrder) {
  const Digest a = digest_of("a"), b = digest_of("b"), c = digest_of("c");
  EXPECT_EQ(sum(sum(a, b), c), sum(sum(c, a), b));
  EXPECT_NE(sum(a, b), sum(a, c));
  EXPECT_NE(sum(a, a), Digest());
}

// XXH3-128 of the empty text is 99aa06d3014798d86001c324468d497f (test vectors of xxHash).
TEST(Digest, IsXxh3InHexadecimalDigits) {
  EXPECT_EQ(to_text(digest_of("")), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(to_text(Digest(1, 2)), "00000000000000010000000000000002");
}

}  // namespace
}  // namespace palio
