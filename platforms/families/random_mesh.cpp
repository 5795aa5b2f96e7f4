#include "platforms/families/families.h"

#include <fmt/format.h>

#include <array>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"
#include "platforms/families/mesh_contention.h"

namespace palio {
namespace {

constexpr auto k_pairs = std::to_array<std::string_view>({"unordered", "ordered"});

constexpr auto k_random_mesh_parameters = std::to_array<ParameterSpec>({
    {"hosts", ParameterType::integer, "", "number of hosts, of one processor each", 1, k_most_hosts, ""},
    {"min_speed", ParameterType::real, "flop/s", "smallest speed of a host", 1, 1e18, "1e9"},
    {"heterogeneity", ParameterType::real, "", "largest speed of a host, as a multiple of min_speed", 1, 1e6, "1"},
    {"min_latency", ParameterType::real, "s", "smallest latency between two hosts", 0, 1e3, "0",
     DrawRole::leaves_draws},
    {"max_latency", ParameterType::real, "s", "largest latency between two hosts", 0, 1e3, "0", DrawRole::leaves_draws},
    {"min_bandwidth", ParameterType::real, "byte/s", "smallest bandwidth between two hosts", 1, 1e18, "1.25e8",
     DrawRole::leaves_draws},
    {"max_bandwidth", ParameterType::real, "byte/s", "largest bandwidth between two hosts", 1, 1e18, "1.25e8",
     DrawRole::leaves_draws},
    {"pairs", ParameterType::text, "", "both directions of a pair have one draw (unordered) or one each (ordered)", 0,
     0, k_pairs[0], DrawRole::shapes_draws, k_pairs},
    k_contention,
    k_sample,
    k_seed,
});

struct Range {
  double least = 0, most = 0;
};

Range range_of(const Recipe& recipe, std::string_view quantity) {
  const std::string least = fmt::format("min_{}", quantity), most = fmt::format("max_{}", quantity);
  const Range range{real_of(recipe.parameters, least), real_of(recipe.parameters, most)};
  if (range.least > range.most)
    throw UserError("{} of {} is {}, above {}, {}", least, recipe.name, range.least, most, range.most);
  return range;
}

}  // namespace

std::span<const ParameterSpec> random_mesh_parameters() { return k_random_mesh_parameters; }

Platform build_random_mesh(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const Range latency = range_of(recipe, "latency"), bandwidth = range_of(recipe, "bandwidth");
  const double slowest = real_of(given, "min_speed");
  const double fastest = slowest * real_of(given, "heterogeneity");
  const bool is_ordered = text_of(given, "pairs") == k_pairs[1];
  RandomStream speeds(recipe, k_random_mesh_parameters, "speeds");
  RandomStream latencies(recipe, k_random_mesh_parameters, "latencies");
  RandomStream bandwidths(recipe, k_random_mesh_parameters, "bandwidths");

  const auto hosts = static_cast<std::size_t>(integer_of(given, "hosts"));
  Platform platform;
  platform.interconnect = Interconnect::mesh;
  for (std::size_t i = 0; i < hosts; ++i)
    platform.clusters.push_back({fmt::format("h{}", i), 1, speeds.uniform_real(slowest, fastest), {}, {}, {}});
  platform.pair_links.resize(hosts * hosts);
  for (std::size_t a = 0; a < hosts; ++a)
    for (std::size_t b = is_ordered ? 0 : a + 1; b < hosts; ++b) {
      if (a == b) continue;
      Link& link = platform.pair_links[a * hosts + b];
      link.latency = latencies.uniform_real(latency.least, latency.most);
      link.bandwidth = bandwidths.uniform_real(bandwidth.least, bandwidth.most);
      if (!is_ordered) platform.pair_links[b * hosts + a] = link;
    }
  return contended_as_wanted(recipe, std::move(platform));
}

}  // namespace palio
