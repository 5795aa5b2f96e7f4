#include "analysis/report/parts/data_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "analysis/report/parts/html_text.h"
#include "core/text/count_text.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

bool is_null(const SqlValue& value) { return std::holds_alternative<std::monostate>(value); }

std::string_view css_class(CellKind kind) {
  constexpr std::array<std::string_view, 3> classes{"", " class=number", " class=code"};
  return classes.at(static_cast<std::size_t>(kind));
}

// Numbers as text in the data tables of charts: short, but enough to draw the chart again.
std::string full_cell(const SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? html_name(*text) : value_words(value, Digits::six);
}

bool holds_numbers(const DataTable& table, std::size_t column) {
  return std::ranges::none_of(table.rows,
                              [&](const auto& row) { return std::holds_alternative<std::string>(row[column]); });
}

}  // namespace

std::optional<std::size_t> DataTable::find(std::string_view column) const {
  const auto found = std::ranges::find(columns, column);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

bool DataTable::has_values(std::string_view column) const {
  const auto at = find(column);
  return at && std::ranges::any_of(rows, [&](const auto& row) { return !is_null(row[*at]); });
}

bool DataTable::has_texts(std::string_view column) const {
  const auto at = find(column);
  return at &&
         std::ranges::any_of(rows, [&](const auto& row) { return std::holds_alternative<std::string>(row[*at]); });
}

std::vector<SqlValue> DataTable::distinct(std::string_view column) const {
  std::vector<SqlValue> values;
  std::set<SqlValue> seen;
  const auto at = find(column);
  if (!at) return values;
  for (const auto& row : rows)
    if (!is_null(row[*at]) && seen.insert(row[*at]).second) values.push_back(row[*at]);
  return values;
}

DataTable read_table(const CampaignReader& campaign, std::string_view sql) {
  DataTable table;
  campaign.query(
      sql, [&](const auto& columns) { table.columns = columns; }, [&](const auto& row) { table.rows.push_back(row); });
  return table;
}

std::string csv_text(const DataTable& table) {
  std::string text;
  append_csv_row(text, {table.columns.begin(), table.columns.end()});
  for (const auto& row : table.rows) append_csv_row(text, row);
  return text;
}

std::optional<double> number_of(const SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return std::nullopt;
}

std::string cell_words(const SqlValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return "–";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return count_text(*integer);
  const auto* real = std::get_if<double>(&value);
  if (real == nullptr) return html_name(std::get<std::string>(value));
  const double size = std::abs(*real);
  if (size >= 1000 && size < 1e9) return count_text(std::llround(*real));
  return fmt::format("{:#.4g}", *real);
}

std::string html_table(std::string_view caption, const std::vector<TableColumn>& columns,
                       const std::vector<std::vector<std::string>>& cells) {
  std::string html = fmt::format(
      "<div class=wide role=region tabindex=0 "
      "aria-label=\"{0}\"><table><caption><span>{0}</span></caption>\n<thead><tr>",
      html_escaped(caption));
  for (const TableColumn& column : columns)
    html += fmt::format("<th scope=col{}>{}</th>", css_class(column.kind), html_escaped(column.title));
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : cells) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      html += i == 0 ? fmt::format("<th scope=row{}>{}</th>", css_class(columns[i].kind), row[i])
                     : fmt::format("<td{}>{}</td>", css_class(columns[i].kind), row[i]);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string folded_table(std::string_view caption, const std::vector<TableColumn>& columns,
                         const std::vector<std::vector<std::string>>& cells, std::string_view what) {
  constexpr std::size_t k_all = 20, k_first = 15;
  if (cells.size() <= k_all) return html_table(caption, columns, cells);
  return html_table(fmt::format("{}: the first {} of {}", caption, k_first, cells.size()), columns,
                    {cells.begin(), cells.begin() + k_first}) +
         fmt::format("<details><summary>All {} {}</summary>\n{}</details>\n", cells.size(), what,
                     html_table(caption, columns, cells));
}

std::string html_table(std::string_view caption, const DataTable& table) {
  std::vector<TableColumn> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    columns.push_back({table.columns[i], holds_numbers(table, i) ? CellKind::number : CellKind::text});
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : table.rows) {
    cells.emplace_back();
    for (const SqlValue& value : row) cells.back().push_back(full_cell(value));
  }
  return html_table(caption, columns, cells);
}

}  // namespace palio
