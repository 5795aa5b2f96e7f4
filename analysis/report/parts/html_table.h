#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/parts/data_table.h"

namespace palio {

/// A value as a cell for people: four significant digits, counts with their thousands apart, NULL as a dash.
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

/// An HTML table that scrolls sideways where it is too wide. The cells are HTML already.
std::string html_table(std::string_view caption, const std::vector<TableColumn>& columns,
                       const std::vector<std::vector<std::string>>& cells);

/// All of a table with the names of its columns, its values in full.
std::string html_table(std::string_view caption, const DataTable& table);

}  // namespace palio
