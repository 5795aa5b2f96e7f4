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

const test::FormatTexts k_graphml{"g.graphml"};

// As networkx writes it: a name may have a key for each type of its values, and the name of the graph comes last.
TEST(Graphml, ReadsWhatNetworkxWrites) {
  const DescribedApplication graph = k_graphml.read(R"(<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <key id="d3" for="edge" attr.name="bytes" attr.type="long" />
  <key id="d2" for="node" attr.name="flop" attr.type="long" />
  <key id="d1" for="node" attr.name="flop" attr.type="double" />
  <key id="d0" for="graph" attr.name="name" attr.type="string" />
  <graph edgedefault="directed">
    <node id="a"><data key="d1">1000000000.0</data></node>
    <node id="b">
      <data key="d2"> 3
      </data>
    </node>
    <edge source="a" target="b"><data key="d3">100</data></edge>
    <data key="d0">fork</data>
  </graph>
</graphml>)");
  EXPECT_EQ(graph.name, "fork");
  EXPECT_THAT(names(graph), ElementsAre("a", "b"));
  EXPECT_THAT(works(graph), ElementsAre(1e9, 3));
  EXPECT_THAT(bytes(graph), ElementsAre(100));
}

// A default holds for nodes without a value; ports, names of vertices and drawings of yEd do not matter.
TEST(Graphml, ReadsDefaultsAndIgnoresDrawings) {
  const DescribedApplication graph = k_graphml.read(R"(<graphml>
<key id="w" for="node" attr.name="seconds"><default>5</default></key><key id="p" attr.name="alpha"/>
<key id="g" for="node" yfiles.type="nodegraphics"/>
<graph id="G"><edge id="e0" source="n1" target="n0" sourceport="x"/>
<node id="n0"/><node id="n1"><port name="x"/><data key="w">7</data><data key="p">0.25</data>
<data key="g"><shape label="4">text</shape></data></node></graph></graphml>)");
  EXPECT_EQ(graph.name, "G");
  EXPECT_THAT(works(graph), ElementsAre(5, 7));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds);
  EXPECT_EQ(graph.tasks[1].alpha, 0.25);
  EXPECT_EQ(graph.edges.at(0).from, 1);
}

TEST(Graphml, MistakesHaveNames) {
  const auto with = [](const std::string& parts, const std::string& attributes = "") {
    return "<graphml><key id='w' for='node' attr.name='flop'/><key id='x' for='all' attr.name='weight'/>\n<graph" +
           attributes + ">\n" + parts + "</graph></graphml>";
  };
  const std::string a = "<node id='a'><data key='w'>1</data></node>\n";
  EXPECT_EQ(k_graphml.error(with("<node id='a'><data key='x'>3</data></node>")),
            "g.graphml:3: the task \"a\" has no flop, flops, work, seconds, runtime, duration, size; the family "
            "workflow reads \"weight\" with work_attribute=weight");
  EXPECT_EQ(k_graphml.error(with(a, " edgedefault='undirected'")),
            "g.graphml:2: the graph is undirected: write edgedefault=\"directed\"");
  EXPECT_EQ(k_graphml.error(with(a + "<edge source='a' target='a' directed='false'/>")),
            "g.graphml:4: the edge is undirected: write directed=\"true\"");
  EXPECT_EQ(k_graphml.error(with(a + "<edge source='a'/>")), "g.graphml:4: <edge> has no target");
  EXPECT_EQ(k_graphml.error(with(a + "<edge source='a' target='b'/>")),
            "g.graphml:4: the edge names \"b\", which is not a task");
  EXPECT_EQ(k_graphml.error(with(a + a)), "g.graphml:4: there is another task \"a\" before this one");
  EXPECT_EQ(k_graphml.error(with("<node id='a'><data key='z'>1</data></node>")),
            "g.graphml:3: <data> has the key \"z\", which no <key> before it declares");
  EXPECT_EQ(k_graphml.error(with("<node id='a'><data key='w'>inf</data></node>")),
            "g.graphml:3: flop is \"inf\", must be a number that is not negative");
  EXPECT_EQ(k_graphml.error(with("<hyperedge/>")),
            "g.graphml:3: a <hyperedge> joins any number of nodes: write edges from one to another");
  EXPECT_EQ(k_graphml.error(with("<node id='a'><graph/></node>")),
            "g.graphml:3: there is a second <graph>: give a file with one, without graphs inside it");
  EXPECT_EQ(k_graphml.error(with("<node id='a'><node id='b'/></node>")), "g.graphml:3: a <node> is inside a <node>");
  EXPECT_EQ(k_graphml.error(with("")), "g.graphml:2: the task graph has no task");
  EXPECT_EQ(k_graphml.error("<graphml/>"), "g.graphml:1: there is no <graph>");
  EXPECT_EQ(k_graphml.error("<x><graphml/></x>"), "g.graphml:1: <x> is not the <graphml> of GraphML");
  std::string keys = "<graphml>";
  for (int i = 0; i <= 100; ++i) keys += "<key id='k" + std::to_string(i) + "'/>";
  EXPECT_EQ(k_graphml.error(keys + "</graphml>"), "g.graphml:1: there are more than 100 keys");
}

}  // namespace
}  // namespace palio
