#include "platforms/explicit/platform_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/json_reader.h"
#include "platforms/explicit/kinds_json.h"

namespace palio {

namespace {

// As the enum; a mesh has a form of its own.
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

// What the interconnect and the number of clusters ask of the file.
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
    if (const auto gamma = root_.optional_member("tcp_gamma"))
      platform.tcp_gamma = gamma->number(JsonRange::not_negative);
    return platform;
  }

  Cluster read_cluster(const JsonReader& json) const {
    json.expect_keys({"name", "processors", "speed", "processor_link", "switch", "uplink"});
    constexpr std::int64_t k_most_processors = 1000000;
    Cluster cluster;
    cluster.name = json.member("name").text();
    cluster.processors = static_cast<int>(json.member("processors").integer(1, k_most_processors));
    cluster.speed = json.member("speed").number(JsonRange::positive);
    cluster.processor_link = read_link(json.member("processor_link"));
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
  // Only one cluster can do without.
  Link read_connection(const JsonReader& json, std::string_view key) const {
    const auto given = json.optional_member(key);
    if (given) return read_link(*given);
    if (several_) json.fail("has no \"{}\", which several clusters need", key);
    return {};
  }

  void refuse(const JsonReader& json, std::string_view key) const {
    if (const auto given = json.optional_member(key))
      given->fail("makes no sense with the interconnect \"{}\"",
                  k_interconnects[static_cast<std::size_t>(interconnect_)]);
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
    check(platform);  // what no single value shows: no cluster, too many processors in all
  } catch (const UserError& error) {
    root.fail("is not valid: {}", error.what());
  }
  return platform;
}

}  // namespace

AnyPlatform build_file_platform(const Recipe& recipe, std::string_view definition) {
  return any_platform_from_json(definition, text_of(recipe.parameters, "path"));
}

AnyPlatform any_platform_from_json(std::string_view text, std::string_view place) {
  const JsonReader root = JsonReader::parse(text, place);
  root.expect_format("palio-platform", 1);
  if (root.optional_member("star")) return star_from_json(root);
  if (root.optional_member("mesh")) return mesh_from_json(root);
  if (root.optional_member("simgrid")) return simgrid_from_json(root);
  return clusters_from_json(root);
}

}  // namespace palio
