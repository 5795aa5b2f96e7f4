#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "campaign/cli/output/wrapped_table.h"
#include "storage/read/campaign_reader.h"

namespace palio {

enum class Format { table, csv, json, markdown, line };

/// Writes rows as an aligned table for people, as CSV (RFC 4180), as a JSON array of objects, as a table in Markdown or
/// as lines, one for each column. All but the first are written as the rows come; it waits for the last one to know its
/// widths. NULL is an empty cell, JSON null. For people and in Markdown, control characters are made visible.
class TableWriter {
public:
  /// What the words of a column mean.
  using StyleOf = Style (*)(std::string_view cell);

  /// Prints on standard output. A table is as wide as the terminal where its words allow that, and else goes through
  /// the pager. Without columns call header() first.
  explicit TableWriter(Format format, std::vector<std::string> columns = {});
  /// Appends to a text; tables are at most `width` characters wide where their words allow that.
  TableWriter(std::string& text, Format format, std::size_t width = k_any_width);

  /// A table shows the cells of this column in colours.
  void colour(std::string column, StyleOf style);
  void header(std::vector<std::string> columns);
  void row(const std::vector<SqlValue>& values);
  /// Call once, after the last row. What is said on stderr from then on stands behind the table, also where a file
  /// takes both. Throws std::system_error where the rows cannot be written.
  void finish();

private:
  void csv_row(const std::vector<SqlValue>& values);
  void json_row(const std::vector<SqlValue>& values);
  void markdown_row(const std::vector<SqlValue>& values);
  void line_row(const std::vector<SqlValue>& values);
  std::string table_text() const;

  bool prints_;  // on standard output
  std::function<void(std::string_view)> write_;
  Format format_;
  std::size_t width_;
  std::map<std::string, StyleOf> styles_;  // by column
  std::vector<std::string> columns_;
  std::vector<std::vector<SqlValue>> rows_;  // table only
  bool first_row_ = true;
};

/// A number of things as SQL has it.
inline std::int64_t whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

/// NULL for a value that is not there.
template <class Value>
SqlValue or_null(const std::optional<Value>& value) {
  return value ? SqlValue(*value) : SqlValue();
}
inline SqlValue or_null(const std::string& text) { return text.empty() ? SqlValue() : SqlValue(text); }

/// A cell for people: numbers with at most 6 significant digits, NULL as nothing.
std::string cell_text(const SqlValue& value);

/// A value that is compared: numbers with all their digits, as what differs may differ in the last one, and NULL.
std::string exact_text(const SqlValue& value);

}  // namespace palio
