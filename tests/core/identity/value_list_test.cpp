#include "core/identity/canonical.h"

#include <gtest/gtest.h>

#include <array>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

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

}  // namespace
}  // namespace palio
