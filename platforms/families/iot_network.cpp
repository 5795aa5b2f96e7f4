#include "platforms/families/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/error.h"
#include "core/identity/draws.h"
#include "core/identity/registry.h"
#include "core/identity/value_list.h"
#include "platforms/families/mesh_contention.h"

namespace palio {
namespace {

constexpr ParameterSpec host_counts(std::string_view name, std::string_view default_value) {
  return numbers(name, ParameterType::integer, "numbers of such hosts to draw from", 0, k_most_contending_hosts,
                 default_value);
}

constexpr ParameterSpec mean_speed(std::string_view name, std::string_view default_value) {
  return {name,          ParameterType::real,   "flop/s", "mean speed of such a host", 1, 1e18,
          default_value, DrawRole::leaves_draws};
}

constexpr ParameterSpec mean_bandwidth(std::string_view name, std::string_view meaning,
                                       std::string_view default_value) {
  return {name, ParameterType::real, "byte/s", meaning, 1, 1e18, default_value, DrawRole::leaves_draws};
}

constexpr auto k_iot_network_parameters = std::to_array<ParameterSpec>({
    host_counts("edge_hosts", "16"),
    host_counts("fog_hosts", "4"),
    host_counts("cloud_hosts", "1"),
    mean_speed("edge_speed", "1e9"),
    mean_speed("fog_speed", "2.8e9"),
    mean_speed("cloud_speed", "4.48e10"),
    mean_bandwidth("edge_bandwidth", "mean between edge hosts, and from edge to fog", "1.25e7"),
    mean_bandwidth("fog_bandwidth", "mean between fog hosts", "1.25e8"),
    mean_bandwidth("wide_area_bandwidth", "mean from edge or fog to cloud, edge no faster than edge_bandwidth",
                   "1.25e6"),
    mean_bandwidth("cloud_bandwidth", "mean between cloud hosts", "1.25e9"),
    {"network_noise", ParameterType::real, "", "coefficient of variation of speeds and bandwidths, log-normal", 0, 10,
     "0.3", DrawRole::leaves_draws},
    k_contention,
    k_sample,
    k_seed,
});

enum class Tier { edge, fog, cloud };

struct TierOfHosts {
  std::string_view name;  // of its parameters, before _hosts and _speed
  Tier tier;
};
constexpr auto k_tiers = std::to_array<TierOfHosts>({{"edge", Tier::edge}, {"fog", Tier::fog}, {"cloud", Tier::cloud}});

double bandwidth_between(const Parameters& given, Tier one, Tier other) {
  const auto [lower, upper] = std::minmax(one, other);
  const double edge = real_of(given, "edge_bandwidth"), wide_area = real_of(given, "wide_area_bandwidth");
  if (lower == Tier::cloud) return real_of(given, "cloud_bandwidth");
  if (upper == Tier::cloud) return lower == Tier::edge ? std::min(edge, wide_area) : wide_area;
  return lower == Tier::edge ? edge : real_of(given, "fog_bandwidth");
}

// Of all hosts, in order; the hosts themselves go to the platform.
std::vector<Tier> draw_hosts(const Recipe& recipe, Platform& platform) {
  RandomStream counts(recipe, k_iot_network_parameters, "hosts");
  RandomStream speeds(recipe, k_iot_network_parameters, "speeds");
  std::vector<Tier> tiers;
  for (const auto& [name, tier] : k_tiers) {
    const std::vector<Value> values = list_of(recipe, k_iot_network_parameters, fmt::format("{}_hosts", name));
    const auto chosen = counts.uniform_integer(0, static_cast<std::int64_t>(values.size()) - 1);
    const double mean = real_of(recipe.parameters, fmt::format("{}_speed", name));
    for (std::int64_t i = 0; i < std::get<std::int64_t>(values[chosen]); ++i) {
      const double speed = log_normal(mean, real_of(recipe.parameters, "network_noise"), speeds);
      platform.clusters.push_back({fmt::format("{}{}", name, i), 1, speed, {}, {}, {}});
      tiers.push_back(tier);
    }
  }
  if (tiers.empty()) throw UserError("{} has no hosts of any tier", recipe.name);
  return tiers;
}

}  // namespace

std::span<const ParameterSpec> iot_network_parameters() { return k_iot_network_parameters; }

Platform build_iot_network(const Recipe& recipe, std::string_view /*definition*/) {
  Platform platform;
  platform.interconnect = Interconnect::mesh;
  const std::vector<Tier> tiers = draw_hosts(recipe, platform);
  const std::size_t hosts = tiers.size();
  RandomStream bandwidths(recipe, k_iot_network_parameters, "bandwidths");
  const double noise = real_of(recipe.parameters, "network_noise");
  platform.pair_links.resize(hosts * hosts);
  for (std::size_t a = 0; a < hosts; ++a)
    for (std::size_t b = a + 1; b < hosts; ++b) {
      const double mean = bandwidth_between(recipe.parameters, tiers[a], tiers[b]);
      platform.pair_links[a * hosts + b] =
          platform.pair_links[b * hosts + a] = {log_normal(mean, noise, bandwidths), 0};
    }
  return contended_as_wanted(recipe, std::move(platform));
}

}  // namespace palio
