#include "platforms/explicit/platform_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "core/text/json_text.h"
#include "platforms/explicit/kinds_json.h"
#include "platforms/model/mesh.h"

namespace palio {
namespace {

std::string characteristics(const Link& link) {
  return fmt::format(R"("bandwidth": {}, "latency": {})", json_number(link.bandwidth), json_number(link.latency));
}

std::string member(std::string_view key, const Link& link) {
  return fmt::format(", \"{}\": {{{}}}", key, characteristics(link));
}

std::string document(std::string_view members) {
  return fmt::format("{{\"format\": \"palio-platform\", \"version\": 1, {}}}\n", members);
}

std::string mesh_json(const Platform& platform) {
  std::vector<std::string> names, hosts, links;
  for (const Cluster& host : platform.clusters) {
    names.push_back(json_quoted(host.name));
    hosts.push_back(fmt::format(R"({{"name": {}, "speed": {}}})", names.back(), json_number(host.speed)));
  }
  const int count = static_cast<int>(names.size());
  const auto add = [&](std::string ends, int from, int to) {
    links.push_back(fmt::format("{{{}, {}}}", ends, characteristics(pair_link(platform, from, to))));
  };
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b) {
      const std::string &first = names[a], &second = names[b];
      const Link &there = pair_link(platform, a, b), &back = pair_link(platform, b, a);
      if (there.bandwidth == back.bandwidth && there.latency == back.latency) {
        add(fmt::format(R"("between": [{}, {}])", first, second), a, b);
      } else {
        add(fmt::format(R"("from": {}, "to": {})", first, second), a, b);
        add(fmt::format(R"("from": {}, "to": {})", second, first), b, a);
      }
    }
  return document(fmt::format("\"mesh\": {{{}\"hosts\": [\n{}],\n\"links\": [\n{}]}}",
                              has_contention(platform) ? "\"contention\": \"on\", " : "", fmt::join(hosts, ",\n"),
                              fmt::join(links, ",\n")));
}

std::string_view interconnect_word(Interconnect interconnect) {
  if (interconnect == Interconnect::uplinks) return "uplinks";
  return interconnect == Interconnect::shared_switch ? "shared_switch" : "backbone";
}

std::string cluster_json(const Platform& platform, const Cluster& cluster) {
  std::string text = fmt::format(R"({{"name": {}, "processors": {}, "speed": {})", json_quoted(cluster.name),
                                 cluster.processors, json_number(cluster.speed)) +
                     member("processor_link", cluster.processor_link);
  if (platform.interconnect != Interconnect::shared_switch) {
    text += member("switch", cluster.cluster_switch);
    if (cluster.uplink.bandwidth > 0) text += member("uplink", cluster.uplink);
  }
  return text + '}';
}

std::string clusters_json(const Platform& platform) {
  std::string network = fmt::format(R"("tcp_gamma": {}, "interconnect": "{}")", json_number(platform.tcp_gamma),
                                    interconnect_word(platform.interconnect));
  if (platform.interconnect == Interconnect::backbone && platform.backbone.bandwidth > 0)
    network += member("backbone", platform.backbone);
  if (platform.interconnect == Interconnect::shared_switch) network += member("shared_switch", platform.shared_switch);
  std::vector<std::string> clusters;
  for (const Cluster& cluster : platform.clusters) clusters.push_back(cluster_json(platform, cluster));
  return document(fmt::format("{}, \"clusters\": [\n{}]", network, fmt::join(clusters, ",\n")));
}

}  // namespace

std::string to_json(const Platform& platform) {
  if (platform.interconnect == Interconnect::loaded) return simgrid_json(platform);
  return platform.interconnect == Interconnect::mesh ? mesh_json(platform) : clusters_json(platform);
}

}  // namespace palio
