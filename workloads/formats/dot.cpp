#include "workloads/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/error.h"
#include "workloads/formats/dot_language.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

constexpr std::size_t k_deepest_subgraph = 64;
constexpr std::size_t k_most_in_subgraphs = 1'000'000;  // subgraphs and their nodes, together

// Of graphs with an optimal schedule (docs/exam.md).
constexpr std::string_view k_length = "Total schedule length", k_processor = "Processor", k_start = "Start time";
constexpr double k_most_processors = 1'000'000;

constexpr double k_no_data = -1;  // the size that SimGrid's files give to a dependency without data

class DotReader final : DotLanguage {
public:
  DotReader(std::string_view content, std::string_view place, const WorkflowReading& reading)
      : DotLanguage(content, place), reading_(reading) {}

  DescribedWorkload read() {
    is_strict_ = take("strict");
    if (is("graph")) fail("the graph is undirected: write digraph");
    const std::size_t line = token().line;
    if (!take("digraph")) fail_expected("digraph");
    std::string name = token().kind == Kind::text ? take_text("a name") : "";
    expect('{');
    while (!take('}')) read_statement();
    if (token().kind != Kind::end) fail("there is more text after the graph");
    DescribedApplication graph = application(name.empty() ? "workflow" : std::move(name));
    check_graph(graph,
                [&](int task, const std::string& problem) { fail_at(task < 0 ? line : nodes_[task].line, problem); });
    DescribedWorkload workload{{std::move(graph)}};
    if (length_) workload.reference_makespan = number(*length_, k_length);
    return workload;
  }

private:
  struct Attribute {
    std::string value;
    std::size_t line;
  };
  using Attributes = std::map<std::string, Attribute, std::less<>>;
  struct Node {
    std::string name;
    std::size_t line;  // of the first mention
    std::optional<double> size, alpha;
    std::optional<Attribute> processor = {}, start = {};  // of a known schedule
  };
  using Nodes = std::vector<int>;
  // The graph or a subgraph, which has the defaults of what is around it until it sets its own.
  struct Scope {
    Scope* around = nullptr;
    Attributes node_defaults = {}, edge_defaults = {};
    std::set<int> nodes = {};                                      // of a subgraph
    std::map<std::string, std::unique_ptr<Scope>> subgraphs = {};  // with a name: they may be opened again
  };

  bool begins_subgraph() const { return is('{') || is("subgraph"); }

  void read_statement() {
    if (take(';') || take_defaults()) return;
    const std::size_t line = token().line;
    if (begins_subgraph()) {
      Scope unnamed{.around = scope_};
      const Scope& subgraph = read_subgraph(unnamed);
      if (is('[')) fail("attributes behind a subgraph belong to nothing: write node [...] inside it");
      if (is_edge()) read_edges(nodes_of(subgraph), line);
      return;
    }
    std::string name = take_text("a node");
    if (take('=')) return void(take_value("a value"));  // attribute of the graph
    Nodes nodes = read_nodes(std::move(name), line);
    if (is_edge()) return read_edges(std::move(nodes), line);
    for (const auto& [attribute, given] : read_attributes({reading_.work_attribute, "alpha", k_processor, k_start}))
      for (const int number : nodes) set_attribute(nodes_[number], attribute, given);
  }

  // Defaults hold for the nodes and edges that are made while they hold.
  bool take_defaults() {
    if (take("graph")) {
      const Attributes of_graph = read_attributes({k_length});
      if (const auto length = of_graph.find(k_length); length != of_graph.end()) length_ = length->second;
      return true;
    }
    const bool of_edges = is("edge");
    if (!take("node") && !take("edge")) return false;
    for (auto& [name, attribute] :
         of_edges ? read_attributes({reading_.data_attribute}) : read_attributes({reading_.work_attribute, "alpha"}))
      (of_edges ? scope_->edge_defaults : scope_->node_defaults).insert_or_assign(name, std::move(attribute));
    return true;
  }

  const Attribute* default_of(Attributes Scope::*defaults, std::string_view name) const {
    for (const Scope* scope = scope_; scope != nullptr; scope = scope->around)
      if (const auto found = (scope->*defaults).find(name); found != (scope->*defaults).end()) return &found->second;
    return nullptr;
  }

