#include "analysis/export/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/json_text.h"
#include "storage/read/scenario_expression.h"
#include "storage/read/value_text.h"

namespace palio {

std::string export_query(std::string_view table, const std::string& condition) {
  if (std::ranges::find(k_exported_tables, table) == k_exported_tables.end())
    throw UserError("a campaign has no table \"{}\" to export{}; give your own query with --sql", table,
                    suggestion(table, k_exported_tables));
  if (condition.empty()) return fmt::format("SELECT * FROM {}", table);
  if (const std::string why = why_no_expression(condition); !why.empty())
    throw UserError("--where {}: {}", condition, why);
  return fmt::format("SELECT * FROM {} WHERE (\n{}\n)", table, condition);  // a comment ends with its line
}

std::vector<std::string> completed_scenarios(const CampaignReader& reader, const std::string& condition) {
  std::vector<std::string> scenarios;
  reader.query(
      fmt::format("SELECT scenario FROM ({}) WHERE outcome = 'completed' ORDER BY scenario",
                  export_query("results", condition)),
      [](const auto&) {}, [&](const auto& row) { scenarios.push_back(std::get<std::string>(row.front())); });
  return scenarios;
}

std::int64_t export_rows(const CampaignReader& reader, std::string_view sql, ExportFormat format, OutputFile& out) {
  const bool csv = format == ExportFormat::csv;
  std::vector<std::string> keys;  // of a JSON object, each with what is before it
  std::string line;
  std::int64_t rows = 0;
  reader.query(
      sql,
      [&](const std::vector<std::string>& columns) {
        for (const std::string& column : columns)
          keys.push_back(fmt::format("{}{}:", keys.empty() ? "{" : ",", json_quoted(column)));
        if (csv) append_csv_row(line, {columns.begin(), columns.end()});
        out.write(line);
      },
      [&](const std::vector<SqlValue>& values) {
        line.clear();
        if (csv) append_csv_row(line, values);
        for (std::size_t i = 0; !csv && i < values.size(); ++i) append_json(line += keys[i], values[i]);
        if (!csv) line += "}\n";
        out.write(line);
        ++rows;
      });
  return rows;
}

}  // namespace palio
