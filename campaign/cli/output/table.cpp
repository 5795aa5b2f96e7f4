#include "campaign/cli/output/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "campaign/cli/output/output.h"
#include "core/text/json_text.h"
#include "core/text/visible_text.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

// A bar would end the cell.
std::string markdown_cell(const SqlValue& value) {
  std::string text;
  for (const char c : visible_line(cell_text(value))) {
    if (c == '|') text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

std::string cell_text(const SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:.6g}", *real);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string() : *text;
}

std::string exact_text(const SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return std::holds_alternative<std::monostate>(value) ? "NULL" : cell_text(value);
}

TableWriter::TableWriter(Format format, std::vector<std::string> columns)
    : prints_(true),
      write_([](std::string_view text) { fmt::print("{}", text); }),
      format_(format),
      width_(screen_width()) {
  if (format == Format::table) write_ = show;
  if (!columns.empty()) header(std::move(columns));
}

TableWriter::TableWriter(std::string& text, Format format, std::size_t width)
    : prints_(false), write_([&text](std::string_view more) { text += more; }), format_(format), width_(width) {}

void TableWriter::colour(std::string column, StyleOf style) { styles_.emplace(std::move(column), style); }

void TableWriter::header(std::vector<std::string> columns) {
  columns_ = std::move(columns);
  if (format_ == Format::json) write_("[");
  if (format_ == Format::csv) csv_row({columns_.begin(), columns_.end()});
  if (format_ != Format::markdown) return;
  markdown_row({columns_.begin(), columns_.end()});
  markdown_row(std::vector<SqlValue>(columns_.size(), "---"));
}

void TableWriter::row(const std::vector<SqlValue>& values) {
  switch (format_) {
    case Format::table: rows_.push_back(values); break;
    case Format::csv: csv_row(values); break;
    case Format::json: json_row(values); break;
    case Format::markdown: markdown_row(values); break;
    case Format::line: line_row(values); break;
  }
}

void TableWriter::finish() {
  if (format_ == Format::table) write_(table_text());
  if (format_ == Format::json) write_(first_row_ ? "]\n" : "\n]\n");
  if (prints_ && std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category());
}

void TableWriter::csv_row(const std::vector<SqlValue>& values) {
  std::string line;
  append_csv_row(line, values);
  write_(line);
}

void TableWriter::json_row(const std::vector<SqlValue>& values) {
  std::string object;
  for (std::size_t i = 0; i < values.size(); ++i) {
    object += fmt::format("{}{}: ", i == 0 ? "" : ", ", json_quoted(columns_[i]));
    append_json(object, values[i]);
  }
  write_(fmt::format("{}\n  {{{}}}", first_row_ ? "" : ",", object));
  first_row_ = false;
}

void TableWriter::markdown_row(const std::vector<SqlValue>& values) {
  std::string line = "|";
  for (const SqlValue& value : values) line += fmt::format(" {} |", markdown_cell(value));
  write_(line + '\n');
}

// Like the line mode of sqlite3, but with every bit of a number; on a terminal long lines are wrapped.
void TableWriter::line_row(const std::vector<SqlValue>& values) {
  std::size_t widest = 0;
  for (const std::string& column : columns_) widest = std::max(widest, text_width(visible_line(column)));
  const std::string indent(widest + 3, ' ');
  std::string text = first_row_ ? "" : "\n";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string name = visible_line(columns_[i]);
    const auto* real = std::get_if<double>(&values[i]);
    const std::string value = real != nullptr ? fmt::format("{}", *real) : visible_line(cell_text(values[i]));
    text += fmt::format("{}{} = ", std::string(widest - text_width(name), ' '), name);
    if (indent.size() + text_width(value) <= width_)
      text += value + '\n';
    else
      text +=
          fmt::format("{}\n", fmt::join(wrapped_lines(value, width_ - indent.size(), Breaks::marks), "\n" + indent));
  }
  write_(text);
  first_row_ = false;
}

std::string TableWriter::table_text() const {
  using Alignment = WrappedColumn::Alignment;
  std::vector<WrappedColumn> columns;
  for (const std::string& column : columns_)
    columns.push_back({visible_line(column), rows_.empty() ? Alignment::left : Alignment::right});
  std::vector<std::vector<WrappedCell>> rows;
  for (const auto& row : rows_) {
    std::vector<WrappedCell>& cells = rows.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto style = styles_.find(columns_[i]);
      cells.push_back({visible_line(cell_text(row[i]))});
      if (style != styles_.end()) cells.back().style = style->second(cells.back().text);
      if (std::holds_alternative<std::string>(row[i])) columns[i].alignment = Alignment::left;
    }
  }
  return wrapped_table(columns, rows, width_);
}

}  // namespace palio
