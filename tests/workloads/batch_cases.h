#pragma once

#include <fmt/format.h>

#include <string_view>

#include "core/identity/canonical.h"
#include "tests/workloads/random_ptg_cases.h"
#include "workloads/family.h"

namespace palio::test {

/// "fft-batch" with batch=..., sample=..., seed=2009 and more parameters, "points=4,alpha_max=0.1".
inline Recipe batch_recipe(std::string_view family, int batch, int sample, std::string_view more = "") {
  return parse_recipe(
      fmt::format("{}:batch={},sample={},seed=2009{}{}", family, batch, sample, more.empty() ? "" : ",", more),
      workload_family(family).parameters);
}

inline Workload build_batch(const Recipe& recipe) {
  return as<Workload>(workload_family(recipe.name).build(recipe, ""));
}

inline Workload build_batch(std::string_view family, int batch, int sample, std::string_view more = "") {
  return build_batch(batch_recipe(family, batch, sample, more));
}

/// One of the streams of a recipe.
inline RandomStream stream_of(const Recipe& recipe, const std::string& name) {
  return {recipe, workload_family(recipe.name).parameters, name};
}

}  // namespace palio::test
