// A program for the build: puts the metrics into the schema, and writes it and what SQLite makes of it as C++. Each
// campaign is compared with that when opened, and SQLite would take 6 ms to make it.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <fstream>
#include <string>
#include <string_view>

#include "storage/file/metric_tables.h"
#include "storage/file/schema/schema_sql.h"

namespace palio {
namespace {

constexpr std::string_view k_beginning = R"(#pragma once

#include <array>
#include <string_view>

namespace palio {{

/// The statements that make a new campaign.
inline constexpr std::string_view k_schema_sql = {};

/// A row of the schema of a new campaign.
struct MadeObject {{
  std::string_view name, type, table, definition;
}};

inline constexpr auto k_made_objects = std::to_array<MadeObject>({{
)";

std::string literal(const std::string& text) { return fmt::format("R\"palio_sql({})palio_sql\"", text); }

// Without what they mean: other words would make another schema.
std::string columns_of(MetricOf of) {
  std::string columns;
  for (const MetricInfo* metric : stored_metrics(of))
    columns += fmt::format("  {} {},\n", metric->name, metric->type == MetricType::integer ? "INTEGER" : "REAL");
  return columns;
}

std::string names_of(MetricOf of) {
  std::string names;
  for (const MetricInfo* metric : stored_metrics(of)) names.append(names.empty() ? "" : ", ").append(metric->name);
  return names;
}

std::string columns_of_view() {
  std::string columns;
  for (const MetricInfo& metric : metric_table())
    columns += fmt::format(
        "{}{}", columns.empty() ? "" : ", ",
        metric.follows.empty() ? std::string(metric.name) : fmt::format("{} AS {}", metric.follows, metric.name));
  return columns;
}

std::string schema() {
  std::string text(k_schema_file);
  const auto put = [&](std::string_view place, const std::string& metrics) {
    for (std::size_t at = 0; (at = text.find(place, at)) != std::string::npos;) text.replace(at, place.size(), metrics);
  };
  put("@result@", columns_of(MetricOf::result));
  put("@result names@", names_of(MetricOf::result));
  put("@instance@", columns_of(MetricOf::instance));
  put("@batch@", columns_of(MetricOf::batch));
  put("@uncertain@", columns_of(MetricOf::uncertain));
  put("@all@", columns_of_view());
  return text;
}

void write(std::ostream& out) {
  const std::string made = schema();
  out << fmt::format(k_beginning, literal(made));
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec(made);
  SQLite::Statement row(database, "SELECT name, type, tbl_name, sql FROM sqlite_schema ORDER BY name");
  while (row.executeStep())
    out << fmt::format("    {{{}, {}, {}, {}}},\n", literal(row.getColumn(0)), literal(row.getColumn(1)),
                       literal(row.getColumn(2)), literal(row.getColumn(3)));
  out << "});\n\n}  // namespace palio\n";
}

}  // namespace
}  // namespace palio

int main(int, char** argv) {
  std::ofstream out(argv[1]);
  palio::write(out);
  return out.flush() ? 0 : 1;
}
