#include "workloads/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/error.h"
#include "core/text/visible_text.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

enum class DotTokenKind { text, arrow, line, symbol, end };  // a line is "--"; a symbol is one of { } [ ] ; , = : +

struct DotToken {
  DotTokenKind kind = DotTokenKind::end;
  std::string text;        // without quotes; for a symbol, the symbol itself
  bool is_quoted = false;  // a text in quotes is no keyword
  std::size_t line = 1;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Letters, digits, non-ASCII bytes, and the other characters of numbers.
bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_utf8(std::string_view text) { return first_wrong_byte(text) == text.size(); }

// Reads a DOT file token by token (https://graphviz.org/doc/info/lang.html). The content outlives it.
class DotTokens {
public:
  DotTokens(std::string_view content, std::string_view place) : content_(content), place_(place) {}

  // The next token; after the last one always "end". Throws UserError.
  DotToken next() {
    skip_blanks();
    if (at_ >= content_.size()) return {DotTokenKind::end, "the end of the file", false, line_};
    const std::string_view rest = content_.substr(at_);
    if (rest.front() == '"') return quoted();
    if (rest.front() == '<') return markup();
    for (const auto& [kind, sign] : {std::pair{DotTokenKind::arrow, "->"}, std::pair{DotTokenKind::line, "--"}})
      if (rest.starts_with(sign)) {
        at_ += 2;
        return {kind, sign, false, line_};
      }
    constexpr std::string_view k_symbols = "{}[];,=:+";
    if (k_symbols.find(rest.front()) != std::string_view::npos) {
      ++at_;
      return {DotTokenKind::symbol, std::string(1, rest.front()), false, line_};
    }
    return word();
  }

  template <class... Values>
  [[noreturn]] void fail(std::size_t line, fmt::format_string<Values...> problem, Values&&... values) const {
    throw UserError("{}:{}: {}", place_, line, shortened(fmt::format(problem, std::forward<Values>(values)...)));
  }

private:
  void skip_blanks() {
    while (at_ < content_.size()) {
      const std::string_view rest = content_.substr(at_);
      const bool begins_line = at_ == 0 || content_[at_ - 1] == '\n';
      if (is_blank(rest.front())) {
        line_ += rest.front() == '\n' ? 1 : 0;
        ++at_;
      } else if (rest.starts_with("//") || (begins_line && rest.front() == '#')) {
        at_ = std::min(content_.find('\n', at_), content_.size());
      } else if (rest.starts_with("/*")) {
        skip_to("*/", "comment");
      } else {
        return;
      }
    }
  }

  void skip_to(std::string_view end, std::string_view what) {
    const std::size_t found = content_.find(end, at_);
    if (found == std::string_view::npos) fail(line_, "the {} that begins here does not end", what);
    line_ += static_cast<std::size_t>(std::ranges::count(content_.substr(at_, found - at_), '\n'));
    at_ = found + end.size();
  }

  // \" is a quote, and a backslash before a line break joins two lines; every other backslash stays, two as a pair.
  DotToken quoted() {
    DotToken token{DotTokenKind::text, "", true, line_};
    for (++at_; at_ < content_.size() && content_[at_] != '"'; ++at_) {
      const char following = at_ + 1 < content_.size() ? content_[at_ + 1] : '\0';
      if (content_[at_] == '\\' && (following == '"' || following == '\n' || following == '\\')) {
        ++at_;
        line_ += following == '\n' ? 1 : 0;
        if (following == '"') token.text += '"';
        if (following == '\\') token.text += "\\\\";
        continue;
      }
      line_ += content_[at_] == '\n' ? 1 : 0;
      token.text += content_[at_];
    }
    if (at_ >= content_.size()) fail(token.line, "the text that begins here does not end");
    ++at_;
    if (!is_utf8(token.text)) fail(token.line, "the text is not UTF-8");
    return token;
  }

  // HTML in angle brackets, which may be nested: a label.
  DotToken markup() {
    DotToken token{DotTokenKind::text, "", true, line_};
    const std::size_t begin = at_;
    std::size_t depth = 0;
    for (; at_ < content_.size(); ++at_) {
      if (content_[at_] == '\n') ++line_;
      if (content_[at_] == '<') ++depth;
      if (content_[at_] == '>' && --depth == 0) break;
    }
    if (at_ >= content_.size()) fail(token.line, "the markup that begins here does not end");
    token.text = content_.substr(begin, ++at_ - begin);
    if (!is_utf8(token.text)) fail(token.line, "the markup is not UTF-8");
    return token;
  }

