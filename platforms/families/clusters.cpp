#include "platforms/families/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"

namespace palio {
namespace {

constexpr ParameterSpec k_tcp_gamma = scale_parameter(
    "tcp_gamma", "byte", "a flow has at most tcp_gamma / (2 x route latency); 0: no bound", 0, 1e18, "0");

// For the metric energy.
constexpr ParameterSpec k_idle_power = optional_parameter(
    scale_parameter("idle_power", "W", "power of a processor that runs no task; needs busy_power", 0, 1e9, ""));
constexpr ParameterSpec k_busy_power = optional_parameter(
    scale_parameter("busy_power", "W", "power of a processor that runs a task; needs idle_power", 0, 1e9, ""));

constexpr auto k_multi_cluster_parameters = std::to_array<ParameterSpec>({
    {"clusters", ParameterType::integer, "", "number of clusters", 1, 1000, ""},
    {"min_speed", ParameterType::real, "flop/s", "smallest speed of a processor", 1, 1e18, ""},
    {"heterogeneity", ParameterType::real, "", "largest speed of a processor, as a multiple of min_speed", 1, 1e6, ""},
    {"min_processors", ParameterType::integer, "", "processors of the smallest possible cluster", 1, 100000, "16"},
    {"max_processors", ParameterType::integer, "", "processors of the largest possible cluster", 1, 100000, "128"},
    scale_parameter("backbone_latency", "s", "latency of the backbone between clusters", 0, 1e3, "0.05"),
    scale_parameter("backbone_bandwidth", "byte/s", "bandwidth of the backbone between clusters", 1, 1e18, "3.125e9"),
    k_tcp_gamma,
    k_idle_power,
    k_busy_power,
    k_sample,
    k_seed,
});

constexpr double k_gigabit_per_s = 1.25e8;  // byte/s
constexpr double k_latency = 1e-4;          // s, of every link but the backbone
constexpr auto k_processor_links =
    std::to_array<Link>({{k_gigabit_per_s, k_latency}, {10 * k_gigabit_per_s, k_latency}});
constexpr Link k_uplink{k_gigabit_per_s, k_latency};

constexpr auto k_one_cluster_parameters = std::to_array<ParameterSpec>({
    // Not "processors": that is a metric, which has another column in the results.
    {"cluster_processors", ParameterType::integer, "", "number of processors", 1, 1000000, ""},
    {"speed", ParameterType::real, "flop/s", "speed of each processor", 1, 1e18, ""},
    {"link_bandwidth", ParameterType::real, "byte/s", "bandwidth of each processor's link and of the switch", 1, 1e18,
     "1.25e8"},
    {"link_latency", ParameterType::real, "s", "latency of each processor's link and of the switch", 0, 1e3, "1e-4"},
    k_tcp_gamma,
    k_idle_power,
    k_busy_power,
});

constexpr auto k_listed_cluster_parameters = std::to_array<ParameterSpec>({
    numbers("cluster_sizes", ParameterType::integer, "processors of each cluster", 1, 100000, ""),
    numbers("cluster_speeds", ParameterType::real, "flop/s of a processor of each cluster, or one for all", 1, 1e18,
            ""),
    {"link_bandwidth", ParameterType::real, "byte/s", "bandwidth of each processor's link and of the switches", 1, 1e18,
     "1.25e8"},
    {"link_latency", ParameterType::real, "s", "latency of each processor's link and of the switches", 0, 1e3, "1e-4"},
    scale_parameter("backbone_latency", "s", "latency of the backbone between clusters", 0, 1e3, "0.05"),
    scale_parameter("backbone_bandwidth", "byte/s", "bandwidth of the backbone between clusters", 1, 1e18, "3.125e9"),
    k_tcp_gamma,
    k_idle_power,
    k_busy_power,
});

// N'Takpe, Suter, INRIA RR-6774, table 1; gdx from Casanova, Desprez, Suter, slides of the 3rd Scheduling Workshop,
// Aussois 2010.
struct Grid5000Cluster {
  std::string_view site;
  std::string_view name;
  int processors;
  double speed;  // flop/s of each processor
};

constexpr auto k_clusters = std::to_array<Grid5000Cluster>({
    {"lille", "chuque", 53, 3.647e9},
    {"lille", "chti", 20, 4.311e9},
    {"lille", "chicon", 26, 4.384e9},
    {"nancy", "grillon", 47, 3.379e9},
    {"nancy", "grelon", 120, 3.185e9},
    {"rennes", "parasol", 64, 3.573e9},
    {"rennes", "paravent", 99, 3.364e9},
    {"rennes", "paraquad", 66, 4.603e9},
    {"sophia", "azur", 74, 3.258e9},
    {"sophia", "helios", 56, 3.675e9},
    {"sophia", "sol", 50, 4.389e9},
    {"orsay", "gdx", 216, 3.388e9},
});

struct Site {
  std::string_view name;
  Interconnect interconnect;
};

constexpr auto k_sites = std::to_array<Site>({
    {"lille", Interconnect::shared_switch},
    {"nancy", Interconnect::uplinks},
    {"rennes", Interconnect::shared_switch},
    {"sophia", Interconnect::uplinks},
});

template <std::size_t size, class Row>
constexpr std::array<std::string_view, size> names_of(const std::array<Row, size>& rows) {
  std::array<std::string_view, size> names;
  for (std::size_t i = 0; i < size; ++i) names[i] = rows[i].name;
  return names;
}

constexpr auto k_cluster_names = names_of(k_clusters);
constexpr auto k_site_names = names_of(k_sites);

constexpr ParameterSpec k_link_bandwidth{
    "link_bandwidth", ParameterType::real, "byte/s", "bandwidth of each processor's link", 1, 1e18, "1.25e8"};
constexpr ParameterSpec k_link_latency{
    "link_latency", ParameterType::real, "s", "latency of each processor's link", 0, 1e3, "1e-4"};

constexpr auto k_site_parameters = std::to_array<ParameterSpec>({
    text_parameter("site", "a site with several clusters", "", k_site_names),
    k_link_bandwidth,
    k_link_latency,
    {"uplink_bandwidth", ParameterType::real, "byte/s", "bandwidth of each cluster's uplink (nancy, sophia)", 1, 1e18,
     "1.25e9"},
    {"uplink_latency", ParameterType::real, "s", "latency of each cluster's uplink (nancy, sophia)", 0, 1e3, "1e-4"},
    k_tcp_gamma,
    k_idle_power,
    k_busy_power,
});

constexpr auto k_cluster_parameters = std::to_array<ParameterSpec>({
    text_parameter("cluster", "a cluster of any site", "", k_cluster_names),
    k_link_bandwidth,
    k_link_latency,
    k_tcp_gamma,
    k_idle_power,
    k_busy_power,
});

template <class Rows>
const auto& row_of(const Rows& rows, const Recipe& recipe, std::string_view parameter) {
  const auto row = std::ranges::find(rows, text_of(recipe.parameters, parameter), [](const auto& r) { return r.name; });
  if (row == rows.end()) throw InternalError("a recipe of Grid'5000 was not resolved");
  return *row;
}

// The settings that all these families have.
void add_settings(const Recipe& recipe, Platform& platform) {
  const Parameters& given = recipe.parameters;
  platform.tcp_gamma = real_of(given, "tcp_gamma");
  const bool has_idle = given.contains("idle_power"), has_busy = given.contains("busy_power");
  if (has_idle != has_busy)
    throw UserError("{} of {} is given without {}: give both, or neither", has_idle ? "idle_power" : "busy_power",
                    recipe.name, has_idle ? "busy_power" : "idle_power");
  if (!has_idle) return;
  for (Cluster& cluster : platform.clusters)
    cluster.power = {real_of(given, "idle_power"), real_of(given, "busy_power")};
}

Link processor_link(const Parameters& given) {
  return {real_of(given, "link_bandwidth"), real_of(given, "link_latency")};
}

// Without contention and as fast as the links: neither a bound nor a delay.
Link non_blocking_switch(const Link& link) { return {link.bandwidth, 0}; }

Cluster built(const Grid5000Cluster& row, const Link& link, const Link& uplink) {
  return {std::string(row.name), row.processors, row.speed, link, non_blocking_switch(link), uplink};
}

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
  add_settings(recipe, platform);
  return platform;
}

std::span<const ParameterSpec> one_cluster_parameters() { return k_one_cluster_parameters; }

Platform build_one_cluster(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const Link link = processor_link(given);
  const auto processors = static_cast<int>(integer_of(given, "cluster_processors"));
  Platform platform;
  platform.clusters.push_back({"c0", processors, real_of(given, "speed"), link, link, {}});
  add_settings(recipe, platform);
  return platform;
}

std::span<const ParameterSpec> listed_clusters_parameters() { return k_listed_cluster_parameters; }

Platform build_listed_clusters(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const std::vector<Value> sizes = list_of(recipe, k_listed_cluster_parameters, "cluster_sizes");
  const std::vector<Value> speeds = list_of(recipe, k_listed_cluster_parameters, "cluster_speeds");
  if (speeds.size() != 1 && speeds.size() != sizes.size())
    throw UserError("cluster_speeds of {} lists {} speeds for {} clusters: give each cluster one, or one for all",
                    recipe.name, speeds.size(), sizes.size());
  const Link link = processor_link(given);
  Platform platform;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    platform.clusters.push_back({fmt::format("c{}", i), static_cast<int>(std::get<std::int64_t>(sizes[i])),
                                 std::get<double>(speeds[speeds.size() == 1 ? 0 : i]), link, link, k_uplink});
  platform.backbone = {real_of(given, "backbone_bandwidth"), real_of(given, "backbone_latency")};
  add_settings(recipe, platform);
  return platform;
}

std::span<const ParameterSpec> grid5000_site_parameters() { return k_site_parameters; }
std::span<const ParameterSpec> grid5000_cluster_parameters() { return k_cluster_parameters; }

Platform build_grid5000_site(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const Site& site = row_of(k_sites, recipe, "site");
  const Link link = processor_link(given);
  const Link uplink{real_of(given, "uplink_bandwidth"), real_of(given, "uplink_latency")};
  Platform platform;
  for (const Grid5000Cluster& row : k_clusters)
    if (row.site == site.name) platform.clusters.push_back(built(row, link, uplink));
  add_settings(recipe, platform);
  platform.interconnect = site.interconnect;
  if (site.interconnect == Interconnect::shared_switch) platform.shared_switch = non_blocking_switch(link);
  return platform;
}

Platform build_grid5000_cluster(const Recipe& recipe, std::string_view /*definition*/) {
  Platform platform;
  platform.clusters.push_back(built(row_of(k_clusters, recipe, "cluster"), processor_link(recipe.parameters), {}));
  add_settings(recipe, platform);
  return platform;
}

}  // namespace palio
