#include "campaign/cli/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/json_text.h"
#include "core/visible_text.h"
#include "storage/value_text.h"

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

bool is_number(const SqlValue& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

std::string padded(const std::string& text, std::size_t columns, bool right) {
  const std::string space(columns - std::min(columns, text_width(text)), ' ');
  return right ? space + text : text + space;
}

}  // namespace

std::size_t text_width(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string cell_text(const SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:.6g}", *real);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string() : *text;
}

TableWriter::TableWriter(std::FILE* out, Format format)
    : write_([out](std::string_view text) { fmt::print(out, "{}", text); }), format_(format) {}

TableWriter::TableWriter(std::string& text, Format format)
    : write_([&text](std::string_view more) { text += more; }), format_(format) {}

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
  }
}

void TableWriter::finish() {
  if (format_ == Format::table) print_table();
  if (format_ == Format::json) write_(first_row_ ? "]\n" : "\n]\n");
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

void TableWriter::print_table() const {
  std::vector<std::size_t> widths;
  std::vector<bool> right(columns_.size(), !rows_.empty());
  for (const std::string& column : columns_) widths.push_back(text_width(visible_line(column)));
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], text_width(visible_line(cell_text(row[i]))));
      if (!is_number(row[i]) && !std::holds_alternative<std::monostate>(row[i])) right[i] = false;
    }
  }
  const auto print_line = [&](const auto& text_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i)
      line += (i == 0 ? "" : "  ") + padded(text_of(i), widths[i], right[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    write_(line + '\n');
  };
  print_line([&](std::size_t i) { return visible_line(columns_[i]); });
  print_line([&](std::size_t i) { return std::string(widths[i], '-'); });
  for (const auto& row : rows_) print_line([&](std::size_t i) { return visible_line(cell_text(row[i])); });
}

}  // namespace palio
