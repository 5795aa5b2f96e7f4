#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "tests/support/temporary_folder.h"
#include "workloads/formats/format.h"

// Graphviz is the reference for its own language: what it makes of random files is what Palio reads.
namespace palio {
namespace {

// Random DOT, of what task graphs have: defaults, subgraphs with and without names, groups, chains, ports, lists of
// nodes, nodes and edges that are given again, and every spelling. Edges lead to larger numbers, so no graph has a
// cycle.
class RandomDot {
public:
  explicit RandomDot(unsigned seed) : draws_(seed) {}

  std::string graph() {
    const bool is_strict = one_in(2);
    repeats_ = is_strict || one_in(8);
    std::string text =
        fmt::format("{}{} g {{\n", is_strict ? one_of({"strict ", "STRICT "}) : "", one_of({"digraph", "DiGraph"}));
    if (!one_in(8)) text += fmt::format("node [size={}]\n", value());
    statements(text, 0, k_nodes, 0);
    return text + "}\n";
  }

private:
  static constexpr int k_nodes = 12;

  int below(int end) { return static_cast<int>(draws_() % static_cast<unsigned>(end)); }
  bool one_in(int count) { return below(count) == 0; }
  std::string one_of(const std::vector<std::string>& all) { return all[below(static_cast<int>(all.size()))]; }

  std::string value() {
    const int number = 1 + below(98);
    return one_of({fmt::format("{}", number), fmt::format("\"{}\"", number), fmt::format("\"{}\" + \".5\"", number),
                   fmt::format(".{}", number), fmt::format("\"{}e3\"", number)});
  }
  std::string attributes(bool is_edge) {
    std::string all;
    const std::string between = one_of({", ", "; ", " "});
    if (!one_in(3)) all += fmt::format("{}={}", one_of({"size", "\"size\""}), value()) + between;
    if (!is_edge && one_in(2)) all += fmt::format("alpha = 0.{}", below(10)) + between;
    if (one_in(4))
      all += one_of({"label=\"a ] -> b; { }\"", "label=<x <b>] }</b>>", "weight=5", "color=red"}) + between;
    return all.empty() ? "" : one_of({" [", "[", " [color=blue][", " /* [ */ ["}) + all + "]";
  }
  std::string node(int number) {
    switch (number % 4) {
      case 0:
        return one_of(
            {fmt::format("n{}", number), fmt::format("\"n{}\"", number), fmt::format("\"n\" + \"{}\"", number)});
      case 1: return fmt::format("\"n \\\"{}\"", number);
      case 2: return one_of({fmt::format("{}", number), fmt::format("\"{}\"", number)});
      default: return fmt::format("<n<b>{}</b>>", number);
    }
  }
  std::string port() { return one_in(5) ? one_of({":n", ":out:sw", ":\"p q\"", " : s"}) : ""; }
  std::string ending() { return one_of({"\n", ";\n", "; // } comment\n", "\n# { line\n", ";"}); }

  // A node, a list of nodes or a subgraph, of nodes from first to before end.
  std::string group(int first, int end, int depth) {
    if (depth > 3 || one_in(2)) {
      std::string nodes = node(first + below(end - first)) + port();
      if (one_in(6)) nodes += ", " + node(first + below(end - first));
      return nodes;
    }
    std::string text = one_of({"{", "subgraph {", fmt::format("subgraph s{}_{} {{", first, end),
                               fmt::format("SubGraph \"s{}_{}\" {{", first, end)});
    text += one_of({" ", "\n"});
    statements(text, first, end, depth + 1);
    return text + "}";
  }

  void statements(std::string& text, int first, int end, int depth) {
    for (int left = depth == 0 ? 8 : 1 + below(3); left > 0; --left) {
      statement(text, first, end, depth);
      text += ending();
    }
  }
  void statement(std::string& text, int first, int end, int depth) {
    const int kind = below(8);
    if (kind == 0) {
      text += one_of({"node", "NODE"}) + fmt::format(" [size={}]", value()) +
              (one_in(2) ? fmt::format("[alpha=0.{}]", below(10)) : "");
    } else if (kind == 1) {
      text += one_of({"edge", "Edge"}) + fmt::format(" [size={}]", value());
    } else if (kind == 2) {
      text += one_of({"graph [size=\"7,7\"]", "rank=same", "size = \"3,4\""});
    } else if (kind == 3 && depth < 3) {
      text += group(first, end, depth);
    } else if (kind < 6 && end - first > 1) {
      const int middle = first + 1 + below(end - first - 1);
      const int last = end - middle > 1 && one_in(3) ? middle + 1 + below(end - middle - 1) : end;
      const bool may_group = repeats_ || depth == 0;
      text += group(first, middle, may_group ? depth : 9) + " -> " + group(middle, last, may_group ? depth : 9);
      if (last < end) text += "->" + group(last, end, 9);
      text += attributes(true);
    } else {
      text += node(first + below(end - first)) + port() + attributes(false);
    }
  }

