#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/workloads/formats/described.h"

namespace palio {
namespace {

using test::bytes;
using test::names;
using test::works;
using testing::ElementsAre;

const test::FormatTexts k_networkx{"g.json"};

// As networkx 3.6 writes it; nodes may be numbers.
TEST(Networkx, ReadsNodeLinkData) {
  const DescribedApplication graph = k_networkx.read(
      R"({"directed": true, "multigraph": false, "graph": {"name": "fork", "year": 2026}, "nodes": [
        {"flop": 1000000000.0, "alpha": 0.5, "id": 1}, {"seconds": 3, "label": "work", "id": "b"}],
      "edges": [{"bytes": 100, "source": 1, "target": "b"}]})");
  EXPECT_EQ(graph.name, "fork");
  EXPECT_THAT(names(graph), ElementsAre("1", "b"));
  EXPECT_THAT(works(graph), ElementsAre(1e9, 3));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::flop);
  EXPECT_EQ(graph.tasks[1].unit, WorkUnit::seconds);
  EXPECT_EQ(graph.tasks[0].alpha, 0.5);
  EXPECT_THAT(bytes(graph), ElementsAre(100));
}

// Up to networkx 3.3 the edges are "links"; the graph may have no name.
TEST(Networkx, ReadsLinks) {
  const DescribedApplication graph = k_networkx.read(
      R"({"directed": true, "multigraph": true, "graph": {}, "nodes": [{"id": "a", "flop": 1}, {"id": "b",
        "flop": 2}], "links": [{"source": "a", "target": "b", "key": 0}]})");
  EXPECT_EQ(graph.name, "workflow");
  EXPECT_THAT(bytes(graph), ElementsAre(0));
}

TEST(Networkx, MistakesHaveNames) {
  const auto with = [](const std::string& nodes, const std::string& edges, const std::string& head = "") {
    return "{" + head + "\"nodes\": [" + nodes + "],\n\"edges\": [" + edges + "]}";
  };
  const std::string a = R"({"id": "a", "flop": 1})", b = R"({"id": "b", "flop": 1})";
  EXPECT_EQ(k_networkx.error(with(a, "", "\"directed\": false, ")),
            "g.json:1: the document is an undirected graph: make it a nx.DiGraph");
  EXPECT_EQ(k_networkx.error(with(a, "", "\"links\": [], ")),
            "g.json:1: the document has both edges and links: keep one");
  EXPECT_EQ(k_networkx.error(with(R"({"id": ["x", 1], "flop": 1})", "")),
            "g.json:1: nodes[0] has no id that is a text or a number");
  EXPECT_EQ(k_networkx.error(with(a, R"({"source": "a"})")),
            "g.json:2: edges[0] has no target that is a text or a number");
  EXPECT_EQ(k_networkx.error(with(a + "," + a, "")),
            "g.json:1: nodes[1] is not valid: there is another task \"a\" before this one");
  EXPECT_EQ(k_networkx.error(with(a, R"({"source": "a", "target": "z"})")),
            "g.json:2: edges[0] is not valid: the edge names \"z\", which is not a task");
  EXPECT_EQ(k_networkx.error(with(R"({"id": "a", "flop": -1})", "")),
            "g.json:1: nodes[0] is not valid: flop is \"-1\", must be a number that is not negative");
  EXPECT_EQ(k_networkx.error(with(R"({"id": "a", "weight": 1})", "")),
            "g.json:1: nodes[0] is not valid: the task \"a\" has no flop, flops, work, seconds, runtime, duration, "
            "size; the family workflow reads \"weight\" with work_attribute=weight");
  EXPECT_EQ(k_networkx.error(with(a + "," + b, R"({"source": "a", "target": "b", "weight": 2})")),
            "g.json:2: edges[0] is not valid: no edge has bytes, data, size; the family workflow reads \"weight\" with "
            "data_attribute=weight");
  EXPECT_EQ(k_networkx.error(with(R"({"id": "a", "flop": NaN})", "")),  // as Python writes it
            "g.json:1:32: malformed JSON: NaN is not a JSON number: write one, or leave the value out");
  EXPECT_THAT(k_networkx.error(with("", "")),
              testing::EndsWith("the document is not valid: the task graph has no task"));
  EXPECT_THAT(
      k_networkx.error(with(a + "," + b, R"({"source": "a", "target": "b"}, {"source": "b", "target": "a"})")),
      testing::EndsWith("nodes[1] is not valid: the task graph has a cycle: task \"b\" -> task \"a\" -> task \"b\""));
}

}  // namespace
}  // namespace palio
