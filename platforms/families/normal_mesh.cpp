#include "platforms/families/families.h"

#include <fmt/format.h>

#include <array>

#include "core/identity/draws.h"
#include "core/identity/registry.h"
#include "core/identity/value_list.h"
#include "platforms/families/mesh_contention.h"

namespace palio {
namespace {

constexpr auto k_normal_mesh_parameters = std::to_array<ParameterSpec>({
    numbers("host_counts", ParameterType::integer, "numbers of hosts to draw from", 1, k_most_hosts, "3 4 5"),
    {"mean_speed", ParameterType::real, "flop/s", "speed of a host of weight 1", 1, 1e18, "1e9",
     DrawRole::leaves_draws},
    {"mean_bandwidth", ParameterType::real, "byte/s", "bandwidth between two hosts of weight 1", 1, 1e18, "1e8",
     DrawRole::leaves_draws},
    {"latency", ParameterType::real, "s", "between any two hosts", 0, 1e3, "0", DrawRole::leaves_draws},
    k_contention,
    k_sample,
    k_seed,
});

}  // namespace

std::span<const ParameterSpec> normal_mesh_parameters() { return k_normal_mesh_parameters; }

Platform build_normal_mesh(const Recipe& recipe, std::string_view /*definition*/) {
  RandomStream counts(recipe, k_normal_mesh_parameters, "hosts");
  RandomStream speeds(recipe, k_normal_mesh_parameters, "speeds");
  RandomStream bandwidths(recipe, k_normal_mesh_parameters, "bandwidths");
  const std::vector<Value> values = list_of(recipe, k_normal_mesh_parameters, "host_counts");
  const auto last = static_cast<std::int64_t>(values.size()) - 1;
  const auto hosts = static_cast<std::size_t>(std::get<std::int64_t>(values[counts.uniform_integer(0, last)]));
  const double speed = real_of(recipe.parameters, "mean_speed");
  const double bandwidth = real_of(recipe.parameters, "mean_bandwidth");
  const double latency = real_of(recipe.parameters, "latency");
  Platform platform;
  platform.interconnect = Interconnect::mesh;
  for (std::size_t i = 0; i < hosts; ++i)
    platform.clusters.push_back({fmt::format("h{}", i), 1, speed * k_relative_weight.draw(speeds), {}, {}, {}});
  platform.pair_links.resize(hosts * hosts);
  for (std::size_t a = 0; a < hosts; ++a)
    for (std::size_t b = a + 1; b < hosts; ++b)
      platform.pair_links[a * hosts + b] =
          platform.pair_links[b * hosts + a] = {bandwidth * k_relative_weight.draw(bandwidths), latency};
  return contended_as_wanted(recipe, std::move(platform));
}

}  // namespace palio
