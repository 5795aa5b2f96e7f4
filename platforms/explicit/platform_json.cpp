#include "platforms/explicit/platform_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/json_text.h"

namespace palio {

namespace {

// In the order of Interconnect; the other interconnects have their own forms.
constexpr auto k_interconnects = std::to_array<std::string_view>({"backbone", "uplinks", "shared_switch"});

Interconnect read_interconnect(const JsonReader& root) {
  const auto given = root.optional_member("interconnect");
  if (!given) return Interconnect::backbone;
  const std::string text = given->text();
  const auto name = std::ranges::find(k_interconnects, text);
  if (name == k_interconnects.end())
    given->fail("is none of {}{}", fmt::join(k_interconnects, ", "), suggestion(text, k_interconnects));
  return static_cast<Interconnect>(name - k_interconnects.begin());
}

// Reads a platform; the interconnect and the number of clusters determine what the file must have.
class PlatformReader {
public:
  PlatformReader(const JsonReader& root, std::size_t clusters)
      : root_(root), interconnect_(read_interconnect(root)), several_(clusters > 1) {}

  Platform read_network() const {
    Platform platform;
    platform.interconnect = interconnect_;
    if (interconnect_ == Interconnect::backbone)
      platform.backbone = read_connection(root_, "backbone");
    else
      refuse(root_, "backbone");
    if (interconnect_ == Interconnect::shared_switch)
      platform.shared_switch = read_link(root_.member("shared_switch"));
    else
      refuse(root_, "shared_switch");
    platform.tcp_gamma = root_.optional_number("tcp_gamma", JsonRange::not_negative).value_or(0);
    return platform;
  }

  Cluster read_cluster(const JsonReader& json) const {
    json.expect_keys({"name", "processors", "speed", "processor_link", "switch", "uplink", "idle_power", "busy_power"});
    constexpr std::int64_t k_most_processors = 1000000;
    Cluster cluster;
    cluster.name = json.member("name").text();
    cluster.processors = static_cast<int>(json.member("processors").integer(1, k_most_processors));
    cluster.speed = json.member("speed").number(JsonRange::positive);
    cluster.processor_link = read_link(json.member("processor_link"));
    cluster.power = read_power(json);
    if (interconnect_ == Interconnect::shared_switch) {
      refuse(json, "switch");
      refuse(json, "uplink");
      return cluster;
    }
    const auto given_switch = json.optional_member("switch");
    cluster.cluster_switch = given_switch ? read_link(*given_switch) : cluster.processor_link;
    cluster.uplink = read_connection(json, "uplink");
    return cluster;
  }

private:
  // Only a single cluster needs no connection.
  Link read_connection(const JsonReader& json, std::string_view key) const {
    const auto given = json.optional_member(key);
    if (given) return read_link(*given);
    if (several_) json.fail("has no \"{}\", which several clusters need", key);
    return {};
  }

  void refuse(const JsonReader& json, std::string_view key) const {
    if (const auto given = json.optional_member(key))
      given->fail("makes no sense with the interconnect \"{}\"",
                  k_interconnects.at(static_cast<std::size_t>(interconnect_)));
  }