  // `unnamed`: where one without a name is kept.
  const Scope& read_subgraph(Scope& unnamed) {
    Scope* subgraph = &unnamed;
    if (take("subgraph") && token().kind == Kind::text) {
      std::unique_ptr<Scope>& named = scope_->subgraphs[take_text("a name")];
      if (!named) named = std::make_unique<Scope>(Scope{.around = scope_});
      subgraph = named.get();
    }
    expect('{');
    if (++depth_ > k_deepest_subgraph) fail("subgraphs are nested deeper than {} levels", k_deepest_subgraph);
    scope_ = subgraph;
    while (!is('}')) read_statement();
    count_in_subgraphs(1);
    advance();
    scope_ = subgraph->around;
    --depth_;
    return *subgraph;
  }

  void count_in_subgraphs(std::size_t more) {
    in_subgraphs_ += more;
    if (in_subgraphs_ > k_most_in_subgraphs) fail("subgraphs have more than {} nodes", k_most_in_subgraphs);
  }

  Nodes nodes_of(const Scope& subgraph) {
    count_in_subgraphs(subgraph.nodes.size());
    return {subgraph.nodes.begin(), subgraph.nodes.end()};
  }

  // Nodes with commas between them. Ports only matter for drawing.
  Nodes read_nodes(std::string name, std::size_t line) {
    Nodes nodes;
    for (;;) {
      nodes.push_back(node(name, line));
      for (int ports = 0; ports < 2 && take(':'); ++ports) take_text("a port");
      if (!take(',')) return nodes;
      line = token().line;
      name = take_text("a node");
    }
  }

  Nodes read_end_of_edge() {
    const std::size_t line = token().line;
    if (!begins_subgraph()) return read_nodes(take_text("a node"), line);
    Scope unnamed{.around = scope_};
    return nodes_of(read_subgraph(unnamed));
  }

  int node(const std::string& name, std::size_t line) {
    const auto [entry, is_new] = numbers_.try_emplace(name, static_cast<int>(nodes_.size()));
    if (is_new) {
      if (name.empty()) fail_at(line, "a node has an empty name");
      if (nodes_.size() == k_most_workflow_tasks)
        fail_at(line, fmt::format("there are more than {} tasks", k_most_workflow_tasks));
      nodes_.push_back({name, line, {}, {}});
      for (const std::string_view attribute : {std::string_view(reading_.work_attribute), std::string_view("alpha")})
        if (const Attribute* given = default_of(&Scope::node_defaults, attribute))
          set_attribute(nodes_.back(), attribute, *given);
    }
    for (Scope* scope = scope_; scope->around != nullptr && scope->nodes.insert(entry->second).second;
         scope = scope->around)
      count_in_subgraphs(1);
    return entry->second;
  }

  // The attributes with these names of any number of bracketed lists; one statement must not give one twice. Others
  // only matter for drawing.
  Attributes read_attributes(std::initializer_list<std::string_view> wanted) {
    Attributes attributes;
    while (take('['))
      while (!take(']')) {
        if (take(',') || take(';')) continue;
        const std::size_t line = token().line;
        const std::string name = take_text("an attribute");
        expect('=');
        std::string value = take_value("a value");
        if (std::ranges::find(wanted, name) == wanted.end())
          has_other_numbers_ = has_other_numbers_ || number_in(value);
        else if (!attributes.try_emplace(name, Attribute{std::move(value), line}).second)
          fail_at(line, fmt::format("{} is given twice", name));
      }
    return attributes;
  }

  double number(const Attribute& attribute, std::string_view name, double most = k_any_amount) const {
    return amount_in(name, attribute.value, most,
                     [&](const std::string& problem) { fail_at(attribute.line, problem); });
  }
  double edge_size(const Attribute& attribute) const {
    return number_in(attribute.value) == k_no_data ? 0 : number(attribute, reading_.data_attribute);
  }

  // As in Graphviz, a node may be given again: what is given last counts.
  void set_attribute(Node& node, std::string_view name, const Attribute& given) const {
    if (name == k_processor)
      node.processor = given;
    else if (name == k_start)
      node.start = given;
    else if (name == reading_.work_attribute)
      node.size = number(given, name);
    else
      node.alpha = number(given, name, 1);
  }

  bool is_edge() const {
    if (token().kind == Kind::line) fail("an edge without direction: write ->");
    return token().kind == Kind::arrow;
  }

  void read_edges(Nodes first, std::size_t line) {
    std::vector<Nodes> chain{std::move(first)};
    while (is_edge()) {
      advance();
      refuse_many_edges(edges_.size() + chain.size(), line);
      chain.push_back(read_end_of_edge());
    }
    const Attributes given = read_attributes({reading_.data_attribute, "key"});
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      for (const int from : chain[i])
        for (const int to : chain[i + 1]) add_edge(from, to, given, line);
  }

  void refuse_many_edges(std::size_t count, std::size_t line) const {
    if (count > k_most_workflow_references)
      fail_at(line, fmt::format("there are more than {} edges", k_most_workflow_references));
  }

