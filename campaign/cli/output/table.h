#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "campaign/session/wrapped_table.h"
#include "storage/read/value_text.h"

namespace palio {

enum class Format { table, csv, json, markdown, latex, line };

/// Which number of a column is the best one.
enum class Best { least, greatest };

/// Whether a format is for texts that people read elsewhere: its cells are written out.
inline bool is_for_documents(Format format) { return format == Format::markdown || format == Format::latex; }

/// Writes rows as an aligned table for people, as CSV (RFC 4180), as a JSON array of objects, as a table in Markdown or
/// LaTeX (packages booktabs and amssymb) or as lines, one for each column. Tables for people and documents wait
/// for the last row, to know widths, alignments and what is best; the other formats are written as rows come. NULL is
/// an empty cell, JSON null. For people and in documents, control characters are made visible.
class TableWriter {
public:
  /// What the words of a column mean.
  using StyleOf = Style (*)(std::string_view cell);

  /// Prints on standard output. A table fits the terminal if its words allow that, and else goes through the pager.
  /// Without columns call header() first.
  explicit TableWriter(Format format, std::vector<std::string> columns = {});
  /// Appends to a text; tables are at most `width` characters wide if their words allow that.
  TableWriter(std::string& text, Format format, std::size_t width = k_any_width);

  /// LaTeX and Markdown show the least or greatest number of a column in bold, and all that read the same. No name:
  /// of every other column of measured values (counts are none).
  void embolden(std::string column, Best best) { bold_.emplace(std::move(column), best); }
  /// The texts of this column are LaTeX already.
  void take_raw(std::string column) { raw_.insert(std::move(column)); }
  /// A table shows the cells of this column in colours.
  void colour(std::string column, StyleOf style);
  /// A table of more than 20 columns has none without a value: of `SELECT *` those of other kinds of applications.
  void leave_out_empty() { leaves_out_empty_ = true; }
  /// Puts columns before those of header() and values before those of each row() from now on. Only the first header()
  /// is then written.
  void lead(std::vector<std::string> columns, std::vector<SqlValue> values);
  void header(std::vector<std::string> columns);
  void row(const std::vector<SqlValue>& values);
  /// Call once, after the last row. Later messages on stderr follow the table, even if both go to one file. Throws
  /// std::system_error if the rows cannot be written. Returns how many columns were left out.
  std::size_t finish();

private:
  void write_row(const std::vector<SqlValue>& values);
  void csv_row(const std::vector<SqlValue>& values);
  void json_row(const std::vector<SqlValue>& values);
  void line_row(const std::vector<SqlValue>& values);
  /// Of each column: right unless a cell is a text.
  std::vector<WrappedColumn::Alignment> alignments() const;
  std::size_t erase_empty_columns();
  std::string table_text() const;
  std::string markdown_text() const;
  bool is_measured(std::size_t column) const;
  std::string latex_text() const;
  /// Of each cell: whether it is among the best of its column.
  std::vector<std::vector<bool>> best_cells() const;

  bool prints_;  // on standard output
  std::function<void(std::string_view)> write_;
  Format format_;
  std::size_t width_;
  std::map<std::string, StyleOf> styles_;  // by column
  std::map<std::string, Best> bold_;       // by column
  std::set<std::string> raw_;              // columns
  std::vector<std::string> columns_, leading_columns_;
  std::vector<SqlValue> leading_values_;
  std::vector<std::vector<SqlValue>> rows_;  // tables for people and documents only
  bool first_row_ = true, leaves_out_empty_ = false;
};

/// A count as an integer of SQL.
inline std::int64_t whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

/// NULL for a value that is not there.
template <class Value>
SqlValue or_null(const std::optional<Value>& value) {
  return value ? SqlValue(*value) : SqlValue();
}
inline SqlValue or_null(const std::string& text) { return text.empty() ? SqlValue() : SqlValue(text); }

/// A cell for people: numbers with at most 6 significant digits, NULL as nothing.
inline std::string cell_text(const SqlValue& value) { return value_words(value, Digits::six); }

/// A value in a comparison: numbers with all their digits, since they may differ in the last one, and NULL.
inline std::string exact_text(const SqlValue& value) { return value_words(value, Digits::all, "NULL"); }

}  // namespace palio
