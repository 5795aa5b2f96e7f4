#include "analysis/report/parts/data_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace palio {
namespace {

bool is_null(const SqlValue& value) { return std::holds_alternative<std::monostate>(value); }

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

std::optional<double> number_of(const SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return std::nullopt;
}

std::string name_text(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string() : *text;
}

}  // namespace palio
