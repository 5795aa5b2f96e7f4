#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/campaign_reader.h"

namespace palio {

enum class Format { table, csv, json, markdown };

/// Writes rows as an aligned table for people, as CSV (RFC 4180), as a JSON array of objects or as a table in Markdown.
/// All but the first are written as the rows come; it waits for the last one to know its widths. NULL is an empty cell,
/// JSON null. For people and in Markdown, control characters are made visible (printable).
class TableWriter {
public:
  TableWriter(std::FILE* out, Format format);
  /// Appends to a text.
  TableWriter(std::string& text, Format format);

  void header(std::vector<std::string> columns);
  void row(const std::vector<SqlValue>& values);
  /// Call once, after the last row.
  void finish();

private:
  void csv_row(const std::vector<SqlValue>& values);
  void json_row(const std::vector<SqlValue>& values);
  void markdown_row(const std::vector<SqlValue>& values);
  void print_table() const;

  std::function<void(std::string_view)> write_;
  Format format_;
  std::vector<std::string> columns_;
  std::vector<std::vector<SqlValue>> rows_;  // table only
  bool first_row_ = true;
};

/// A cell for people: numbers with at most 6 significant digits, NULL as nothing.
std::string cell_text(const SqlValue& value);

/// Characters of a UTF-8 text, not bytes, so that columns with accents stay aligned.
std::size_t text_width(const std::string& text);

}  // namespace palio
