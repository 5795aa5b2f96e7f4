#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/text/visible_text.h"
#include "workloads/formats/attributed_graph.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t k_longest_line = std::size_t{1} << 20U;  // byte

// The values of a line (RFC 4180) without blanks around them; nothing if a quote is not closed.
std::optional<Row> row_of(std::string_view line, char separator) {
  Row row(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      is_quoted = !is_quoted;
      if (is_quoted && i > 0 && line[i - 1] == '"') row.back() += '"';  // two quotes are one
    } else if (line[i] == separator && !is_quoted) {
      row.emplace_back();
    } else {
      row.back() += line[i];
    }
  }
  if (is_quoted) return std::nullopt;
  for (std::string& value : row) value = trimmed(value);
  return row;
}

struct Table {
  Row columns;
  std::size_t name;                    // the column of the task, or where an edge begins
  std::optional<std::size_t> to = {};  // where it ends; none: a table of tasks
};

std::optional<std::size_t> column(const Row& row, std::string_view name) {
  const auto found = std::ranges::find_if(row, [&](const std::string& each) { return same_word(each, name); });
  return found == row.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - row.begin()));
}

constexpr auto k_ends = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"source", "target"}, {"from", "to"}, {"parent", "child"}, {"src", "dst"}});
constexpr auto k_names = std::to_array<std::string_view>({"id", "task", "node", "name"});

// The table that begins with this line; nothing: it is no header.
std::optional<Table> table_of(std::string_view line, char separator) {
  const std::optional<Row> row = row_of(line.substr(0, k_longest_line), separator);
  if (!row || row->size() < 2) return std::nullopt;
  for (const std::string& value : *row)
    if (number_in(value)) return std::nullopt;
  for (const auto& [from, to] : k_ends)
    if (const auto begin = column(*row, from), end = column(*row, to); begin && end) return Table{*row, *begin, end};
  for (const std::string_view name : k_names)
    if (const auto at = column(*row, name)) return Table{*row, *at};
  return std::nullopt;
}

class CsvReader {
public:
  CsvReader(std::string_view place, const WorkflowReading& reading)
      : place_(place), graph_(reading, [this](std::size_t line, const std::string& problem) { fail(line, problem); }) {}

  DescribedWorkload read(std::string_view content) {
    if (const std::size_t wrong = first_wrong_byte(content); wrong < content.size())
      fail(line_of(content, wrong), "the line is not UTF-8: save the file as UTF-8");
    for (std::size_t number = 1; !content.empty(); ++number) {
      const std::string_view line = content.substr(0, content.find('\n'));
      content.remove_prefix(std::min(line.size() + 1, content.size()));
      if (line.find_first_not_of(" ,\r") != std::string_view::npos) read_line(line, number);
    }
    if (!tasks_ || !edges_)
      fail(1, fmt::format("the file has no table of {}: give both, one behind the other (cat tasks.csv edges.csv > "
                          "graph.csv); where no task waits for another one, the second is the line source,target",
                          tasks_ ? "edges" : "tasks"));
    return graph_.build({}, 1);
  }

private:
  [[noreturn]] void fail(std::size_t line, const std::string& problem) const {
    throw UserError("{}:{}: {}", place_, line, shortened(problem));
  }

  void read_line(std::string_view line, std::size_t number) {
    if (line.size() > k_longest_line) fail(number, "the line has more than 1 MiB");
    if (begins_table(line)) return;
    if (table_ == nullptr) refuse_header(line, number);
    std::optional<Row> row = row_of(line, ',');
    if (!row) fail(number, "a quote is not closed in this line");
    const auto& [columns, name, to] = **table_;
    if (row->size() != columns.size())
      fail(number, fmt::format("the line has {} values, but its table has {} columns: {}", row->size(), columns.size(),
                               fmt::join(columns, ",")));
    NamedValues values;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (i != name && i != to) values.emplace_back(columns[i], (*row)[i]);
    if (to)
      graph_.add_edge((*row)[name], (*row)[*to], values, number);
    else
      graph_.add_node((*row)[name], values, number);
  }

  // There is one table of each kind: what may begin a second one is a row.
  bool begins_table(std::string_view line) {
    std::optional<Table> table = table_of(line, ',');
    if (!table || (table->to ? edges_ : tasks_)) return false;
    std::optional<Table>& place = table->to ? edges_ : tasks_;
    place = std::move(table);
    table_ = &place;
    return true;
  }

  [[noreturn]] void refuse_header(std::string_view line, std::size_t number) const {
    if (table_of(line, ';') || table_of(line, '\t'))
      fail(number, "commas must separate the columns, not semicolons or tabs; one and a half is 1.5");
    fail(number, fmt::format("the first line must name columns: of tasks {}, of edges source and target",
                             fmt::join(k_names, " or ")));
  }

  std::string_view place_;
  AttributedGraph graph_;
  std::optional<Table> tasks_, edges_;
  const std::optional<Table>* table_ = nullptr;  // that is being read
};

}  // namespace

bool is_csv(std::string_view content) {
  content.remove_prefix(std::min(content.find_first_not_of(" \r\n"), content.size()));
  const std::string_view header = content.substr(0, content.find('\n'));
  return table_of(header, ',') || table_of(header, ';') || table_of(header, '\t');
}

DescribedWorkload read_csv(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return CsvReader(place, reading).read(content);
}

}  // namespace palio
