#include "platforms/families/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"

namespace palio {
namespace {

// Without this parameter a mesh has no contention.
constexpr ParameterSpec k_contention = optional_parameter(leaving_draws(text_parameter(
    "contention", "messages share the links of pairs and of hosts (on), or none, as in most papers (off)", "",
    k_off_on)));

void add_host(Platform& mesh, std::string name, double speed) {
  mesh.clusters.push_back({std::move(name), 1, speed, {}, {}, {}});
}

Link& link_between(Platform& mesh, std::size_t from, std::size_t to) {
  return mesh.pair_links[from * mesh.clusters.size() + to];
}

constexpr auto k_pairs = std::to_array<std::string_view>({"unordered", "ordered"});

// Gives each pair of hosts the link draw(a, b), one for both directions (unordered) or one for each (ordered), and adds
// contention if the recipe wants it.
template <class Draw>
void join_hosts(const Recipe& recipe, Platform& mesh, std::string_view pairs, Draw draw) {
  const bool is_ordered = pairs == k_pairs[1];
  const std::size_t hosts = mesh.clusters.size();
  mesh.interconnect = Interconnect::mesh;
  mesh.pair_links.resize(hosts * hosts);
  for (std::size_t a = 0; a < hosts; ++a)
    for (std::size_t b = is_ordered ? 0 : a + 1; b < hosts; ++b) {
      if (a == b) continue;
      link_between(mesh, a, b) = draw(a, b);
      if (!is_ordered) link_between(mesh, b, a) = link_between(mesh, a, b);
    }
  if (text_of(recipe.parameters, k_contention) == "on") add_contention(mesh);
}

constexpr auto k_spaced = std::to_array<std::string_view>({"spaced"});
constexpr ParameterSpec k_host_speeds = optional_parameter(leaving_draws(text_parameter(
    "speeds", "spaced: equally, from min_speed of the first host to the largest speed of the last one; else drawn", "",
    k_spaced)));

constexpr auto k_random_mesh_parameters = std::to_array<ParameterSpec>({
    {"hosts", ParameterType::integer, "", "number of hosts, of one processor each", 1, k_most_hosts, ""},
    {"min_speed", ParameterType::real, "flop/s", "smallest speed of a host", 1, 1e18, "1e9"},
    {"heterogeneity", ParameterType::real, "", "largest speed of a host, as a multiple of min_speed", 1, 1e6, "1"},
    scale_parameter("min_latency", "s", "smallest latency between two hosts", 0, 1e3, "0"),
    scale_parameter("max_latency", "s", "largest latency between two hosts", 0, 1e3, "0"),
    scale_parameter("min_bandwidth", "byte/s", "smallest bandwidth between two hosts", 1, 1e18, "1.25e8"),
    scale_parameter("max_bandwidth", "byte/s", "largest bandwidth between two hosts", 1, 1e18, "1.25e8"),
    k_host_speeds,
    text_parameter("pairs", "both directions of a pair have one draw (unordered) or one each (ordered)", k_pairs[0],
                   k_pairs),
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

constexpr auto k_normal_mesh_parameters = std::to_array<ParameterSpec>({
    numbers("host_counts", ParameterType::integer, "numbers of hosts to draw from", 1, k_most_hosts, "3 4 5"),
    scale_parameter("mean_speed", "flop/s", "speed of a host of weight 1", 1, 1e18, "1e9"),
    scale_parameter("mean_bandwidth", "byte/s", "bandwidth between two hosts of weight 1", 1, 1e18, "1e8"),
    scale_parameter("latency", "s", "between any two hosts", 0, 1e3, "0"),
    k_contention,
    k_sample,
    k_seed,
});

// So much that a message between CPUs does not change any date.
constexpr double k_memory_bandwidth = 1e36;  // byte/s

constexpr int k_most_hosts_of_node = k_most_hosts / 2;  // of one kind

constexpr ParameterSpec hosts_of_node(std::string_view name, std::string_view meaning, std::string_view default_value) {
  return leaving_draws({name, ParameterType::integer, "", meaning, 1, k_most_hosts_of_node, default_value});
}

constexpr auto k_cpu_gpu_parameters = std::to_array<ParameterSpec>({
    hosts_of_node("cpus", "number of CPUs, the first hosts", "32"),
    hosts_of_node("gpus", "number of GPUs, the other hosts", "1"),
    scale_parameter("gpu_bandwidth", "byte/s", "between a GPU and any other host", 1, 1e18, "1.6e10"),
    k_contention,
});

constexpr ParameterSpec host_counts(std::string_view name, std::string_view default_value) {
  return numbers(name, ParameterType::integer, "numbers of such hosts to draw from", 0, k_most_contending_hosts,
                 default_value);
}

constexpr ParameterSpec mean_speed(std::string_view name, std::string_view default_value) {
  return scale_parameter(name, "flop/s", "mean speed of such a host", 1, 1e18, default_value);
}

constexpr ParameterSpec mean_bandwidth(std::string_view name, std::string_view meaning,
                                       std::string_view default_value) {
  return scale_parameter(name, "byte/s", meaning, 1, 1e18, default_value);
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
    scale_parameter("network_noise", "", "coefficient of variation of speeds and bandwidths, log-normal", 0, 10, "0.3"),
    k_contention,
    k_sample,
    k_seed,
});

enum class Tier { edge, fog, cloud };

// As the enum; parameters add _hosts and _speed.
constexpr auto k_tiers = std::to_array<std::string_view>({"edge", "fog", "cloud"});

double bandwidth_between(const Parameters& given, Tier one, Tier other) {
  const auto [lower, upper] = std::minmax(one, other);
  const double edge = real_of(given, "edge_bandwidth"), wide_area = real_of(given, "wide_area_bandwidth");
  if (lower == Tier::cloud) return real_of(given, "cloud_bandwidth");
  if (upper == Tier::cloud) return lower == Tier::edge ? std::min(edge, wide_area) : wide_area;
  return lower == Tier::edge ? edge : real_of(given, "fog_bandwidth");
}

// The tiers of all hosts, in order; adds the hosts to the platform.
std::vector<Tier> draw_hosts(const Recipe& recipe, Platform& platform) {
  RandomStream counts(recipe, k_iot_network_parameters, "hosts");
  RandomStream speeds(recipe, k_iot_network_parameters, "speeds");
  std::vector<Tier> tiers;
  for (const Tier tier : {Tier::edge, Tier::fog, Tier::cloud}) {
    const std::string_view name = k_tiers[static_cast<std::size_t>(tier)];
    const std::vector<Value> values = list_of(recipe, k_iot_network_parameters, fmt::format("{}_hosts", name));
    const double mean = real_of(recipe.parameters, fmt::format("{}_speed", name));
    const auto count = draw_from<std::int64_t>(values, counts);
    for (std::int64_t i = 0; i < count; ++i)
      add_host(platform, fmt::format("{}{}", name, i),
               log_normal(mean, real_of(recipe.parameters, "network_noise"), speeds));
    tiers.insert(tiers.end(), static_cast<std::size_t>(count), tier);
  }
  if (tiers.empty()) throw UserError("{} has no hosts of any tier", recipe.name);
  return tiers;
}

}  // namespace

std::span<const ParameterSpec> random_mesh_parameters() { return k_random_mesh_parameters; }

Platform build_random_mesh(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const Range latency = range_of(recipe, "latency"), bandwidth = range_of(recipe, "bandwidth");
  const double slowest = real_of(given, "min_speed");
  const double fastest = slowest * real_of(given, "heterogeneity");
  RandomStream speeds(recipe, k_random_mesh_parameters, "speeds");
  RandomStream latencies(recipe, k_random_mesh_parameters, "latencies");
  RandomStream bandwidths(recipe, k_random_mesh_parameters, "bandwidths");

  const bool is_spaced = !text_of(given, k_host_speeds).empty();
  const std::int64_t hosts = integer_of(given, "hosts");
  Platform platform;
  for (std::int64_t i = 0; i < hosts; ++i) {
    const double place = hosts > 1 ? static_cast<double>(i) / static_cast<double>(hosts - 1) : 0;
    add_host(platform, fmt::format("h{}", i),
             is_spaced ? slowest * (1 + (real_of(given, "heterogeneity") - 1) * place)
                       : speeds.uniform_real(slowest, fastest));
  }
  join_hosts(recipe, platform, text_of(given, "pairs"), [&](std::size_t, std::size_t) {
    const double drawn = latencies.uniform_real(latency.least, latency.most);
    return Link{bandwidths.uniform_real(bandwidth.least, bandwidth.most), drawn};
  });
  return platform;
}

std::span<const ParameterSpec> cpu_gpu_parameters() { return k_cpu_gpu_parameters; }

Platform build_cpu_gpu(const Recipe& recipe, std::string_view /*definition*/) {
  constexpr double k_speed = 1e9;  // flop/s; tasks have a time for each host
  const auto cpus = static_cast<std::size_t>(integer_of(recipe.parameters, "cpus"));
  const auto gpus = static_cast<std::size_t>(integer_of(recipe.parameters, "gpus"));
  Platform platform;
  for (std::size_t i = 0; i < cpus; ++i) add_host(platform, fmt::format("cpu{}", i), k_speed);
  for (std::size_t i = 0; i < gpus; ++i) add_host(platform, fmt::format("gpu{}", i), k_speed);
  join_hosts(recipe, platform, k_pairs[0], [&](std::size_t a, std::size_t b) {
    return Link{a < cpus && b < cpus ? k_memory_bandwidth : real_of(recipe.parameters, "gpu_bandwidth"), 0};
  });
  return platform;
}

std::span<const ParameterSpec> normal_mesh_parameters() { return k_normal_mesh_parameters; }

Platform build_normal_mesh(const Recipe& recipe, std::string_view /*definition*/) {
  RandomStream counts(recipe, k_normal_mesh_parameters, "hosts");
  RandomStream speeds(recipe, k_normal_mesh_parameters, "speeds");
  RandomStream bandwidths(recipe, k_normal_mesh_parameters, "bandwidths");
  const std::vector<Value> values = list_of(recipe, k_normal_mesh_parameters, "host_counts");
  const auto hosts = draw_from<std::int64_t>(values, counts);
  const double speed = real_of(recipe.parameters, "mean_speed");
  const double bandwidth = real_of(recipe.parameters, "mean_bandwidth");
  const double latency = real_of(recipe.parameters, "latency");
  Platform platform;
  for (std::int64_t i = 0; i < hosts; ++i)
    add_host(platform, fmt::format("h{}", i), speed * k_relative_weight.draw(speeds));
  join_hosts(recipe, platform, k_pairs[0], [&](std::size_t, std::size_t) {
    return Link{bandwidth * k_relative_weight.draw(bandwidths), latency};
  });
  return platform;
}

std::span<const ParameterSpec> iot_network_parameters() { return k_iot_network_parameters; }

Platform build_iot_network(const Recipe& recipe, std::string_view /*definition*/) {
  Platform platform;
  const std::vector<Tier> tiers = draw_hosts(recipe, platform);
  RandomStream bandwidths(recipe, k_iot_network_parameters, "bandwidths");
  const double noise = real_of(recipe.parameters, "network_noise");
  join_hosts(recipe, platform, k_pairs[0], [&](std::size_t a, std::size_t b) {
    const double mean = bandwidth_between(recipe.parameters, tiers[a], tiers[b]);
    return Link{log_normal(mean, noise, bandwidths), 0};
  });
  return platform;
}

}  // namespace palio
