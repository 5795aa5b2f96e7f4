#include "platforms/explicit/platform_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/text/json_text.h"
#include "platforms/explicit/used_hosts.h"

namespace palio {
namespace {

class SimgridReader {
public:
  explicit SimgridReader(JsonReader simgrid) : simgrid_(std::move(simgrid)) {
    simgrid_.expect_keys({"clusters", "routes", "between", "xml"});
  }

  Platform read() {
    network_.xml = simgrid_.member("xml").text();
    for (const JsonReader& cluster : simgrid_.member("clusters").elements()) read_cluster(cluster);
    for (const JsonReader& route : simgrid_.member("routes").elements()) read_route(route);
    read_between(simgrid_.member("between"));
    platform_.interconnect = Interconnect::loaded;
    platform_.loaded = std::make_shared<const LoadedNetwork>(std::move(network_));
    try {
      check(platform_);
    } catch (const UserError& error) {
      simgrid_.fail("is not valid: {}", error.what());
    }
    return std::move(platform_);
  }

private:
  void read_cluster(const JsonReader& json) {
    json.expect_keys({"name", "speed", "cores", "hosts", "idle_power", "busy_power"});
    Cluster cluster{};
    cluster.name = json.member("name").text();
    cluster.speed = json.member("speed").number(JsonRange::positive);
    cluster.cores = static_cast<int>(json.member("cores").integer(1, k_most_cores));
    cluster.power = read_power(json);
    const JsonReader list = json.member("hosts");
    for (const JsonReader& host : list.elements()) {
      network_.hosts.push_back(host.text());
      if (!names_.insert(network_.hosts.back()).second)
        host.fail("is \"{}\", as is another host", network_.hosts.back());
      if (network_.hosts.size() > k_most_loaded_hosts)
        list.fail("has too many hosts, {} are the most", k_most_loaded_hosts);
      cluster.processors += cluster.cores;
    }
    platform_.clusters.push_back(std::move(cluster));
  }

  void read_route(const JsonReader& json) {
    json.expect_keys({"latency", "sender", "receiver", "shared"});
    const auto bandwidth = [&](std::string_view key) {
      return json.optional_number(key, JsonRange::positive).value_or(Route::k_unbounded);
    };
    network_.routes.push_back({json.member("latency").number(JsonRange::not_negative), bandwidth("sender"),
                               bandwidth("receiver"), bandwidth("shared")});
  }

  void read_between(const JsonReader& json) {
    for (const JsonReader& row : json.elements())
      for (const JsonReader& route : row.elements())
        network_.between.push_back(
            static_cast<int>(route.integer(LoadedNetwork::k_no_route, std::int64_t{k_most_hosts} * k_most_hosts)));
  }

  JsonReader simgrid_;
  Platform platform_;
  LoadedNetwork network_;
  std::set<std::string> names_;  // of hosts
};

std::string cluster_json(const Cluster& cluster, std::span<const std::string> hosts) {
  std::vector<std::string> names;
  for (const std::string& host : hosts) names.push_back(json_quoted(host));
  return fmt::format("\n{{\"name\": {}, \"speed\": {}, \"cores\": {}, \"hosts\": [{}]{}}}", json_quoted(cluster.name),
                     json_number(cluster.speed), cluster.cores, fmt::join(names, ", "), power_json(cluster.power));
}

std::string route_json(const Route& route) {
  std::string text = fmt::format("\n{{\"latency\": {}", json_number(route.latency));
  for (const auto& [key, bandwidth] :
       {std::pair("sender", route.sender), std::pair("receiver", route.receiver), std::pair("shared", route.shared)})
    if (bandwidth != Route::k_unbounded) text += fmt::format(", \"{}\": {}", key, json_number(bandwidth));
  return text + '}';
}

}  // namespace

Platform simgrid_from_json(const JsonReader& root, std::string_view place, std::string_view used_hosts) {
  root.expect_keys({"format", "version", "simgrid"});
  Platform platform = SimgridReader(root.member("simgrid")).read();
  try {
    if (!used_hosts.empty()) platform = with_hosts(platform, used_hosts);
    check_routes(platform);
  } catch (const UserError& error) {
    throw UserError("{}: {}", place, error.what());
  }
  return platform;
}

std::string simgrid_json(const Platform& platform) {
  const LoadedNetwork& network = *platform.loaded;
  std::vector<std::string> clusters, routes, rows;
  std::span<const std::string> hosts = network.hosts;
  std::span<const int> between = network.between;
  for (const Cluster& cluster : platform.clusters) {
    const auto count = static_cast<std::size_t>(cluster.processors / cluster.cores);
    clusters.push_back(cluster_json(cluster, hosts.first(count)));
    rows.push_back(fmt::format("[{}]", fmt::join(between.first(platform.clusters.size()), ", ")));
    hosts = hosts.subspan(count);
    between = between.subspan(platform.clusters.size());
  }
  for (const Route& route : network.routes) routes.push_back(route_json(route));
  return fmt::format(
      "{{\"format\": \"palio-platform\", \"version\": 1, \"simgrid\": {{\n\"clusters\": [{}],\n\"routes\": [{}],\n"
      "\"between\": [{}],\n\"xml\": {}}}}}\n",
      fmt::join(clusters, ", "), fmt::join(routes, ", "), fmt::join(rows, ", "), json_quoted(network.xml));
}

}  // namespace palio
