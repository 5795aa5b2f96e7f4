#include "platforms/family.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/metrics.h"
#include "tests/support/error_of.h"
#include "tests/support/family_checks.h"
#include "workloads/family.h"

namespace palio {
namespace {

TEST(PlatformFamilies, AreFoundByName) {
  for (const PlatformFamily& family : platform_families()) EXPECT_EQ(platform_family(family.name).name, family.name);
}

TEST(PlatformFamilies, AnUnknownNameIsAnErrorWithTheNearest) {
  EXPECT_EQ(test::error_of([&] { platform_family("random-multicluster"); }),
            "unknown platform family \"random-multicluster\" (did you mean \"random-multi-cluster\"?)");
}

TEST(PlatformFamilies, SayWhatTheyAreAndNameEachParameterOnce) { test::expect_described(platform_families()); }

TEST(PlatformFamilies, DefaultsAreInRange) { test::expect_defaults_in_range(platform_families()); }

TEST(PlatformFamilies, ThatAreDrawnEndWithSampleAndSeed) {
  const auto specs = platform_family("random-multi-cluster").parameters;
  EXPECT_EQ(specs[specs.size() - 2].name, "sample");
  EXPECT_EQ(specs[specs.size() - 1].name, "seed");
}

TEST(FilePlatform, IsBuiltFromItsDefinition) {
  const PlatformFamily& family = platform_family(k_file_family);
  const Recipe recipe = parse_recipe("file:path=p.json,digest=00ff", family.parameters);
  const auto platform = as<Platform>(family.build(recipe, R"({"format": "palio-platform", "version": 1, "clusters": [
      {"name": "only", "processors": 4, "speed": 1e9, "processor_link": {"bandwidth": 1e8, "latency": 1e-4}}]})"));
  ASSERT_EQ(platform.clusters.size(), 1U);
  EXPECT_EQ(platform.clusters[0].name, "only");
}

TEST(FilePlatform, NamesItsPathInErrors) {
  const PlatformFamily& family = platform_family(k_file_family);
  const Recipe recipe = parse_recipe("file:path=p.json,digest=00ff", family.parameters);
  EXPECT_EQ(test::error_of([&] { family.build(recipe, "[]"); }),
            "p.json:1: the document is an array, must be an object");
}

TEST(FilePlatform, NeedsPathAndDigest) {
  const auto specs = platform_family(k_file_family).parameters;
  EXPECT_THROW(parse_recipe("file:path=p.json", specs), UserError);
  EXPECT_THROW(parse_recipe("file:digest=00ff", specs), UserError);
}

// Parameters and metrics are columns of one flat view of the results, so their names must not collide.

template <class Families>
std::set<std::string_view> parameter_names(const Families& families) {
  std::set<std::string_view> names;
  for (const auto& family : families)
    for (const ParameterSpec& spec : family.parameters) names.insert(spec.name);
  return names;
}

TEST(Columns, PlatformsAndWorkloadsShareNoOtherParameter) {
  const auto platforms = parameter_names(platform_families());
  for (const std::string_view name : parameter_names(workload_families())) {
    EXPECT_EQ(platforms.contains(name), role_of(name) != ParameterRole::plain) << name;
  }
}

TEST(Columns, NoParameterIsCalledLikeAMetric) {
  for (const MetricInfo& info : metric_table()) {
    EXPECT_FALSE(parameter_names(platform_families()).contains(info.name)) << info.name;
    EXPECT_FALSE(parameter_names(workload_families()).contains(info.name)) << info.name;
  }
}

bool is_column_name(std::string_view name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string_view::npos;
}

TEST(Columns, NeedNoQuotesInSql) {
  for (const std::string_view name : parameter_names(platform_families())) EXPECT_TRUE(is_column_name(name)) << name;
  for (const std::string_view name : parameter_names(workload_families())) EXPECT_TRUE(is_column_name(name)) << name;
}

}  // namespace
}  // namespace palio
