#include "strategies/custom/custom_code.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/identity/canonical.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"
#include "strategies/strategy_set.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using test::error_of;
using testing::AllOf;
using testing::HasSubstr;

std::string manifest(const std::string& strategies) {
  return library_manifest("d1", "{\"strategies\": [" + strategies + "]}");
}

std::shared_ptr<const CustomCode> code(const std::string& strategies, const std::string& place = "my.so") {
  return std::make_shared<const CustomCode>(manifest(strategies), place);
}

std::string refused(const std::string& strategies) {
  return error_of([&] { code(strategies); });
}

std::string with_parameter(const std::string& parameter) {
  return R"({"name": "MINE", "summary": "s", "parameters": [)" + parameter + "]}";
}

TEST(CustomCode, HasRowsLikePaliosTable) {
  const auto mine = code(
      R"({"name": "MINE", "summary": "my idea", "source": "nobody", "clusters": "one", "applications": "one",
          "communication": "ignored", "yardstick": "HCPA", "parameters": [
            {"name": "share", "meaning": "of a cluster", "unit": "1", "min": -1, "max": 1, "default": 0.5},
            {"name": "rounds", "type": "integer", "meaning": "of it", "min": 1, "max": 9, "default": 3},
            {"name": "order", "type": "text", "meaning": "of tasks", "choices": ["up", "down"], "default": "down"}]})");
  ASSERT_EQ(mine->strategies().size(), 1);
  const Strategy& row = mine->strategies().front();
  EXPECT_EQ(row.name, "MINE");
  EXPECT_EQ(row.source, "nobody");
  const auto* graphs = method_if<GraphMethod>(row);
  ASSERT_NE(graphs, nullptr);
  EXPECT_EQ(graphs->terms.clusters, ClusterNeed::one_cluster);
  EXPECT_EQ(graphs->terms.batches, BatchNeed::one_application);
  EXPECT_EQ(graphs->terms.communication, PlannedCommunication::ignored);
  EXPECT_EQ(graphs->terms.dedicated, "HCPA");
  EXPECT_EQ(row.parameters[0].min, -1);
  // The digest is added by itself and distinguishes libraries; labels omit it, since it is the default.
  const Recipe recipe = parse_recipe("MINE:rounds=4", row.parameters);
  EXPECT_EQ(canonical_text(recipe),
            "MINE:digest=" + content_digest(mine->manifest()) + ",order=down,rounds=4,share=0.5");
  EXPECT_EQ(label(recipe, row.parameters), "MINE:rounds=4");
  EXPECT_THAT(error_of([&] { parse_recipe("MINE:digest=0123", row.parameters); }), HasSubstr("digest"));
}

TEST(CustomCode, SchedulesAnyKindOfApplications) {
  const auto mine = code(R"({"name": "B", "summary": "s", "schedules": "bags", "ports": "one"},
                            {"name": "F", "summary": "s", "schedules": "files"})");
  const auto* bags = method_if<BagMethod>(mine->strategies()[0]);
  ASSERT_NE(bags, nullptr);
  EXPECT_TRUE(bags->selects_platforms());
  const auto* files = method_if<FileMethod>(mine->strategies()[1]);
  ASSERT_NE(files, nullptr);
  SharedFileTasks open{.file_bytes = {1}, .file_of_task = {}, .flop = 1, .target_efficiency = 0.5};
  EXPECT_THAT(error_of([&] { files->check_workload("F", open); }), HasSubstr("give the number of tasks"));
}

// `keys`: of a strategy, besides its name and summary.
std::string described(const std::string& keys, const std::string& interface = "") {
  return library_manifest("d1", "{" + interface + R"("strategies": [{"name": "A", "summary": "s")" + keys + "}]}");
}

GraphTerms terms_of(const std::string& keys) {
  const CustomCode code(described(keys), "my.so");
  return method_if<GraphMethod>(code.strategies().front())->terms;
}

TEST(CustomCode, TakesUnrelatedMachinesIfItSaysSo) {
  EXPECT_EQ(terms_of("").machines, Machines::related);
  EXPECT_EQ(terms_of(R"(, "machines": "related")").machines, Machines::related);
  EXPECT_EQ(terms_of(R"(, "machines": "unrelated")").machines, Machines::unrelated);
}

