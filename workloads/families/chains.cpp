#include "workloads/families/families.h"

#include <array>

#include "core/identity/value_list.h"
#include "workloads/families/parts/batch_parameters.h"
#include "workloads/families/parts/weighted_graph.h"

namespace palio {
namespace {

constexpr auto k_chain_parameters = std::to_array<ParameterSpec>({
    numbers("chain_counts", ParameterType::integer, "numbers of chains to draw from", 1, 1000, "2 3 4 5"),
    numbers("chain_lengths", ParameterType::integer, "tasks of a chain to draw from", 1, 1000, "2 3 4 5"),
    k_mean_flop,
    k_mean_bytes,
    k_data_factor,
    k_sample,
    k_seed,
});

}  // namespace

std::span<const ParameterSpec> chain_parameters() { return k_chain_parameters; }

Workload build_chains(const Recipe& recipe, std::string_view /*definition*/) {
  RandomStream draws(recipe, k_chain_parameters, "shape");
  const auto chains = draw_from<std::int64_t>(list_of(recipe, k_chain_parameters, "chain_counts"), draws);
  const auto length = draw_from<std::int64_t>(list_of(recipe, k_chain_parameters, "chain_lengths"), draws);
  GraphShape shape{static_cast<int>(chains * length), {}};
  for (int task = 1; task < shape.tasks; ++task)
    if (task % length != 0) shape.edges.emplace_back(task - 1, task);
  return weighted_graph(shape, recipe, k_chain_parameters);
}

}  // namespace palio