  DotToken word() {
    const std::size_t begin = at_;
    if (content_[at_] == '-') ++at_;  // sign of a number
    while (at_ < content_.size() && is_word(content_[at_])) ++at_;
    DotToken token{DotTokenKind::text, std::string(content_.substr(begin, at_ - begin)), false, line_};
    if (token.text.empty() || token.text == "-" || !is_utf8(token.text))
      fail(line_, "unexpected character with the code {}", static_cast<unsigned char>(content_[begin]));
    return token;
  }

  std::string_view content_, place_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_keyword(const DotToken& token, std::string_view keyword) {
  return token.kind == DotTokenKind::text && !token.is_quoted && lower_case(token.text) == keyword;
}

// What Graphviz takes for one text without quotes: a name without a dot, or a decimal number without an exponent.
bool is_plain(std::string_view word) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view unsigned_word = word.substr(word.starts_with('-') ? 1 : 0);
  if (!is_digit(unsigned_word.front()) && unsigned_word.front() != '.')
    return word.front() != '-' && word.find('.') == std::string_view::npos;
  return std::ranges::count(word, '.') <= 1 && std::ranges::any_of(word, is_digit) &&
         std::ranges::all_of(unsigned_word, [&](char c) { return is_digit(c) || c == '.'; });
}

constexpr auto k_keywords = std::to_array<std::string_view>({"strict", "graph", "digraph", "node", "edge", "subgraph"});

constexpr std::size_t k_deepest_subgraph = 64;
constexpr std::size_t k_most_in_subgraphs = 1'000'000;  // subgraphs and their nodes, together

constexpr double k_no_data = -1;  // the size that SimGrid's files give to a dependency without data

// Nodes that SimGrid adds before and after the tasks.
bool does_nothing(const std::string& name) { return name == "root" || name == "end"; }

class DotReader {
public:
  DotReader(std::string_view content, std::string_view place, const WorkflowReading& reading)
      : place_(place), reading_(reading), tokens_(content, place), token_(tokens_.next()) {}

  DescribedWorkload read() {
    is_strict_ = is_keyword(token_, "strict");
    if (is_strict_) advance();
    if (is_keyword(token_, "graph")) fail("the graph is undirected: write digraph");
    if (!is_keyword(token_, "digraph")) fail_expected("digraph");
    const std::size_t line = token_.line;
    advance();
    std::string name = token_.kind == DotTokenKind::text ? take_text("a name") : "workflow";
    expect('{');
    while (!take('}')) read_statement();
    if (token_.kind != DotTokenKind::end) fail("there is more text after the graph");
    DescribedWorkload workload;
    workload.applications.push_back(application(name.empty() ? "workflow" : std::move(name)));
    check_graph(workload.applications.front(), place_, line);
    return workload;
  }

private:
  struct Attribute {
    std::string value;
    std::size_t line;
  };
  using Attributes = std::map<std::string, Attribute, std::less<>>;
  using Names = std::initializer_list<std::string_view>;
  struct Node {
    std::string name;
    std::size_t line;  // of the first mention
    std::optional<double> size, alpha;
  };
  using Nodes = std::vector<int>;
  // The graph or a subgraph, which has the defaults of what is around it until it sets its own.
  struct Scope {
    Scope* around = nullptr;
    Attributes node_defaults = {}, edge_defaults = {};
    std::set<int> nodes = {};                                      // of a subgraph
    std::map<std::string, std::unique_ptr<Scope>> subgraphs = {};  // with a name: they may be opened again
  };

  template <class... Values>
  [[noreturn]] void fail(fmt::format_string<Values...> problem, Values&&... values) const {
    tokens_.fail(token_.line, problem, std::forward<Values>(values)...);
  }
  [[noreturn]] void fail_expected(std::string_view what) const {
    fail("expected {}, but found {}", what,
         token_.kind == DotTokenKind::end ? token_.text : fmt::format("\"{}\"", token_.text));
  }

