#include "workloads/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
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

constexpr double k_no_data = -1;  // the size that SimGrid's files give to a dependency without data

// Nodes that SimGrid adds before and after the tasks.
bool does_nothing(const std::string& name) { return name == "root" || name == "end"; }

class DotReader {
public:
  DotReader(std::string_view content, std::string_view place)
      : place_(place), tokens_(content, place), token_(tokens_.next()) {}

  DescribedWorkload read() {
    if (is_keyword(token_, "strict")) advance();
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
  struct Node {
    std::string name;
    std::size_t line;  // of the first mention
    std::optional<double> size, alpha;
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
  // Texts in quotes may be joined by +.
  std::string take_text(std::string_view what) {
    if (token_.kind != DotTokenKind::text) fail_expected(what);
    std::string text = std::move(token_.text);
    advance();
    while (take('+')) {
      if (token_.kind != DotTokenKind::text) fail_expected("a text");
      text += token_.text;
      advance();
    }
    return text;
  }

  void read_statement() {
    if (take(';')) return;
    if (is('{') || is_keyword(token_, "subgraph"))
      fail("subgraphs are not supported: list their nodes and edges in the graph itself");
    for (const auto& [keyword, defaults] :
         {std::pair{"graph", &graph_defaults_}, std::pair{"node", &node_defaults_}, std::pair{"edge", &edge_defaults_}})
      if (is_keyword(token_, keyword)) {
        advance();
        read_attributes(*defaults);
        return;
      }
    const std::size_t line = token_.line;
    std::string name = take_text("a node");
    if (take('=')) {  // attribute of the graph
      take_text("a value");
      return;
    }
    refuse_port();
    std::vector<int> chain{node(name, line)};
    while (token_.kind == DotTokenKind::arrow) {
      advance();
      if (is('{') || is_keyword(token_, "subgraph")) fail("an edge leads to a graph: write an edge for each node");
      const std::size_t target_line = token_.line;
      if (edges_.size() + chain.size() > k_most_workflow_references)
        fail("there are more than {} edges", k_most_workflow_references);
      chain.push_back(node(take_text("a node"), target_line));
      refuse_port();
    }
    if (token_.kind == DotTokenKind::line) fail("an edge without direction: write ->");
    if (chain.size() == 1)
      read_node(chain.front());
    else
      read_edges(chain, line);
  }

  void refuse_port() const {
    if (is(':')) fail("ports of nodes are not supported: remove the port");
  }

  int node(const std::string& name, std::size_t line) {
    const auto [entry, is_new] = numbers_.try_emplace(name, static_cast<int>(nodes_.size()));
    if (is_new) {
      if (name.empty()) tokens_.fail(line, "a node has an empty name");
      if (nodes_.size() == k_most_workflow_tasks)
        tokens_.fail(line, "there are more than {} tasks", k_most_workflow_tasks);
      nodes_.push_back({name, line, {}, {}});
    }
    return entry->second;
  }

  // Adds the attributes of any number of bracketed lists; one statement must not give one twice.
  void read_attributes(Attributes& attributes) {
    std::vector<std::string> given;
    while (take('['))
      while (!take(']')) {
        if (take(',') || take(';')) continue;
        const std::size_t line = token_.line;
        std::string name = take_text("an attribute");
        expect('=');
        std::string value = take_text("a value");
        if (name != "size" && name != "alpha") continue;  // other attributes only matter for drawing
        if (std::ranges::find(given, name) != given.end()) tokens_.fail(line, "{} is given twice", name);
        given.push_back(name);
        attributes[name] = {std::move(value), line};
      }
  }

  double number(const Attribute& attribute, std::string_view name, double most, std::string_view range) const {
    const std::optional<double> value = number_in(attribute.value);
    if (!value || !(*value >= 0 && *value <= most))
      tokens_.fail(attribute.line, "{} is \"{}\", must be a number {}", name, attribute.value, range);
    return *value;
  }
  double size(const Attribute& attribute) const {
    return number(attribute, "size", std::numeric_limits<double>::max(), "that is not negative");
  }
  double edge_size(const Attribute& attribute) const {
    return number_in(attribute.value) == k_no_data ? 0 : size(attribute);
  }

  // A node may be mentioned more than once, but each of the two attributes may be given only once.
  void read_node(int id) {
    Attributes given;
    read_attributes(given);
    Node& node = nodes_[id];
    const auto place_of = [&](const std::string& name) -> std::optional<double>& {
      return name == "size" ? node.size : node.alpha;
    };
    const auto value_of = [&](const std::string& name, const Attribute& attribute) {
      return name == "size" ? size(attribute) : number(attribute, "alpha", 1, "from 0 to 1");
    };
    for (const auto& [name, attribute] : given) {
      if (place_of(name)) tokens_.fail(attribute.line, "the task \"{}\" has {} already", node.name, name);
      place_of(name) = value_of(name, attribute);
    }
    for (const auto& [name, attribute] : node_defaults_)
      if (!place_of(name)) place_of(name) = value_of(name, attribute);
  }

  void read_edges(const std::vector<int>& chain, std::size_t line) {
    Attributes attributes = edge_defaults_;
    read_attributes(attributes);
    const auto given = attributes.find("size");
    const double bytes = given == attributes.end() ? 0 : edge_size(given->second);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      const auto key = static_cast<std::uint64_t>(chain[i]) << 32U | static_cast<std::uint64_t>(chain[i + 1]);
      if (!pairs_.insert(key).second)
        tokens_.fail(line, "a second edge from \"{}\" to \"{}\"", nodes_[chain[i]].name, nodes_[chain[i + 1]].name);
      edges_.push_back({chain[i], chain[i + 1], bytes});
    }
  }

  DescribedApplication application(std::string name) {
    DescribedApplication application{.name = std::move(name), .tasks = {}, .edges = std::move(edges_)};
    for (const Node& node : nodes_) {
      if (!node.size && !does_nothing(node.name)) tokens_.fail(node.line, "the task \"{}\" has no size", node.name);
      application.tasks.push_back({node.name, node.size.value_or(0), WorkUnit::flop, node.alpha});
    }
    return application;
  }

  std::string_view place_;
  DotTokens tokens_;
  DotToken token_;
  Attributes graph_defaults_, node_defaults_, edge_defaults_;
  std::unordered_map<std::string, int> numbers_;  // of the nodes
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::unordered_set<std::uint64_t> pairs_;  // of nodes with an edge
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

DescribedWorkload read_dot(std::string_view content, std::string_view place) {
  return DotReader(content, place).read();
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
