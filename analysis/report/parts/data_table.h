#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/read/campaign_reader.h"

namespace palio {

/// The answer to a query.
struct DataTable {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;

  /// Position of a column; nothing if there is none.
  std::optional<std::size_t> find(std::string_view column) const;
  /// Whether some row has a value there; false for a missing column.
  bool has_values(std::string_view column) const;
  /// Whether one of the values is a text: then they are categories.
  bool has_texts(std::string_view column) const;
  /// The values of a column without NULL, each once, in the order of their first rows.
  std::vector<SqlValue> distinct(std::string_view column) const;
};

DataTable read_table(const CampaignReader& campaign, std::string_view sql);

/// All of a table as CSV, with the names of its columns.
std::string csv_text(const DataTable& table);

/// A number as double; nothing for NULL and text.
std::optional<double> number_of(const SqlValue& value);

/// A value as a cell for people: four significant digits, counts with thousands separators, NULL as a dash.
std::string cell_words(const SqlValue& value);

/// How the cells of a column are written.
enum class CellKind {
  text,    // isolated, kept together
  number,  // right
  code,    // a scenario, a message: monospaced, may break anywhere
};

struct TableColumn {
  std::string title;
  CellKind kind = CellKind::text;
};

/// An HTML table that scrolls sideways if it is too wide. The cells are HTML already.
std::string html_table(std::string_view caption, const std::vector<TableColumn>& columns,
                       const std::vector<std::vector<std::string>>& cells);

/// The same, but of more than 20 rows the first 15, then all of them folded; `what` are rows: "strategies".
std::string folded_table(std::string_view caption, const std::vector<TableColumn>& columns,
                         const std::vector<std::vector<std::string>>& cells, std::string_view what);

/// All of a table with the names of its columns, its values in full.
std::string html_table(std::string_view caption, const DataTable& table);

}  // namespace palio
