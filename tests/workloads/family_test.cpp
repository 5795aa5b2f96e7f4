#include "workloads/family.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "tests/support/error_of.h"
#include "tests/support/family_checks.h"

namespace palio {
namespace {

constexpr std::string_view k_file = R"({"format": "palio-workload", "version": 1, "applications": [
  {"name": "app", "tasks": [{"name": "A", "flop": 1e9, "alpha": 0.1}]}]})";

TEST(WorkloadFamilies, AreFoundByName) {
  for (const WorkloadFamily& family : workload_families()) EXPECT_EQ(workload_family(family.name).name, family.name);
}

TEST(WorkloadFamilies, AnUnknownNameIsAnErrorWithTheNearest) {
  EXPECT_EQ(test::error_of([&] { workload_family("random-pgt"); }),
            "unknown workload family \"random-pgt\" (did you mean \"random-ptg\"?)");
}

TEST(WorkloadFamilies, SayWhatTheyAreAndNameEachParameterOnce) { test::expect_described(workload_families()); }

TEST(WorkloadFamilies, DefaultsAreInRange) { test::expect_defaults_in_range(workload_families()); }

TEST(WorkloadFamilies, ThatAreDrawnEndWithSampleAndSeed) {
  const auto specs = workload_family("random-ptg").parameters;
  EXPECT_EQ(specs[specs.size() - 2].name, "sample");
  EXPECT_EQ(specs[specs.size() - 1].name, "seed");
}

TEST(FileWorkload, IsBuiltFromItsDefinition) {
  const WorkloadFamily& family = workload_family(k_file_family);
  const Recipe recipe = parse_recipe("file:path=app.json,digest=00ff", family.parameters);
  const auto workload = as<Workload>(family.build(recipe, k_file));
  ASSERT_EQ(workload.applications.size(), 1U);
  EXPECT_EQ(workload.applications[0].graph.task(0).name, "A");
}

TEST(FileWorkload, NamesItsPathInErrors) {
  const WorkloadFamily& family = workload_family(k_file_family);
  const Recipe recipe = parse_recipe("file:path=app.json,digest=00ff", family.parameters);
  EXPECT_EQ(test::error_of([&] { family.build(recipe, "{}"); }), "app.json:1: the document has no \"format\"");
}

TEST(FileWorkload, NeedsPathAndDigest) {
  const auto specs = workload_family(k_file_family).parameters;
  EXPECT_THROW(parse_recipe("file:path=app.json", specs), UserError);
  EXPECT_THROW(parse_recipe("file:digest=00ff", specs), UserError);
}

}  // namespace
}  // namespace palio