TEST(CustomCode, TakesAnySpeedupIfItSaysSo) {
  EXPECT_EQ(terms_of("").speedups, Speedups::amdahl);
  EXPECT_EQ(terms_of(R"(, "speedups": "any")").speedups, Speedups::any);
}

std::vector<std::string> names_of(const CustomCode& code) {
  std::vector<std::string> names;
  for (const ParameterSpec& spec : code.strategies().front().parameters) names.emplace_back(spec.name);
  return names;
}

const std::string k_share = R"(, "parameters": [{"name": "share", "meaning": "m", "min": 0, "max": 1, "default": 1}])";

TEST(CustomCode, TakesThePoliciesOfWhatItCanDo) {
  const auto names = [](const std::string& keys) { return names_of(CustomCode(described(keys + k_share), "my.so")); };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(""), (Names{"share", "digest", "knowledge", "hindsight"}));
  EXPECT_EQ(names(R"(, "decides": "at_run_time")"),
            (Names{"share", "digest", "knowledge", "decision_time", "hindsight"}));
  EXPECT_EQ(names(R"(, "beginning": "any")"),
            (Names{"share", "digest", "knowledge", "replan", "tolerance", "period", "decision_time", "hindsight"}));
  // Recipes name a policy only if they have one.
  const CustomCode code(described(R"(, "beginning": "any")" + k_share), "my.so");
  const Strategy& row = code.strategies().front();
  EXPECT_EQ(canonical_text(parse_recipe("A", row.parameters)), "A:digest=" + code.digest() + ",share=1");
  EXPECT_EQ(label(parse_recipe("A:replan=late,tolerance=0.5", row.parameters), row.parameters),
            "A:replan=late,tolerance=0.5");
  EXPECT_EQ(own_parameters(row).size(), 1);
  EXPECT_EQ(method_if<GraphMethod>(row)->terms.beginning, Beginning::any);
  EXPECT_EQ(method_if<GraphMethod>(row)->begin, nullptr);
  const CustomCode deciding(described(R"(, "decides": "at_run_time")"), "my.so");
  EXPECT_NE(method_if<GraphMethod>(deciding.strategies().front())->begin, nullptr);
}

TEST(CustomCode, NamesNoParameterAfterAPolicy) {
  const std::string period =
      R"(, "parameters": [{"name": "period", "meaning": "m", "min": 0, "max": 1, "default": 1}])";
  EXPECT_EQ(names_of(CustomCode(described(R"(, "schedules": "bags")" + period), "my.so")),
            (std::vector<std::string>{"period", "digest"}));
  EXPECT_THAT(error_of([&] { CustomCode made(described(period), "my.so"); }),
              AllOf(HasSubstr("my.so:"), HasSubstr("parameters[0].name is a parameter of policies")));
}

TEST(CustomCode, DecidesOrPlansAsItsDescriptionCanMean) {
  const auto refused = [](const std::string& keys) {
    return error_of([&] { CustomCode made(described(keys), "my.so"); });
  };
  EXPECT_THAT(refused(R"(, "machines": "any")"), HasSubstr("none of related, unrelated"));
  EXPECT_THAT(refused(R"(, "machines": "unrelated", "schedules": "bags")"),
              HasSubstr("is for strategies that schedule graphs"));
  EXPECT_THAT(refused(R"(, "decides": "later")"), HasSubstr("none of ahead, at_run_time"));
  EXPECT_THAT(refused(R"(, "decides": "at_run_time", "beginning": "any")"),
              HasSubstr("beginning is for strategies that decide ahead"));
  EXPECT_THAT(refused(R"(, "decides": "at_run_time", "schedules": "bags")"),
              HasSubstr("is for strategies that schedule graphs"));
}

TEST(CustomCode, OfALaterVersionOfTheInterfaceIsRefused) {
  const auto refused = [](const std::string& interface) {
    return error_of([&] { CustomCode made(described("", interface), "my.so"); });
  };
  EXPECT_EQ(refused(R"("interface": 1, )"), "no error");
  EXPECT_EQ(refused(R"("interface": 4, )"), "no error");
  // A key that a later version may have.
  EXPECT_THAT(refused(R"("interface": 5, "later": 1, )"),
              AllOf(HasSubstr("my.so:"), HasSubstr("interface is 5"), HasSubstr("takes up to version 4")));
  EXPECT_THAT(refused(R"("interface": 0, )"), HasSubstr("must be an integer from 1"));
  EXPECT_THAT(refused(R"("interface": "1", )"), HasSubstr("must be an integer from 1"));
}

