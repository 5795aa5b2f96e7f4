#include "campaign/plan/dimension_rows.h"

#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

template <class Family>
std::vector<DimensionRow> ingredient_rows(const std::vector<Ingredient>& ingredients,
                                          const Family& (*family)(std::string_view)) {
  std::vector<DimensionRow> rows;
  for (const Ingredient& ingredient : ingredients) {
    const auto specs = family(ingredient.recipe.name).parameters;
    rows.push_back({ingredient.recipe, label(ingredient.recipe, specs), specs, ingredient.definition});
  }
  return rows;
}

}  // namespace

std::vector<DimensionRow> platform_rows(const std::vector<Ingredient>& platforms) {
  return ingredient_rows<PlatformFamily>(platforms, platform_family);
}

std::vector<DimensionRow> workload_rows(const std::vector<Ingredient>& workloads) {
  return ingredient_rows<WorkloadFamily>(workloads, workload_family);
}

std::vector<DimensionRow> strategy_rows(const std::vector<Recipe>& strategies, const StrategySet& known) {
  std::vector<DimensionRow> rows;
  for (const Recipe& recipe : strategies) {
    const auto specs = known.named(recipe.name).parameters;
    const OwnCode* code = known.code_of(recipe.name);
    rows.push_back({recipe, label(recipe, specs), specs, code == nullptr ? std::string() : code->manifest()});
  }
  return rows;
}

}  // namespace palio
