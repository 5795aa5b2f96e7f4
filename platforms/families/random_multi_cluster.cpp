#include "platforms/families/families.h"

#include <fmt/format.h>

#include <array>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"

namespace palio {
namespace {

constexpr auto k_multi_cluster_parameters = std::to_array<ParameterSpec>({
    {"clusters", ParameterType::integer, "", "number of clusters", 1, 1000, ""},
    {"min_speed", ParameterType::real, "flop/s", "smallest speed of a processor", 1, 1e18, ""},
    {"heterogeneity", ParameterType::real, "", "largest speed of a processor, as a multiple of min_speed", 1, 1e6, ""},
    {"min_processors", ParameterType::integer, "", "processors of the smallest possible cluster", 1, 100000, "16"},
    {"max_processors", ParameterType::integer, "", "processors of the largest possible cluster", 1, 100000, "128"},
    {"backbone_latency", ParameterType::real, "s", "latency of the backbone between clusters", 0, 1e3, "0.05",
     DrawRole::leaves_draws},
    {"backbone_bandwidth", ParameterType::real, "byte/s", "bandwidth of the backbone between clusters", 1, 1e18,
     "3.125e9", DrawRole::leaves_draws},
    {"tcp_gamma", ParameterType::real, "byte", "a flow has at most tcp_gamma / (2 x route latency); 0: no bound", 0,
     1e18, "0", DrawRole::leaves_draws},
    k_sample,
    k_seed,
});

constexpr double k_gigabit_per_s = 1.25e8;  // byte/s
constexpr double k_latency = 1e-4;          // s, of every link but the backbone
constexpr auto k_processor_links =
    std::to_array<Link>({{k_gigabit_per_s, k_latency}, {10 * k_gigabit_per_s, k_latency}});
constexpr Link k_uplink{k_gigabit_per_s, k_latency};

}  // namespace

std::span<const ParameterSpec> random_multi_cluster_parameters() { return k_multi_cluster_parameters; }

Platform build_random_multi_cluster(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const std::int64_t fewest = integer_of(given, "min_processors");
  const std::int64_t most = integer_of(given, "max_processors");
  if (fewest > most) throw UserError("min_processors of {} is {}, above max_processors, {}", recipe.name, fewest, most);
  const double slowest = real_of(given, "min_speed");
  const double fastest = slowest * real_of(given, "heterogeneity");

  RandomStream processors(recipe, k_multi_cluster_parameters, "processors");
  RandomStream speeds(recipe, k_multi_cluster_parameters, "speeds");
  RandomStream links(recipe, k_multi_cluster_parameters, "links");
  const auto first_link = static_cast<std::size_t>(links.uniform_integer(0, 1));

  Platform platform;
  for (std::int64_t i = 0; i < integer_of(given, "clusters"); ++i) {
    const Link link = k_processor_links[(first_link + static_cast<std::size_t>(i)) % 2];
    const auto count = static_cast<int>(processors.uniform_integer(fewest, most));
    platform.clusters.push_back(
        {fmt::format("c{}", i), count, speeds.uniform_real(slowest, fastest), link, link, k_uplink});
  }
  platform.backbone = {real_of(given, "backbone_bandwidth"), real_of(given, "backbone_latency")};
  platform.tcp_gamma = real_of(given, "tcp_gamma");
  return platform;
}

}  // namespace palio
