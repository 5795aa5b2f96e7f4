#include "platforms/formats/saga_network.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/text/json_reader.h"

namespace palio {
namespace {

class NetworkReader {
public:
  explicit NetworkReader(JsonReader network) : network_(std::move(network)) {
    network_.expect_keys({"nodes", "edges"});
    platform_.interconnect = Interconnect::mesh;
  }

  Platform read() {
    read_nodes();
    platform_.pair_links.resize(nodes() * nodes());
    for (const JsonReader& edge : network_.member("edges").elements()) read_edge(edge);
    check_links();
    return std::move(platform_);
  }

private:
  std::size_t nodes() const { return platform_.clusters.size(); }
  double& speed(std::size_t a, std::size_t b) { return platform_.pair_links[a * nodes() + b].bandwidth; }

  void read_nodes() {
    const JsonReader list = network_.member("nodes");
    const std::vector<JsonReader> nodes = list.elements();
    if (nodes.empty()) list.fail("is empty, a mesh needs at least one host");
    if (nodes.size() > k_most_hosts) list.fail("has {} nodes, a mesh has at most {}", nodes.size(), k_most_hosts);
    for (const JsonReader& node : nodes) {
      node.expect_keys({"name", "speed"});
      const JsonReader name = node.member("name");
      if (!numbers_.try_emplace(name.text(), numbers_.size()).second)
        name.fail("is \"{}\", the name of another node too", name.text());
      platform_.clusters.push_back({name.text(), 1, node.member("speed").number(JsonRange::positive), {}, {}, {}});
    }
  }

  std::size_t node(const JsonReader& name) const {
    const auto found = numbers_.find(name.text());
    if (found == numbers_.end()) name.fail("is \"{}\", which is not the name of a node", name.text());
    return found->second;
  }

  void read_edge(const JsonReader& edge) {
    edge.expect_keys({"source", "target", "speed"});
    const std::size_t a = node(edge.member("source")), b = node(edge.member("target"));
    if (a == b) return;
    const double given = edge.member("speed").number(JsonRange::positive);
    if (const double known = speed(a, b); known != 0 && known != given)
      edge.fail("gives {} for two nodes whose link has {} already: a link has one speed in both directions", given,
                known);
    speed(a, b) = speed(b, a) = given;
  }

  void check_links() {
    for (std::size_t a = 0; a < nodes(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (speed(a, b) == 0)
          network_.member("edges").fail("has none between \"{}\" and \"{}\": a mesh has a link for each two hosts",
                                        platform_.clusters[b].name, platform_.clusters[a].name);
  }

  JsonReader network_;
  Platform platform_;
  std::map<std::string, std::size_t, std::less<>> numbers_;  // of nodes
};

}  // namespace

Platform read_saga_network(std::string_view content, std::string_view place) {
  const JsonReader root = JsonReader::parse(content, place);
  root.expect_keys({"name", "task_graph", "network"});
  return NetworkReader(root.member("network")).read();
}

}  // namespace palio