  void advance() { token_ = tokens_.next(); }
  bool is(char symbol) const { return token_.kind == DotTokenKind::symbol && token_.text.front() == symbol; }
  bool take(char symbol) {
    if (!is(symbol)) return false;
    advance();
    return true;
  }
  void expect(char symbol) {
    if (!take(symbol)) fail_expected(fmt::format("\"{}\"", symbol));
  }
  // Texts in quotes may be joined by +. Graphviz makes two texts of a word such as 1a.
  std::string take_text(std::string_view what) {
    if (token_.kind == DotTokenKind::text && !token_.is_quoted && !is_plain(token_.text))
      fail("{} is \"{}\": put it in quotes", what, token_.text);
    return take_value(what);
  }
  // The same or a number of any form.
  std::string take_value(std::string_view what) {
    if (token_.kind != DotTokenKind::text) fail_expected(what);
    if (std::ranges::any_of(k_keywords, [&](std::string_view each) { return is_keyword(token_, each); }))
      fail("expected {}, but found the keyword {}: put it in quotes", what, token_.text);
    std::string text = std::move(token_.text);
    advance();
    while (take('+')) {
      if (token_.kind != DotTokenKind::text) fail_expected("a text");
      text += token_.text;
      advance();
    }
    return text;
  }

  bool begins_subgraph() const { return is('{') || is_keyword(token_, "subgraph"); }

  void read_statement() {
    if (take(';') || take_defaults()) return;
    const std::size_t line = token_.line;
    if (begins_subgraph()) {
      Scope unnamed{.around = scope_};
      const Scope& subgraph = read_subgraph(unnamed);
      if (is('[')) fail("attributes behind a subgraph belong to nothing: write node [...] inside it");
      if (is_edge()) read_edges(nodes_of(subgraph), line);
      return;
    }
    std::string name = take_text("a node");
    if (take('=')) {  // attribute of the graph
      take_value("a value");
      return;
    }
    Nodes nodes = read_nodes(std::move(name), line);
    if (is_edge()) return read_edges(std::move(nodes), line);
    for (const auto& [attribute, given] : read_attributes({reading_.work_attribute, "alpha"}))
      for (const int number : nodes) set_attribute(nodes_[number], attribute, given);
  }

  // Defaults hold for the nodes and edges that are made while they hold.
  bool take_defaults() {
    for (const std::string_view kind : {"graph", "node", "edge"}) {
      if (!is_keyword(token_, kind)) continue;
      advance();
      const bool is_edge = kind == "edge";
      Attributes given = kind == "graph" ? read_attributes({})
                         : is_edge       ? read_attributes({reading_.data_attribute})
                                         : read_attributes({reading_.work_attribute, "alpha"});
      for (auto& [name, attribute] : given)
        (is_edge ? scope_->edge_defaults : scope_->node_defaults).insert_or_assign(name, std::move(attribute));
      return true;
    }
    return false;
  }

  const Attribute* default_of(Attributes Scope::*defaults, std::string_view name) const {
    for (const Scope* scope = scope_; scope != nullptr; scope = scope->around)
      if (const auto found = (scope->*defaults).find(name); found != (scope->*defaults).end()) return &found->second;
    return nullptr;
  }

  // `unnamed`: where one without a name is kept.
  const Scope& read_subgraph(Scope& unnamed) {
    Scope* subgraph = &unnamed;
    if (is_keyword(token_, "subgraph")) {
      advance();
      if (token_.kind == DotTokenKind::text) {
        std::unique_ptr<Scope>& named = scope_->subgraphs[take_text("a name")];
        if (!named) named = std::make_unique<Scope>(Scope{.around = scope_});
        subgraph = named.get();
      }
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
      line = token_.line;
      name = take_text("a node");
    }
  }

  Nodes read_end_of_edge() {
    if (!begins_subgraph()) {
      const std::size_t line = token_.line;
      return read_nodes(take_text("a node"), line);
    }
    Scope unnamed{.around = scope_};
    return nodes_of(read_subgraph(unnamed));
  }

