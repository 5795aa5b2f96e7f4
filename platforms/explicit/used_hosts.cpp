#include "platforms/explicit/used_hosts.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

using Names = std::set<std::string, std::less<>>;

Names split(std::string_view names) {
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
  const std::vector<std::string_view> valid(hosts.begin(), hosts.end());
  for (const std::string& name : used)
    if (std::ranges::find(valid, name) == valid.end())
      throw UserError("used_hosts has \"{}\", which is not a host of the file{}", name, suggestion(name, valid));
}

std::size_t hosts_of(const Cluster& cluster) { return static_cast<std::size_t>(cluster.processors / cluster.cores); }

}  // namespace

Platform with_hosts(const Platform& loaded, std::string_view names) {
  const LoadedNetwork& whole = *loaded.loaded;
  const Names used = split(names);
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

}  // namespace palio