  const JsonReader& root_;
  Interconnect interconnect_;
  bool several_;
};

Platform clusters_from_json(const JsonReader& root) {
  root.expect_keys({"format", "version", "tcp_gamma", "interconnect", "backbone", "shared_switch", "clusters"});
  const auto clusters = root.member("clusters").elements();
  const PlatformReader reader(root, clusters.size());
  std::vector<Cluster> read;
  std::set<std::string> names;
  for (const JsonReader& element : clusters) {
    read.push_back(reader.read_cluster(element));
    if (!names.insert(read.back().name).second)
      element.member("name").fail("is \"{}\", the name of another cluster too", read.back().name);
  }
  Platform platform = reader.read_network();
  platform.clusters = std::move(read);
  try {
    check(platform);  // errors of no single value: no cluster, too many processors in all
  } catch (const UserError& error) {
    root.fail("is not valid: {}", error.what());
  }
  return platform;
}

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
      if (there == back) {
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

std::string cluster_json(const Platform& platform, const Cluster& cluster) {
  std::string text = fmt::format(R"({{"name": {}, "processors": {}, "speed": {})", json_quoted(cluster.name),
                                 cluster.processors, json_number(cluster.speed)) +
                     member("processor_link", cluster.processor_link);
  if (platform.interconnect != Interconnect::shared_switch) {
    text += member("switch", cluster.cluster_switch);
    if (cluster.uplink.bandwidth > 0) text += member("uplink", cluster.uplink);
  }
  return text + power_json(cluster.power) + '}';
}

std::string clusters_json(const Platform& platform) {
  std::string network = fmt::format(R"("tcp_gamma": {}, "interconnect": "{}")", json_number(platform.tcp_gamma),
                                    k_interconnects.at(static_cast<std::size_t>(platform.interconnect)));
  if (platform.interconnect == Interconnect::backbone && platform.backbone.bandwidth > 0)
    network += member("backbone", platform.backbone);
  if (platform.interconnect == Interconnect::shared_switch) network += member("shared_switch", platform.shared_switch);
  std::vector<std::string> clusters;
  for (const Cluster& cluster : platform.clusters) clusters.push_back(cluster_json(platform, cluster));
  return document(fmt::format("{}, \"clusters\": [\n{}]", network, fmt::join(clusters, ",\n")));
}

PortModel read_port_model(const JsonReader& star) {
  const auto given = star.optional_member("port_model");
  if (!given) return PortModel::one_port;
  const std::string text = given->text();
  if (std::ranges::find(k_port_models, text) == k_port_models.end())
    given->fail("cannot be \"{}\"{}", text, suggestion(text, k_port_models));
  return port_model_of(text);
}

Worker read_worker(const JsonReader& json) {
  json.expect_keys({"speed", "link"});
  return {json.member("speed").number(JsonRange::positive), read_link(json.member("link"))};
}

}  // namespace

Link read_characteristics(const JsonReader& json) {
  return {json.member("bandwidth").number(JsonRange::positive), json.member("latency").number(JsonRange::not_negative)};
}

Link read_link(const JsonReader& json) {
  json.expect_keys({"bandwidth", "latency"});
  return read_characteristics(json);
}

std::optional<Power> read_power(const JsonReader& json) {
  if (!json.optional_member("idle_power") && !json.optional_member("busy_power")) return std::nullopt;
  return Power{json.member("idle_power").number(JsonRange::not_negative),
               json.member("busy_power").number(JsonRange::not_negative)};
}

std::string power_json(const std::optional<Power>& power) {
  if (!power) return {};
  return fmt::format(R"(, "idle_power": {}, "busy_power": {})", json_number(power->idle), json_number(power->busy));
}

AnyPlatform build_file_platform(const Recipe& recipe, std::string_view definition) {
  return any_platform_from_json(definition, text_of(recipe.parameters, "path"));
}

AnyPlatform build_simgrid_platform(const Recipe& recipe, std::string_view definition) {
  const std::string_view used = text_of(recipe.parameters, k_used_hosts);
  if (used.empty()) return build_file_platform(recipe, definition);
  const std::string& path = text_of(recipe.parameters, "path");
  const JsonReader root = JsonReader::parse(definition, path);
  if (root.optional_member("star")) throw UserError("{}: is a star, which has no used_hosts", path);
  return simgrid_from_json(root, path, used);
}

AnyPlatform any_platform_from_json(std::string_view text, std::string_view place) {
  const JsonReader root = JsonReader::parse(text, place);
  if (root.optional_member("schemaVersion")) root.fail("is a workflow (WfCommons), not a platform");
  root.expect_format("palio-platform", 1);
  if (root.optional_member("star")) return star_from_json(root);
  if (root.optional_member("mesh")) return mesh_from_json(root);
  if (root.optional_member("simgrid")) return simgrid_from_json(root, place);
  return clusters_from_json(root);
}

std::string to_json(const Platform& platform) {
  if (platform.interconnect == Interconnect::loaded) return simgrid_json(platform);
  return platform.interconnect == Interconnect::mesh ? mesh_json(platform) : clusters_json(platform);
}

Star star_from_json(const JsonReader& root) {
  root.expect_keys({"format", "version", "star"});
  const JsonReader json = root.member("star");
  json.expect_keys({"master_bandwidth", "port_model", "workers"});
  Star star;
  const JsonReader workers = json.member("workers");
  for (const JsonReader& element : workers.elements()) star.workers.push_back(read_worker(element));
  if (star.workers.empty()) workers.fail("is empty, a star needs at least one worker");
  const auto fastest = std::ranges::max_element(star.workers, {}, [](const Worker& w) { return w.link.bandwidth; });
  const auto master = json.optional_number("master_bandwidth", JsonRange::positive);
  star.master_bandwidth = master.value_or(fastest->link.bandwidth);
  star.port_model = read_port_model(json);
  return star;
}

std::string star_json(const Star& star) {
  std::vector<std::string> workers;
  for (const Worker& worker : star.workers)
    workers.push_back(
        fmt::format(R"({{"speed": {}, "link": {{{}}}}})", json_number(worker.speed), characteristics(worker.link)));
  return document(fmt::format("\"star\": {{\n\"master_bandwidth\": {}, \"port_model\": \"{}\", \"workers\": [\n{}]}}",
                              json_number(star.master_bandwidth),
                              k_port_models[static_cast<std::size_t>(star.port_model)], fmt::join(workers, ",\n")));
}

}  // namespace palio