  std::mt19937 draws_;  // gives the same numbers everywhere
  bool repeats_ = false;
};

struct GraphvizGraph {
  std::map<std::string, std::pair<std::string, std::string>> nodes;  // size and alpha
  std::multimap<std::pair<std::string, std::string>, std::string> edges;
};

constexpr const char* k_program =
    "BEG_G { print(\"graph\"); } "
    "N { print(\"node\\t\", $.name, \"\\t\", hasAttr($, \"size\") ? $.size : \"\", \"\\t\", hasAttr($, \"alpha\") ? "
    "$.alpha : \"\"); } "
    "E { print(\"edge\\t\", $.tail.name, \"\\t\", $.head.name, \"\\t\", hasAttr($, \"size\") ? $.size : \"\"); }";

std::vector<GraphvizGraph> graphviz_reading(const std::string& file, const std::string& program) {
  std::ofstream(program) << k_program;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(fmt::format("gvpr -f {} {} 2>&1", program, file).c_str(), "r"),
                                                   pclose);
  std::string text;
  for (int c = 0; (c = fgetc(pipe.get())) != EOF;) text += static_cast<char>(c);
  std::vector<GraphvizGraph> graphs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields;
    std::istringstream rest(line);
    for (std::string field; std::getline(rest, field, '\t');) fields.push_back(field);
    fields.resize(4);
    if (fields[0] == "graph")
      graphs.emplace_back();
    else if (fields[0] == "node")
      graphs.back().nodes[fields[1]] = {fields[2], fields[3]};
    else if (fields[0] == "edge")
      graphs.back().edges.emplace(std::pair(fields[1], fields[2]), fields[3]);
    else
      ADD_FAILURE() << line;
  }
  return graphs;
}

// Graphviz gives markup as a name without its angle brackets.
std::string plain_name(const std::string& name) {
  return name.starts_with('<') ? name.substr(1, name.size() - 2) : name;
}

GraphvizGraph palio_reading(const std::string& text, const GraphvizGraph& expected) {
  const DescribedApplication read = read_dot(text, "g.dot").applications.at(0);
  GraphvizGraph graph;
  const auto same_number = [](double number, const std::string& typed) {
    return !typed.empty() && std::stod(typed) == number ? typed : fmt::format("{}", number);
  };
  for (const DescribedTask& task : read.tasks) {
    const std::string name = plain_name(task.name);
    const auto known = expected.nodes.find(name);
    if (known == expected.nodes.end()) continue;
    graph.nodes[name] = {same_number(task.work, known->second.first),
                         task.alpha ? same_number(*task.alpha, known->second.second) : ""};
  }
  for (const Edge& edge : read.edges) {
    const std::pair ends(plain_name(read.tasks[edge.from].name), plain_name(read.tasks[edge.to].name));
    const auto known = expected.edges.find(ends);
    const std::string typed = known == expected.edges.end() ? "" : known->second;
    graph.edges.emplace(ends, typed.empty() && edge.bytes == 0 ? "" : same_number(edge.bytes, typed));
  }
  EXPECT_EQ(graph.nodes.size(), read.tasks.size());
  return graph;
}

bool has_second_edge(const GraphvizGraph& graph) {
  for (const auto& [ends, size] : graph.edges)
    if (graph.edges.count(ends) > 1) return true;
  return false;
}

// Counts how often each of the three ends was seen, so that the test cannot become one of refusals.
TEST(DotAndGraphviz, ReadRandomFilesAlike) {
  if (std::system("gvpr -V > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no gvpr: packages.txt";
  const test::TemporaryFolder folder;
  std::vector<std::string> texts;
  std::ofstream file(folder.file("all.dot"));
  for (unsigned seed = 1; seed <= 400; ++seed) file << texts.emplace_back(RandomDot(seed).graph());
  file.close();
  const std::vector<GraphvizGraph> graphs = graphviz_reading(folder.file("all.dot"), folder.file("all.gvpr"));
  ASSERT_EQ(graphs.size(), texts.size());
  int read = 0, second = 0, missing = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    try {
      const GraphvizGraph own = palio_reading(texts[i], graphs[i]);
      EXPECT_EQ(own.nodes, graphs[i].nodes) << texts[i];
      EXPECT_EQ(own.edges, graphs[i].edges) << texts[i];
      ++read;
    } catch (const UserError& error) {
      const std::string why = error.what();
      const bool lacks_size =
          std::ranges::any_of(graphs[i].nodes, [](const auto& node) { return node.second.first.empty(); });
      const bool is_second = why.find(": a second edge from ") != std::string::npos;
      EXPECT_TRUE(is_second ? has_second_edge(graphs[i]) : lacks_size && why.find(" has no size") != std::string::npos)
          << why << '\n'
          << texts[i];
      ++(is_second ? second : missing);
    }
  }
  EXPECT_GE(read, 200);
  EXPECT_GE(second, 5);
  EXPECT_GE(missing, 5);
}

}  // namespace
}  // namespace palio
