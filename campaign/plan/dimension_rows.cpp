#include "campaign/plan/dimension_rows.h"

#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

template <class Family>
std::vector<DimensionRow> spec_rows(const std::vector<Spec>& specs, const Family& (*family)(std::string_view)) {
  std::vector<DimensionRow> rows;
  for (const Spec& spec : specs) {
    const auto parameters = family(spec.recipe.name).parameters;
    rows.push_back({spec.recipe, label(spec.recipe, parameters), parameters, spec.definition});
  }
  return rows;
}

}  // namespace

std::vector<DimensionRow> platform_rows(const std::vector<Spec>& platforms) {
  return spec_rows<PlatformFamily>(platforms, platform_family);
}

std::vector<DimensionRow> workload_rows(const std::vector<Spec>& workloads) {
  return spec_rows<WorkloadFamily>(workloads, workload_family);
}

std::vector<DimensionRow> strategy_rows(const std::vector<Recipe>& strategies, const StrategySet& known) {
  std::vector<DimensionRow> rows;
  for (const Recipe& recipe : strategies) {
    const auto parameters = known.named(recipe.name).parameters;
    const OwnCode* code = known.code_of(recipe.name);
    rows.push_back({recipe, label(recipe, parameters), parameters, code == nullptr ? std::string() : code->manifest()});
  }
  return rows;
}

}  // namespace palio