  int node(const std::string& name, std::size_t line) {
    const auto [entry, is_new] = numbers_.try_emplace(name, static_cast<int>(nodes_.size()));
    if (is_new) {
      if (name.empty()) tokens_.fail(line, "a node has an empty name");
      if (nodes_.size() == k_most_workflow_tasks)
        tokens_.fail(line, "there are more than {} tasks", k_most_workflow_tasks);
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
  Attributes read_attributes(Names wanted) {
    Attributes attributes;
    while (take('['))
      while (!take(']')) {
        if (take(',') || take(';')) continue;
        const std::size_t line = token_.line;
        const std::string name = take_text("an attribute");
        expect('=');
        std::string value = take_value("a value");
        if (std::ranges::find(wanted, name) == wanted.end()) {
          has_other_numbers_ = has_other_numbers_ || number_in(value);
          continue;
        }
        if (!attributes.try_emplace(name, Attribute{std::move(value), line}).second)
          tokens_.fail(line, "{} is given twice", name);
      }
    return attributes;
  }

  double number(const Attribute& attribute, std::string_view name, double most, std::string_view range) const {
    const std::optional<double> value = number_in(attribute.value);
    if (!value || !(*value >= 0 && *value <= most))
      tokens_.fail(attribute.line, "{} is \"{}\", must be a number {}", name, attribute.value, range);
    return *value;
  }
  double size(const Attribute& attribute, std::string_view name) const {
    return number(attribute, name, std::numeric_limits<double>::max(), "that is not negative");
  }
  double edge_size(const Attribute& attribute) const {
    return number_in(attribute.value) == k_no_data ? 0 : size(attribute, reading_.data_attribute);
  }

  // As in Graphviz, a node may be given again: what is given last counts.
  void set_attribute(Node& node, std::string_view name, const Attribute& given) const {
    if (name == reading_.work_attribute)
      node.size = size(given, name);
    else
      node.alpha = number(given, name, 1, "from 0 to 1");
  }

  bool is_edge() const {
    if (token_.kind == DotTokenKind::line) fail("an edge without direction: write ->");
    return token_.kind == DotTokenKind::arrow;
  }

  void read_edges(Nodes first, std::size_t line) {
    std::vector<Nodes> chain{std::move(first)};
    while (is_edge()) {
      advance();
      if (edges_.size() + chain.size() > k_most_workflow_references) fail_many_edges(line);
      chain.push_back(read_end_of_edge());
    }
    const Attributes given = read_attributes({reading_.data_attribute, "key"});
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      for (const int from : chain[i])
        for (const int to : chain[i + 1]) add_edge(from, to, given, line);
  }

  [[noreturn]] void fail_many_edges(std::size_t line) const {
    tokens_.fail(line, "there are more than {} edges", k_most_workflow_references);
  }

  // An edge of a strict graph may be given again: a size that is given last counts.
  void add_edge(int from, int to, const Attributes& given, std::size_t line) {
    if (++given_edges_ > k_most_workflow_references) fail_many_edges(line);
    const auto key = static_cast<std::uint64_t>(from) << 32U | static_cast<std::uint64_t>(to);
    const auto [known, is_new] = pairs_.try_emplace(key, edges_.size());
    if (is_new) {
      const Attribute* given_before = default_of(&Scope::edge_defaults, reading_.data_attribute);
      edges_.push_back({from, to, given_before == nullptr ? 0 : edge_size(*given_before)});
    } else if (!is_strict_ || given.contains("key")) {
      tokens_.fail(line, "a second edge from \"{}\" to \"{}\": give one edge the data of both{}", nodes_[from].name,
                   nodes_[to].name, is_strict_ ? "" : ", or write strict digraph, where the last size counts");
    }
    if (const auto size = given.find(reading_.data_attribute); size != given.end())
      edges_[known->second].bytes = edge_size(size->second);
  }

  DescribedApplication application(std::string name) {
    DescribedApplication application{.name = std::move(name), .tasks = {}, .edges = std::move(edges_)};
    for (const Node& node : nodes_) {
      if (!node.size && !does_nothing(node.name))
        tokens_.fail(
            node.line, "the task \"{}\" has no {}{}", node.name, reading_.work_attribute,
            has_other_numbers_ ? "; the family workflow reads it from another attribute with work_attribute=NAME" : "");
      application.tasks.push_back({node.name, node.size.value_or(0), WorkUnit::flop, node.alpha});
    }
    return application;
  }

  std::string_view place_;
  const WorkflowReading& reading_;
  DotTokens tokens_;
  DotToken token_;
  bool is_strict_ = false, has_other_numbers_ = false;
  Scope graph_;
  Scope* scope_ = &graph_;  // what is being read
  std::size_t depth_ = 0, in_subgraphs_ = 0, given_edges_ = 0;
  std::unordered_map<std::string, int> numbers_;  // of the nodes
  std::vector<Node> nodes_;
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

bool is_dot(std::string_view content) {
  try {
    const DotToken first = DotTokens(content, "").next();
    return is_keyword(first, "strict") || is_keyword(first, "digraph") || is_keyword(first, "graph");
  } catch (const UserError&) {
    return false;
  }
}

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
