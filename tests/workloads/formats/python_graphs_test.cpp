#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/temporary_folder.h"
#include "workloads/formats/format.h"

// What Python writes of random graphs, by networkx if it is there and by its standard library otherwise, is what Palio
// reads.
namespace palio {
namespace {

constexpr int k_graphs = 100;

constexpr const char* k_program = R"PYTHON(
import csv, json, random, sys
from xml.etree import ElementTree as ET
try:
    import networkx as nx
except ImportError:
    nx = None
folder, count = sys.argv[1], int(sys.argv[2])

def graph(draws):
    names = ["t%d" % i for i in range(draws.randint(1, 12))]
    odd = ['a, b', 'say "x"', '<&>', "caf\u00e9", "7", "source", "a  b"]
    names = [name if draws.random() < 0.7 else odd.pop(draws.randrange(len(odd))) if odd else name for name in names]
    number = lambda: draws.choice([draws.randint(0, 10**12), draws.random(), draws.uniform(0, 1e15), 1e-9])
    nodes = [(name, {draws.choice(["flop", "seconds"]): number()}) for name in names]
    for _, values in nodes:
        if draws.random() < 0.5: values["alpha"] = draws.random()
    edges = [(names[i], names[j], {"bytes": number()} if draws.random() < 0.8 else {})
             for i in range(len(names)) for j in range(i + 1, len(names)) if draws.random() < 0.3]
    return nodes, edges

def node_link(nodes, edges, key):
    data = {"directed": True, "multigraph": False, "graph": {},
            "nodes": [dict(values, id=name) for name, values in nodes],
            key: [dict(values, source=a, target=b) for a, b, values in edges]}
    if nx is None: return data
    made = nx.DiGraph(); made.add_nodes_from(nodes); made.add_edges_from(edges)
    written = nx.node_link_data(made)
    theirs = "edges" if "edges" in written else "links"
    written[key] = written.pop(theirs)
    return written

def graphml(nodes, edges, path):
    if nx is not None:
        made = nx.DiGraph(); made.add_nodes_from(nodes); made.add_edges_from(edges)
        return nx.write_graphml_xml(made, path)
    root = ET.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    for key, of in (("flop", "node"), ("seconds", "node"), ("alpha", "node"), ("bytes", "edge")):
        ET.SubElement(root, "key", {"id": "k" + key, "for": of, "attr.name": key, "attr.type": "double"})
    inside = ET.SubElement(root, "graph", edgedefault="directed")
    parts = [("node", {"id": name}, values) for name, values in nodes]
    parts += [("edge", {"source": a, "target": b}, values) for a, b, values in edges]
    for kind, attributes, values in parts:
        part = ET.SubElement(inside, kind, attributes)
        for key, value in values.items(): ET.SubElement(part, "data", key="k" + key).text = repr(value)
    ET.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)

def tables(nodes, edges, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        write = csv.writer(file).writerow
        write(["task", "flop", "seconds", "alpha"])
        for name, values in nodes: write([name] + [repr(values[key]) if key in values else "" for key in ("flop", "seconds", "alpha")])
        write(["source", "target", "bytes"])
        for a, b, values in edges: write([a, b, values.get("bytes", "")])

for seed in range(count):
    nodes, edges = graph(random.Random(seed))
    path = lambda kind: "%s/%d.%s" % (folder, seed, kind)
    json.dump({"format": "palio-workload", "version": 1, "applications": [{"name": "workflow",
        "tasks": [dict(values, name=name) for name, values in nodes],
        "edges": [{"from": a, "to": b, "bytes": values.get("bytes", 0)} for a, b, values in edges]}]}, open(path("palio"), "w"))
    for key in ("links", "edges"): json.dump(node_link(nodes, edges, key), open(path(key), "w"))
    graphml(nodes, edges, path("graphml"))
    tables(nodes, edges, path("csv"))
)PYTHON";

std::string text_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(PythonGraphs, AreTheSameInEveryFormat) {
  if (std::system("python3 -c '' > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no python3: packages.txt";
  const test::TemporaryFolder folder;
  std::ofstream(folder.file("write.py")) << k_program;
  const std::string graphs = folder.file("graphs");
  std::filesystem::create_directory(graphs);
  ASSERT_EQ(std::system(fmt::format("python3 {} {} {}", folder.file("write.py"), graphs, k_graphs).c_str()), 0);
  std::size_t edges = 0;
  for (int seed = 0; seed < k_graphs; ++seed) {
    const auto text = [&](const char* kind) { return text_of(fmt::format("{}/{}.{}", graphs, seed, kind)); };
    const DescribedWorkload own = described_from_json(text("palio"), "own");
    edges += own.applications.at(0).edges.size();
    for (const char* kind : {"links", "edges", "graphml", "csv"})
      EXPECT_EQ(to_json(read_workflow(text(kind), kind)), to_json(own)) << seed << ' ' << text(kind);
  }
  EXPECT_GT(edges, 300U);
}

}  // namespace
}  // namespace palio
