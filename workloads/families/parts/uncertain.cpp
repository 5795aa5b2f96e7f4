#include "workloads/families/parts/uncertain.h"

#include <algorithm>

#include "core/error.h"
#include "core/identity/random_stream.h"

namespace palio {
namespace {

bool has(const Parameters& parameters, const ParameterSpec& spec) { return parameters.contains(spec.name); }

double real_or(const Parameters& parameters, const ParameterSpec& spec, double otherwise) {
  return has(parameters, spec) ? real_of(parameters, spec.name) : otherwise;
}

void refuse_without_law(const Recipe& recipe) {
  for (const ParameterSpec& spec : k_uncertain_parameters)
    if (has(recipe.parameters, spec))
      throw UserError("{} has {}, but no law of uncertainty; give {} = \"gamma\", or another law", recipe.name,
                      spec.name, k_uncertainty.name);
}

FactorLaw law_of_durations(const Recipe& recipe, LawKind kind) {
  const bool is_beta = kind == LawKind::beta;
  const ParameterSpec& wanted = is_beta ? k_upper : k_deviation;
  const ParameterSpec& other = is_beta ? k_deviation : k_upper;
  const std::string_view name = k_law_names[static_cast<std::size_t>(kind)];
  if (has(recipe.parameters, other))
    throw UserError("{} has {}, but the law {} takes {}", recipe.name, other.name, name, wanted.name);
  if (!has(recipe.parameters, wanted))
    throw UserError("{} has the law {}, but no {}: {}", recipe.name, name, wanted.name, wanted.meaning);
  const double value = real_of(recipe.parameters, wanted.name);
  return is_beta ? FactorLaw::with_upper(value) : FactorLaw::with_deviation(kind, value);
}

}  // namespace

bool is_uncertain(const Recipe& recipe) {
  return std::ranges::any_of(k_uncertain_parameters,
                             [&](const ParameterSpec& spec) { return has(recipe.parameters, spec); });
}

std::int64_t realizations_of(const Recipe& recipe) {
  if (!has(recipe.parameters, k_uncertainty)) return 0;
  return has(recipe.parameters, k_realizations) ? integer_of(recipe.parameters, k_realizations.name)
                                                : k_default_realizations;
}

Recipe certain_part(const Recipe& recipe) {
  Recipe certain = recipe;
  for (const ParameterSpec& spec : k_uncertain_parameters)
    if (const auto found = certain.parameters.find(spec.name); found != certain.parameters.end())
      certain.parameters.erase(found);
  return certain;
}

Uncertainty uncertainty_of(const Recipe& recipe, std::span<const ParameterSpec> specs) {
  if (!has(recipe.parameters, k_uncertainty)) {
    refuse_without_law(recipe);
    return {};
  }
  const auto law = std::ranges::find(k_law_names, text_of(recipe.parameters, k_uncertainty.name));
  const auto kind = static_cast<LawKind>(law - k_law_names.begin());
  const auto deviating = [&](const ParameterSpec& spec) {
    return FactorLaw::with_deviation(kind, real_or(recipe.parameters, spec, 0));
  };
  return {.durations = law_of_durations(recipe, kind),
          .data = deviating(k_data_deviation),
          .speeds = deviating(k_speed_deviation),
          .realizations = static_cast<int>(realizations_of(recipe)),
          .seed = stream_seed(recipe, specs, "realizations")};
}

}  // namespace palio
