// Parameters and metrics are columns of one flat view of the results: their names must not collide.
#include <gtest/gtest.h>

#include <map>
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

// Every drawn or read family needs these.
const std::set<std::string_view> k_common{"sample", "seed", "path", "digest"};

TEST(Columns, PlatformsAndWorkloadsShareNoOtherParameter) {
  const auto platforms = parameter_names(platform_families());
  for (const std::string_view name : parameter_names(workload_families())) {
    EXPECT_EQ(platforms.contains(name), k_common.contains(name)) << name;
  }
}

TEST(Columns, NoParameterIsCalledLikeAMetric) {
  for (const MetricInfo& info : metric_table()) {
    EXPECT_FALSE(parameter_names(platform_families()).contains(info.name)) << info.name;
    EXPECT_FALSE(parameter_names(workload_families()).contains(info.name)) << info.name;
  }
}

// A parameter that two families of one kind share is one column, so it has one type.
template <class Families>
void expect_one_type_per_name(const Families& families) {
  std::map<std::string_view, ParameterType> types;
  for (const auto& family : families)
    for (const ParameterSpec& spec : family.parameters)
      EXPECT_EQ(types.emplace(spec.name, spec.type).first->second, spec.type) << spec.name;
}

TEST(Columns, HaveOneType) {
  expect_one_type_per_name(platform_families());
  expect_one_type_per_name(workload_families());
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
