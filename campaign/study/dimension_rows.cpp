#include "campaign/study/dimension_rows.h"

#include "platforms/family.h"
#include "storage/file/dimension_table.h"
#include "workloads/family.h"

namespace palio {
namespace {

std::vector<DimensionRow> spec_rows(const std::vector<Spec>& specs,
                                    std::span<const ParameterSpec> (*parameters_of)(std::string_view family)) {
  std::vector<DimensionRow> rows;
  for (const auto& [recipe, definition] : specs) {
    const auto parameters = parameters_of(recipe.name);
    rows.push_back({recipe, label(recipe, parameters), parameters, definition});
  }
  return rows;
}

}  // namespace

std::vector<DimensionRow> platform_rows(const std::vector<Spec>& platforms) {
  return spec_rows(platforms, [](std::string_view family) { return platform_family(family).parameters; });
}

std::vector<DimensionRow> workload_rows(const std::vector<Spec>& workloads) {
  return spec_rows(workloads, [](std::string_view family) { return workload_family(family).parameters; });
}

std::vector<DimensionRow> strategy_rows(const std::vector<Recipe>& strategies, const StrategySet& known) {
  std::vector<DimensionRow> rows;
  for (const Recipe& recipe : strategies) {
    const auto parameters = known.named(recipe.name).parameters;
    const CustomCode* code = known.code_of(recipe.name);
    rows.push_back({recipe, label(recipe, parameters), parameters, code == nullptr ? std::string() : code->manifest()});
  }
  return rows;
}

SqlValue value_in(const Recipe& recipe, std::string_view label, const ViewColumn& column) {
  if (column.source == "label") return std::string(label);
  if (column.source == "family" || column.source == "name") return recipe.name;
  const ParameterColumn stored{column.source, column.type};
  const auto found = recipe.parameters.find(stored.parameter());
  if (found == recipe.parameters.end() || !stored.holds(found->first, type_of(found->second))) return {};
  return std::visit([](const auto& value) { return SqlValue(value); }, found->second);
}

}  // namespace palio
