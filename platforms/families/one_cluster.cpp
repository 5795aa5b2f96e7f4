#include "platforms/families/families.h"

#include <array>

namespace palio {
namespace {

constexpr auto k_one_cluster_parameters = std::to_array<ParameterSpec>({
    // Not "processors", which is a metric and so another column of the results.
    {"cluster_processors", ParameterType::integer, "", "number of processors", 1, 1000000, ""},
    {"speed", ParameterType::real, "flop/s", "speed of each processor", 1, 1e18, ""},
    {"link_bandwidth", ParameterType::real, "byte/s", "bandwidth of each processor's link and of the switch", 1, 1e18,
     "1.25e8"},
    {"link_latency", ParameterType::real, "s", "latency of each processor's link and of the switch", 0, 1e3, "1e-4"},
    {"tcp_gamma", ParameterType::real, "byte", "a flow has at most tcp_gamma / (2 x route latency); 0: no bound", 0,
     1e18, "0", DrawRole::leaves_draws},
});

}  // namespace

std::span<const ParameterSpec> one_cluster_parameters() { return k_one_cluster_parameters; }

Platform build_one_cluster(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const Link link{real_of(given, "link_bandwidth"), real_of(given, "link_latency")};
  const auto processors = static_cast<int>(integer_of(given, "cluster_processors"));
  Platform platform;
  platform.clusters.push_back({"c0", processors, real_of(given, "speed"), link, link, {}});
  platform.tcp_gamma = real_of(given, "tcp_gamma");
  return platform;
}

}  // namespace palio
