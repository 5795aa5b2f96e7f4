#include <algorithm>
#include <string>
#include <vector>

#include "core/text/json_reader.h"
#include "workloads/formats/attributed_graph.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

// A value of an object; empty: it has none of this key that is a text, a number or a boolean.
std::string value_of(const NamedValues& values, std::string_view key) {
  const auto found = std::ranges::find(values, key, &NamedValues::value_type::first);
  return found == values.end() ? std::string() : found->second;
}

// The name of a node; numbers are names, too.
std::string named(const JsonReader& object, const NamedValues& values, std::string_view key) {
  std::string name = value_of(values, key);
  if (name.empty()) object.fail("has no {} that is a text or a number", key);
  return name;
}

// networkx called the edges links before version 3.6, unless it was told otherwise.
JsonReader edges_of(const JsonReader& root) {
  const auto links = root.optional_member("links");
  if (links && root.optional_member("edges")) root.fail("has both edges and links: keep one");
  return links ? *links : root.member("edges");
}

}  // namespace

DescribedWorkload read_networkx(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  const JsonReader root = JsonReader::parse(content, place);
  if (value_of(root.values(), "directed") == "false") root.fail("is an undirected graph: make it a nx.DiGraph");
  std::vector<JsonReader> places = root.member("nodes").elements();
  const std::size_t nodes = places.size();
  for (const JsonReader& edge : edges_of(root).elements()) places.push_back(edge);
  places.push_back(root);
  AttributedGraph graph(
      reading, [&](std::size_t where, const std::string& problem) { places[where].fail("is not valid: {}", problem); });
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const NamedValues values = places[i].values();
    const auto name = [&](std::string_view key) { return named(places[i], values, key); };
    if (i < nodes)
      graph.add_node(name("id"), values, i);
    else
      graph.add_edge(name("source"), name("target"), values, i);
  }
  const auto attributes = root.optional_member("graph");
  return graph.build(attributes ? value_of(attributes->values(), "name") : "", places.size() - 1);
}

}  // namespace palio