TEST(CustomCode, KeysOfOtherKindsAreRefused) {
  EXPECT_THAT(refused(R"({"name": "B", "summary": "s", "schedules": "bags", "clusters": "one"})"),
              HasSubstr("is for strategies that schedule graphs"));
  EXPECT_THAT(refused(R"({"name": "B", "summary": "s", "ports": "one"})"),
              HasSubstr("is for strategies that schedule bags"));
  EXPECT_THAT(refused(R"({"name": "B", "summary": "s", "schedules": "bag"})"), HasSubstr("did you mean \"bags\"?"));
  const std::string command =
      command_manifest("mine", {}, R"({"strategies": [{"name": "B", "summary": "s", "schedules": "bags"}]})");
  EXPECT_THAT(error_of([&] { CustomCode made(command, "."); }), HasSubstr("is for libraries"));
}

TEST(CustomCode, IsRefusedWithPlaceAndValue) {
  EXPECT_THAT(refused(""), AllOf(HasSubstr("my.so"), HasSubstr("has no strategy")));
  EXPECT_THAT(refused(R"({"name": "A:B", "summary": "s"})"), HasSubstr("letters, digits"));
  EXPECT_THAT(refused(R"({"name": "", "summary": "s"})"), HasSubstr("must be a text that is not empty"));
  EXPECT_THAT(refused(R"({"name": "A"})"), HasSubstr("has no \"summary\""));
  EXPECT_THAT(refused(R"({"name": "A", "summary": "s", "colour": "red"})"), HasSubstr("unknown key \"colour\""));
  EXPECT_THAT(refused(R"({"name": "A", "summary": "s"}, {"name": "A", "summary": "s"})"), HasSubstr("a second"));
  EXPECT_THAT(refused(R"({"name": "A", "summary": "s", "clusters": "two"})"), HasSubstr("none of any, one"));
  EXPECT_THAT(refused(with_parameter(R"({"name": "x", "meaning": "m"})")), HasSubstr("has no \"min\""));
  EXPECT_THAT(refused(with_parameter(R"({"name": "x", "meaning": "m", "min": 2, "max": 1})")), HasSubstr("above max"));
  EXPECT_THAT(refused(with_parameter(R"({"name": "x", "meaning": "m", "min": 0, "max": 1, "default": 7})")),
              HasSubstr("does not fit"));
  EXPECT_THAT(refused(with_parameter(R"({"name": "X", "meaning": "m", "min": 0, "max": 1})")),
              HasSubstr("small letters"));
  for (const char* taken : {"makespan", "digest", "plugin", "samples"})
    EXPECT_THAT(
        refused(with_parameter(std::string(R"({"meaning": "m", "min": 0, "max": 1, "name": ")") + taken + "\"}")),
        HasSubstr("is a reserved name"));
}

TEST(StrategySet, KnowsPaliosAndOnesOwn) {
  StrategySet known;
  known.add(code(R"({"name": "MINE", "summary": "s"})"));
  EXPECT_EQ(known.named("MINE").summary, "s");
  EXPECT_EQ(known.named("HCPA").name, "HCPA");
  EXPECT_EQ(known.code_of("HCPA"), nullptr);
  EXPECT_NE(known.code_of("MINE"), nullptr);
  EXPECT_THAT(error_of([&] { known.named("MINNE"); }), HasSubstr("did you mean \"MINE\"?"));
  known.add(code(R"({"name": "MINE", "summary": "s"})"));  // the same again
  EXPECT_EQ(known.custom().size(), 1);
}

TEST(StrategySet, RefusesNamesThatAreTaken) {
  StrategySet known;
  EXPECT_THAT(error_of([&] { known.add(code(R"({"name": "HCPA", "summary": "s"})")); }),
              AllOf(HasSubstr("my.so"), HasSubstr("HCPA"), HasSubstr("rename it")));
  known.add(code(R"({"name": "MINE", "summary": "s"})"));
  EXPECT_THAT(error_of([&] { known.add(code(R"({"name": "MINE", "summary": "other"})", "your.so")); }),
              AllOf(HasSubstr("my.so"), HasSubstr("your.so")));
  EXPECT_THAT(error_of([&] { known.add(code(R"({"name": "B", "summary": "s", "yardstick": "MINE"})")); }),
              HasSubstr("one of Palio's"));
}

}  // namespace
}  // namespace palio
