#include "platforms/explicit/platform_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/json_text.h"

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

using Names = std::set<std::string, std::less<>>;

Names names_in(std::string_view names) {
  Names parts;
  for (std::size_t begin = names.find_first_not_of(' '); begin < names.size();) {
    const std::size_t end = std::min(names.find(' ', begin), names.size());
    if (const auto [name, is_new] = parts.emplace(names.substr(begin, end - begin)); !is_new)
      throw UserError("used_hosts names \"{}\" twice", *name);
    begin = names.find_first_not_of(' ', end);
  }
  return parts;
}

void expect_hosts(const std::vector<std::string>& hosts, const Names& used) {
  if (used.empty()) throw UserError("used_hosts names no host");
  for (const std::string& name : used)
    if (std::ranges::find(hosts, name) == hosts.end())
      throw UserError("used_hosts has \"{}\", which is not a host of the file{}", name, suggestion(name, hosts));
}

std::size_t hosts_of(const Cluster& cluster) { return static_cast<std::size_t>(cluster.processors / cluster.cores); }

// Only these hosts, in the order of the file; `names` are separated by blanks.
Platform with_hosts(const Platform& loaded, std::string_view names) {
  const LoadedNetwork& whole = *loaded.loaded;
  const Names used = names_in(names);
  expect_hosts(whole.hosts, used);
  Platform platform = loaded;
  platform.clusters.clear();
  LoadedNetwork network{.xml = whole.xml, .hosts = {}, .routes = whole.routes, .between = {}};
  std::vector<std::size_t> kept;  // clusters of which a host is used
  auto host = whole.hosts.begin();
  for (std::size_t k = 0; k < loaded.clusters.size(); ++k) {
    Cluster cluster = loaded.clusters[k];
    const auto end = host + static_cast<std::ptrdiff_t>(hosts_of(cluster));
    const std::size_t before = network.hosts.size();
    std::copy_if(host, end, std::back_inserter(network.hosts), [&](const auto& name) { return used.contains(name); });
    host = end;
    cluster.processors = static_cast<int>(network.hosts.size() - before) * cluster.cores;
    if (cluster.processors == 0) continue;
    kept.push_back(k);
    platform.clusters.push_back(std::move(cluster));
  }
  const auto within_a_host = static_cast<int>(network.routes.size());
  network.routes.emplace_back();
  for (const std::size_t a : kept)
    for (const std::size_t b : kept) network.between.push_back(whole.between[a * loaded.clusters.size() + b]);
  for (std::size_t k = 0; k < kept.size(); ++k)
    if (hosts_of(platform.clusters[k]) == 1) network.between[k * kept.size() + k] = within_a_host;
  platform.loaded = std::make_shared<const LoadedNetwork>(std::move(network));
  return platform;
}

void check_routes(const Platform& loaded) {
  const LoadedNetwork& network = *loaded.loaded;
  const std::size_t count = loaded.clusters.size();
  std::vector<std::size_t> first{0};  // host by cluster
  for (const Cluster& cluster : loaded.clusters) first.push_back(first.back() + hosts_of(cluster));
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b)
      if (network.between[a * count + b] == LoadedNetwork::k_no_route)
        throw UserError(
            "SimGrid finds no route from host {} to host {}, but strategies place tasks on any two: name the hosts to "
            "use in used_hosts",
            network.hosts[first[a]], network.hosts[std::min(first[b] + (a == b ? 1 : 0), first[b + 1] - 1)]);
}

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
    const std::size_t count = hosts_of(cluster);
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
