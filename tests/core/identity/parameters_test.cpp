#include "core/identity/parameters.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 2> k_colour_words{"red", "green"};
constexpr std::array<ParameterSpec, 4> k_parameter_specs{{
    {"tasks", ParameterType::integer, "", "number of tasks", 1, 100, ""},
    {"speed", ParameterType::real, "flop/s", "speed of a processor", 0.5, 1e9, "1e9"},
    {"colour", ParameterType::text, "", "one of two", 0, 0, "red", DrawRole::shapes_draws, k_colour_words},
    {"path", ParameterType::text, "", "any text", 0, 0, "here"},
}};

using test::error_of;

std::string resolve_error(const Parameters& given) {
  return error_of([&] { resolve("family", k_parameter_specs, given); });
}

TEST(ParameterRole, HasOneNameWhereAStudyOrAFileGivesTheValue) {
  EXPECT_EQ(role_name(ParameterRole::digest), "digest");
  EXPECT_EQ(role_of("digest"), ParameterRole::digest);
  EXPECT_EQ(role_name(ParameterRole::applications), "");  // "batch", "applications"
  EXPECT_EQ(role_of("width"), ParameterRole::plain);
  EXPECT_TRUE(is_given_by_study(role_of("seed")));
  EXPECT_FALSE(is_given_by_study(ParameterRole::path));
  EXPECT_EQ(parameter_of(k_parameter_specs, ParameterRole::sample), nullptr);
}

TEST(ToText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(to_text(Value{std::int64_t{8}}), "8");
  EXPECT_EQ(to_text(Value{0.25}), "0.25");
  EXPECT_EQ(to_text(Value{0.1}), "0.1");
  EXPECT_EQ(to_text(Value{1e20}), "1e+20");
  EXPECT_EQ(to_text(Value{3.0}), "3");
  EXPECT_EQ(to_text(Value{-0.0}), "0");
  EXPECT_EQ(to_text(Value{std::string("random")}), "random");
}

TEST(ToText, OfARealReadsBackAsTheSameBits) {
  for (const double real : {0.1, 1.0 / 3.0, 2.0 / 3.0, 5e-324, 1.7976931348623157e308, 0x1.000001p-7, 123456789.123})
    EXPECT_EQ(std::get<double>(parse_value("family", k_parameter_specs[1], to_text(Value{real}))), real);
}

TEST(ParseValue, ReadsTheDeclaredType) {
  EXPECT_EQ(parse_value("family", k_parameter_specs[0], "20"), Value{std::int64_t{20}});
  EXPECT_EQ(parse_value("family", k_parameter_specs[1], "1e3"), Value{1000.0});
  EXPECT_EQ(parse_value("family", k_parameter_specs[3], "1e3"), Value{std::string("1e3")});
}

TEST(ParseValue, RefusesAnotherType) {
  const auto error = [](const ParameterSpec& spec, std::string_view text) {
    return error_of([&] { parse_value("family", spec, text); });
  };
  EXPECT_EQ(error(k_parameter_specs[0], "2.5"), "parameter \"tasks\" of family must be an integer, not \"2.5\"");
  EXPECT_EQ(error(k_parameter_specs[0], "20x"), "parameter \"tasks\" of family must be an integer, not \"20x\"");
  EXPECT_EQ(error(k_parameter_specs[0], ""), "parameter \"tasks\" of family must be an integer, not \"\"");
  EXPECT_EQ(error(k_parameter_specs[1], "fast"), "parameter \"speed\" of family must be a number, not \"fast\"");
}

TEST(Resolve, FillsDefaultsAndConvertsWholeNumbers) {
  const Parameters resolved = resolve("family", k_parameter_specs, {{"tasks", 20.0}, {"speed", std::int64_t{5}}});
  EXPECT_EQ(integer_of(resolved, "tasks"), 20);
  EXPECT_EQ(real_of(resolved, "speed"), 5.0);
  EXPECT_EQ(text_of(resolved, "colour"), "red");
  EXPECT_EQ(text_of(resolved, "path"), "here");
}

TEST(Resolve, AcceptsBothBoundsOfARange) {
  for (const std::int64_t tasks : {1, 100}) EXPECT_NO_THROW(resolve("family", k_parameter_specs, {{"tasks", tasks}}));
}

