#include "platforms/platform_json.h"

#include <fmt/format.h>

#include <set>

#include "core/error.h"
#include "core/json_reader.h"

namespace palio {
namespace {

// Only one cluster can do without uplink and backbone.
enum class ClusterCount { one, several };

Link read_link(const JsonReader& json) {
  json.expect_keys({"bandwidth", "latency"});
  return {json.member("bandwidth").number(JsonRange::positive), json.member("latency").number(JsonRange::not_negative)};
}

Link read_connection(const JsonReader& json, std::string_view key, ClusterCount count) {
  const auto given = json.optional_member(key);
  if (given) return read_link(*given);
  if (count == ClusterCount::several) json.fail(fmt::format("has no \"{}\", which several clusters need", key));
  return {};
}

Cluster read_cluster(const JsonReader& json, ClusterCount count) {
  json.expect_keys({"name", "processors", "speed", "processor_link", "switch", "uplink"});
  constexpr std::int64_t k_most_processors = 1000000;
  Cluster cluster;
  cluster.name = json.member("name").text();
  cluster.processors = static_cast<int>(json.member("processors").integer(1, k_most_processors));
  cluster.speed = json.member("speed").number(JsonRange::positive);
  cluster.processor_link = read_link(json.member("processor_link"));
  const auto given_switch = json.optional_member("switch");
  cluster.cluster_switch = given_switch ? read_link(*given_switch) : cluster.processor_link;
  cluster.uplink = read_connection(json, "uplink", count);
  return cluster;
}

}  // namespace

Platform platform_from_json(std::string_view text, std::string_view place) {
  const JsonReader root = JsonReader::parse(text, place);
  root.expect_format("palio-platform", 1);
  root.expect_keys({"format", "version", "tcp_gamma", "backbone", "clusters"});
  const auto clusters = root.member("clusters").elements();
  const ClusterCount count = clusters.size() > 1 ? ClusterCount::several : ClusterCount::one;
  Platform platform;
  std::set<std::string> names;
  for (const JsonReader& element : clusters) {
    platform.clusters.push_back(read_cluster(element, count));
    const std::string& name = platform.clusters.back().name;
    if (!names.insert(name).second)
      element.member("name").fail(fmt::format("is \"{}\", the name of another cluster too", name));
  }
  platform.backbone = read_connection(root, "backbone", count);
  if (const auto gamma = root.optional_member("tcp_gamma")) platform.tcp_gamma = gamma->number(JsonRange::not_negative);
  try {
    check(platform);  // what no single value shows: no cluster, too many processors in all
  } catch (const UserError& error) {
    root.fail(fmt::format("is not valid: {}", error.what()));
  }
  return platform;
}

}  // namespace palio
