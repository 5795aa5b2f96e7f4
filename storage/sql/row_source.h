#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "storage/sql/sql_value.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Runs statements that tell about a file: by a connection of Palio's, or by one of another program, which loaded
/// Palio's extension.
class RowSource {
public:
  using Visit = std::function<void(const std::vector<SqlValue>& row)>;
  using Query = std::function<void(std::string_view sql, const Visit& visit)>;

  // NOLINTNEXTLINE(google-explicit-constructor): a connection is a source of rows
  RowSource(SQLite::Database& database);
  explicit RowSource(Query query) : query_(std::move(query)) {}

  void run(std::string_view sql, const Visit& visit) const { query_(sql, visit); }
  void run(std::string_view sql) const {
    run(sql, [](const auto&) {});
  }

private:
  Query query_;
};

/// A text in a column; empty for what is none.
inline std::string text_at(const std::vector<SqlValue>& row, std::size_t column) {
  const auto* text = std::get_if<std::string>(&row.at(column));
  return text == nullptr ? "" : *text;
}

}  // namespace palio