  // An edge of a strict graph may be given again: a size that is given last counts.
  void add_edge(int from, int to, const Attributes& given, std::size_t line) {
    refuse_many_edges(++given_edges_, line);
    const auto key = static_cast<std::uint64_t>(from) << 32U | static_cast<std::uint64_t>(to);
    const auto [known, is_new] = pairs_.try_emplace(key, edges_.size());
    if (is_new) {
      const Attribute* given_before = default_of(&Scope::edge_defaults, reading_.data_attribute);
      edges_.push_back({from, to, given_before == nullptr ? 0 : edge_size(*given_before)});
    } else if (!is_strict_ || given.contains("key")) {
      fail_at(line,
              fmt::format("a second edge from \"{}\" to \"{}\": give one edge the data of both{}", nodes_[from].name,
                          nodes_[to].name, is_strict_ ? "" : ", or write strict digraph, where the last size counts"));
    }
    if (const auto size = given.find(reading_.data_attribute); size != given.end())
      edges_[known->second].bytes = edge_size(size->second);
  }

  // Where a graph has the length of a schedule, its nodes have their places, on processors from 0 or from 1 on.
  void add_places(DescribedApplication& application) const {
    if (!length_) return;
    int first = 1;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const auto& [name, line, size, alpha, processor, start] = nodes_[i];
      if (!processor || !start)
        fail_at(line, fmt::format("the graph has a {}, but the task \"{}\" has no {}", k_length, name,
                                  processor ? k_start : k_processor));
      KnownPlace& place = application.tasks[i].place;
      place.processor = static_cast<int>(number(*processor, k_processor, k_most_processors));
      place.start = number(*start, k_start);
      first = std::min(first, place.processor);
    }
    for (DescribedTask& task : application.tasks) task.place.processor -= first;
  }

  DescribedApplication application(std::string name) {
    DescribedApplication application{.name = std::move(name), .tasks = {}, .edges = std::move(edges_)};
    const char* hint = "; the family workflow reads it from another attribute with work_attribute=NAME";
    for (const Node& node : nodes_) {
      const bool does_nothing = node.name == "root" || node.name == "end";  // as SimGrid adds them
      if (!node.size && !does_nothing)
        fail_at(node.line, fmt::format("the task \"{}\" has no {}{}", node.name, reading_.work_attribute,
                                       has_other_numbers_ ? hint : ""));
      application.tasks.push_back({node.name, node.size.value_or(0), WorkUnit::flop, node.alpha});
    }
    add_places(application);
    return application;
  }

  const WorkflowReading& reading_;
  bool is_strict_ = false, has_other_numbers_ = false;
  Scope graph_;
  Scope* scope_ = &graph_;  // what is being read
  std::size_t depth_ = 0, in_subgraphs_ = 0, given_edges_ = 0;
  std::unordered_map<std::string, int> numbers_;  // of the nodes
  std::vector<Node> nodes_;
  std::optional<Attribute> length_;  // of a known schedule
  std::vector<Edge> edges_;
  std::unordered_map<std::uint64_t, std::size_t> pairs_;  // of nodes with an edge: its number
};

std::string dot_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

DescribedWorkload read_dot(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return DotReader(content, place, reading).read();
}

WrittenWorkflow write_dot(const DescribedWorkload& workload, double reference_speed) {
  const DescribedApplication& application = only_graph(workload, "dot");
  WrittenWorkflow written;
  if (std::ranges::any_of(application.tasks, [](const DescribedTask& task) { return task.unit == WorkUnit::seconds; }))
    written.notes.push_back(fmt::format("dot has flop: seconds are written as those at {} flop/s", reference_speed));
  written.text = fmt::format("digraph {} {{\n", dot_quoted(application.name));
  for (const DescribedTask& task : application.tasks) {
    if (task.name.find('\\') != std::string::npos)
      throw UserError("the format dot has no name with a backslash, as \"{}\": write the format palio", task.name);
    written.text +=
        fmt::format("  {} [size=\"{}\"{}];\n", dot_quoted(task.name), number_text(flop_of(task, reference_speed)),
                    task.alpha ? fmt::format(", alpha=\"{}\"", number_text(*task.alpha)) : "");
  }
  for (const auto& [from, to, bytes] : application.edges)
    written.text += fmt::format("  {} -> {} [size=\"{}\"];\n", dot_quoted(application.tasks[from].name),
                                dot_quoted(application.tasks[to].name), number_text(bytes));
  written.text += "}\n";
  return written;
}

}  // namespace palio
