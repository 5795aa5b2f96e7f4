// A program for the build: writes the schema that SQLite makes from the steps as C++. Each campaign is compared with it
// when opened, and SQLite would take 6 ms to make it.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <array>
#include <fstream>
#include <string>
#include <string_view>

#include "storage/file/schema/schema_sql.h"

namespace {

constexpr std::string_view k_beginning = R"(#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace palio {{

/// A row of the schema of a new campaign of that version.
struct MadeObject {{
  std::int64_t version;
  std::string_view name, type, table, definition;
}};

inline constexpr auto k_made_objects = std::to_array<MadeObject>({{
)";

std::string literal(const std::string& text) { return fmt::format("R\"palio_sql({})palio_sql\"", text); }

}  // namespace

int main(int, char** argv) {
  using namespace palio;
  std::ofstream out(argv[1]);
  out << fmt::format(k_beginning);
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  int version = 0;
  for (const std::string_view step : {k_schema_sql, k_schema_2_sql, k_schema_3_sql, k_schema_4_sql, k_schema_5_sql,
                                      k_schema_6_sql, k_schema_7_sql, k_schema_8_sql, k_schema_9_sql}) {
    database.exec(std::string(step));
    ++version;
    SQLite::Statement row(database, "SELECT name, type, tbl_name, sql FROM sqlite_schema ORDER BY name");
    while (row.executeStep())
      out << fmt::format("    {{{}, {}, {}, {}, {}}},\n", version, literal(row.getColumn(0)), literal(row.getColumn(1)),
                         literal(row.getColumn(2)), literal(row.getColumn(3)));
  }
  out << "});\n\n}  // namespace palio\n";
  return out.flush() ? 0 : 1;
}
