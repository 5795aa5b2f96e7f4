// Parameters and metrics are columns of one flat view of the results: their names must not collide.
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "core/metrics.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

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
