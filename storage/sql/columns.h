#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/sql/sql_value.h"

namespace palio {

// Helpers for SQL texts, and for SQLiteCpp statements that bind or read several values at once.

/// The results of `text` for each item, with commas between them.
template <class Items, class Text>
std::string listed(const Items& items, Text text) {
  std::string list;
  for (const auto& item : items) list.append(list.empty() ? "" : ", ").append(text(item));
  return list;
}

/// "?, ?, ?"
inline std::string question_marks(std::size_t count) {
  return listed(std::string(count, '?'), [](char mark) { return std::string(1, mark); });
}

inline SqlValue value_of(const SQLite::Column& cell) {
  if (cell.isNull()) return std::monostate{};
  if (cell.isInteger()) return cell.getInt64();
  if (cell.isFloat()) return cell.getDouble();
  return cell.getString();
}

inline void read_cell(const SQLite::Column& cell, std::int64_t& value) { value = cell.getInt64(); }
inline void read_cell(const SQLite::Column& cell, double& value) { value = cell.getDouble(); }
inline void read_cell(const SQLite::Column& cell, std::string& value) { value = cell.getString(); }
inline void read_cell(const SQLite::Column& cell, std::optional<double>& value) {
  value = cell.isNull() ? std::nullopt : std::optional(cell.getDouble());
}

/// Reads the columns of a row into variables, from the first one on.
template <class... Values>
void read_columns(SQLite::Statement& row, Values&... values) {
  int column = 0;
  (read_cell(row.getColumn(column++), values), ...);
}

template <class Value>
void bind_cell(SQLite::Statement& statement, int place, const Value& value) {
  statement.bind(place, value);
}
template <class Value>
void bind_cell(SQLite::Statement& statement, int place, const std::optional<Value>& value) {
  value ? statement.bind(place, *value) : statement.bind(place);
}
inline void bind_cell(SQLite::Statement& statement, int place, const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return statement.bind(place, *whole);
  if (const auto* real = std::get_if<double>(&value)) return statement.bind(place, *real);
  if (const auto* text = std::get_if<std::string>(&value)) return statement.bind(place, *text);
  statement.bind(place);
}

/// Binds a value to each parameter of a statement, from the first one on; an empty optional is NULL.
template <class... Values>
void bind_all(SQLite::Statement& statement, const Values&... values) {
  int place = 0;
  (bind_cell(statement, ++place, values), ...);
}

/// Runs a statement that gives no rows, with these values for its parameters.
template <class... Values>
void execute(SQLite::Statement& statement, const Values&... values) {
  bind_all(statement, values...);
  statement.exec();
  statement.reset();
}
template <class... Values>
void execute(SQLite::Database& database, const std::string& sql, const Values&... values) {
  SQLite::Statement statement(database, sql);
  execute(statement, values...);
}

/// The number that a query gives; 0 for NULL.
inline std::int64_t whole_number(SQLite::Database& database, const std::string& sql) {
  return database.execAndGet(sql).getInt64();
}

/// The first column of all rows.
inline std::vector<std::string> texts_of(SQLite::Database& database, const std::string& sql) {
  std::vector<std::string> texts;
  SQLite::Statement select(database, sql);
  while (select.executeStep()) texts.push_back(select.getColumn(0).getString());
  return texts;
}

}  // namespace palio
