#include <map>
#include <string>

#include "core/xml/xml_reader.h"
#include "workloads/formats/attributed_graph.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

constexpr std::size_t k_most_keys = 100;  // each costs time for every node and edge

class GraphmlReader final : XmlReader {
public:
  GraphmlReader(std::string_view place, const WorkflowReading& reading)
      : XmlReader(place),
        graph_(reading, [this](std::size_t line, const std::string& problem) { fail_at(line, problem); }) {}

  DescribedWorkload read(std::string_view content) {
    parse(content);
    if (graph_line_ == 0) fail("there is no <graph>");
    return graph_.build(name_, graph_line_);
  }

private:
  struct Key {
    std::string of, name;  // "node", "edge", "graph" or "all"; of the value
    std::string by_default = {};
  };

  std::string required(const XmlAttributes& attributes, std::string_view element, std::string_view name) const {
    if (const auto value = attributes.find(name)) return std::string(*value);
    fail("<{}> has no {}", element, name);
  }

  void start(std::string_view element, const XmlAttributes& attributes) override {
    if (depth() == 1 && element != "graphml") fail("<{}> is not the <graphml> of GraphML", element);
    if (element == "key") {
      if (keys_.size() == k_most_keys) fail("there are more than {} keys", k_most_keys);
      key_ = required(attributes, element, "id");
      keys_[key_] = {std::string(attributes.find("for").value_or("all")),
                     std::string(attributes.find("attr.name").value_or(""))};
    } else if (element == "graph") {
      start_graph(attributes);
    } else if (element == "node" || element == "edge") {
      start_part(element, attributes);
    } else if (element == "data") {
      key_ = required(attributes, element, "key");
      if (!keys_.contains(key_)) fail("<data> has the key \"{}\", which no <key> before it declares", key_);
    } else if (element == "hyperedge") {
      fail("a <hyperedge> joins any number of nodes: write edges from one to another");
    }
    if (element == "data" || element == "default") text_.clear();
  }

  void start_graph(const XmlAttributes& attributes) {
    if (graph_line_ > 0) fail("there is a second <graph>: give a file with one, without graphs inside it");
    if (attributes.find("edgedefault") == "undirected") fail("the graph is undirected: write edgedefault=\"directed\"");
    graph_line_ = line();
    name_ = attributes.find("id").value_or("");
  }

  // A node or an edge.
  void start_part(std::string_view element, const XmlAttributes& attributes) {
    if (!part_.empty()) fail("a <{}> is inside a <{}>", element, part_);
    if (attributes.find("directed") == "false") fail("the edge is undirected: write directed=\"true\"");
    part_ = element;
    from_ = required(attributes, element, part_ == "node" ? "id" : "source");
    if (part_ == "edge") to_ = required(attributes, element, "target");
    part_line_ = line();
    values_.clear();
    for (const auto& [id, key] : keys_)
      if (key.of == part_ || key.of == "all") values_[id] = key.by_default;
  }

  void characters(std::string_view text) override { text_ += text; }

  void end(std::string_view element) override {
    const bool is_data = element == "data";
    if (element == "default") keys_[key_].by_default = trimmed(text_);
    if (is_data && !part_.empty()) values_[key_] = trimmed(text_);
    if (is_data && part_.empty() && keys_[key_].name == "name") name_ = trimmed(text_);
    if (element == part_) end_part();
  }

  void end_part() {
    NamedValues values;
    for (const auto& [id, value] : values_) values.emplace_back(keys_[id].name, value);
    if (part_ == "node")
      graph_.add_node(from_, values, part_line_);
    else
      graph_.add_edge(from_, to_, values, part_line_);
    part_.clear();
  }

  AttributedGraph graph_;
  std::size_t graph_line_ = 0;  // 0: none yet
  std::string name_;            // of the graph
  std::map<std::string, Key> keys_;
  std::string key_, text_;        // of the last <key>, <data> or <default>
  std::string part_, from_, to_;  // the node or the edge that is being read; empty: none
  std::size_t part_line_ = 0;
  std::map<std::string, std::string> values_;  // of that, by the id of the key
};

}  // namespace

DescribedWorkload read_graphml(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return GraphmlReader(place, reading).read(content);
}

}  // namespace palio