TEST(Resolve, RefusesTheLeastNumberOfARangeThatIsOpenBelow) {
  constexpr std::array<ParameterSpec, 1> share{{{.name = "share",
                                                 .unit = "",
                                                 .meaning = "part of a whole",
                                                 .min = 0,
                                                 .max = 1,
                                                 .default_value = "1",
                                                 .bounds = Bounds::open_below}}};
  for (const double inside : {5e-324, 1.0}) EXPECT_NO_THROW(resolve("family", share, {{"share", inside}}));
  EXPECT_EQ(error_of([&] {
              resolve("family", share, {{"share", 0.0}});
            }),
            "parameter \"share\" of family is 0, outside (0, 1]");
  EXPECT_THROW(resolve("family", share, {{"share", std::nan("")}}), UserError);
}

TEST(Resolve, NamesWhatIsWrong) {
  const Value tasks = std::int64_t{1};
  EXPECT_EQ(resolve_error({}), "parameter \"tasks\" of family is missing: number of tasks");
  EXPECT_EQ(resolve_error({{"task", tasks}}), "family has no parameter \"task\" (did you mean \"tasks\"?)");
  EXPECT_EQ(resolve_error({{"tasks", std::int64_t{101}}}), "parameter \"tasks\" of family is 101, outside [1, 100]");
  EXPECT_EQ(resolve_error({{"tasks", tasks}, {"speed", 0.25}}),
            "parameter \"speed\" of family is 0.25, outside [0.5, 1000000000] flop/s");
  EXPECT_EQ(resolve_error({{"tasks", 1.5}}), "parameter \"tasks\" of family must be an integer, not 1.5");
  EXPECT_EQ(resolve_error({{"tasks", tasks}, {"path", 1.5}}), "parameter \"path\" of family must be a text, not 1.5");
  EXPECT_EQ(resolve_error({{"tasks", tasks}, {"colour", std::string("gren")}}),
            "parameter \"colour\" of family cannot be \"gren\" (did you mean \"green\"?)");
}

TEST(Resolve, RefusesNumbersThatAreNotFinite) {
  for (const double speed : {std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(resolve("family", k_parameter_specs, {{"tasks", std::int64_t{1}}, {"speed", speed}}), UserError);
}

TEST(Resolve, SaysThatThereAreNoParameters) {
  EXPECT_EQ(error_of([] { resolve("HCPA", {}, {{"x", 1.0}}); }), "HCPA has no parameters, but \"x\" was given");
}

TEST(TypedAccess, ToAMissingNameOrAnotherTypeIsAnInternalError) {
  const Parameters parameters{{"tasks", std::int64_t{1}}};
  EXPECT_THROW(integer_of(parameters, "speed"), InternalError);
  EXPECT_THROW(real_of(parameters, "tasks"), InternalError);
  EXPECT_THROW(text_of(parameters, "tasks"), InternalError);
}

TEST(Resolve, LeavesOutAnOptionalParameterThatIsNotGiven) {
  constexpr std::array<ParameterSpec, 1> specs{{{.name = "gap",
                                                 .unit = "s",
                                                 .meaning = "between two",
                                                 .max = 9,
                                                 .default_value = "",
                                                 .presence = Presence::optional}}};
  EXPECT_EQ(resolve("family", specs, {}), Parameters());
  EXPECT_EQ(resolve("family", specs, {{"gap", 2.0}}), (Parameters{{"gap", 2.0}}));
  EXPECT_EQ(error_of([&] {
              resolve("family", specs, {{"gap", 10.0}});
            }),
            "parameter \"gap\" of family is 10, outside [0, 9] s");
}

// Recipes from before the parameter was there mean its default, and so keep their canonical text and label.
TEST(Resolve, LeavesOutAnOptionalParameterThatHasItsDefault) {
  static constexpr std::array<std::string_view, 2> choices{"skip", "end"};
  static constexpr std::array<ParameterSpec, 1> specs{later_text_parameter("stop", "what ends it", "skip", choices)};
  EXPECT_EQ(resolve("family", specs, {}), Parameters());
  EXPECT_EQ(resolve("family", specs, {{"stop", "skip"}}), Parameters());
  const Parameters given = resolve("family", specs, {{"stop", "end"}});
  EXPECT_EQ(given, (Parameters{{"stop", "end"}}));
  EXPECT_EQ(text_of({}, specs[0]), "skip");
  EXPECT_EQ(text_of(given, specs[0]), "end");
  EXPECT_EQ(error_of([&] {
              resolve("family", specs, {{"stop", "ends"}});
            }),
            "parameter \"stop\" of family cannot be \"ends\" (did you mean \"end\"?)");
}

}  // namespace
}  // namespace palio
