#include "campaign/cli/output/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
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

// What LaTeX would take for a command, and marks that its fonts lack.
struct LatexText {
  std::string_view text, latex;
};
constexpr auto k_latex_texts = std::to_array<LatexText>({{"\\", "\\textbackslash{}"},
                                                         {"~", "\\textasciitilde{}"},
                                                         {"^", "\\textasciicircum{}"},
                                                         {"<", "\\textless{}"},
                                                         {">", "\\textgreater{}"},
                                                         {"\"", "\\textquotedbl{}"},
                                                         {"&", "\\&"},
                                                         {"%", "\\%"},
                                                         {"$", "\\$"},
                                                         {"#", "\\#"},
                                                         {"_", "\\_"},
                                                         {"{", "\\{"},
                                                         {"}", "\\}"},
                                                         {"\u2713", "$\\checkmark$"},
                                                         {"\u2717", "$\\times$"}});

std::string latex_escaped(std::string_view text) {
  std::string latex;
  while (!text.empty()) {
    const auto* special =
        std::ranges::find_if(k_latex_texts, [&](const LatexText& one) { return text.starts_with(one.text); });
    const bool plain = special == k_latex_texts.end();
    latex += plain ? text.substr(0, 1) : special->latex;
    text.remove_prefix(plain ? 1 : special->text.size());
  }
  return latex;
}

// 1.5e+06 as a power of ten; a minus sign in place of a hyphen.
std::string latex_number(std::string_view digits) {
  const std::size_t exponent = digits.find('e');
  if (digits.ends_with("inf")) return digits.front() == '-' ? "$-\\infty$" : "$\\infty$";
  if (exponent == std::string_view::npos) return fmt::format("${}$", digits);
  const std::string power = fmt::format("10^{{{}}}", std::stoi(std::string(digits.substr(exponent + 1))));
  return fmt::format("${} \\cdot {}$", digits.substr(0, exponent), power);
}

bool is_number(const SqlValue& value) {
  return std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value);
}

double number(const SqlValue& value) {
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? *real : static_cast<double>(std::get<std::int64_t>(value));
}

bool is_better(const SqlValue& a, const SqlValue& b, Best best) {
  return best == Best::least ? number(a) < number(b) : number(a) > number(b);
}

std::string latex_cell(const SqlValue& value) {
  return is_number(value) ? latex_number(cell_text(value)) : latex_escaped(visible_line(cell_text(value)));
}

}  // namespace

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

void TableWriter::lead(std::vector<std::string> columns, std::vector<SqlValue> values) {
  leading_columns_ = std::move(columns);
  leading_values_ = std::move(values);
}

void TableWriter::header(std::vector<std::string> columns) {
  if (!leading_columns_.empty() && !columns_.empty()) return;
  columns.insert(columns.begin(), leading_columns_.begin(), leading_columns_.end());
  columns_ = std::move(columns);
  if (format_ == Format::json) write_("[");
  if (format_ == Format::csv) csv_row({columns_.begin(), columns_.end()});
}

void TableWriter::row(const std::vector<SqlValue>& values) {
  if (leading_values_.empty()) return write_row(values);
  std::vector<SqlValue> whole = leading_values_;
  whole.insert(whole.end(), values.begin(), values.end());
  write_row(whole);
}

void TableWriter::write_row(const std::vector<SqlValue>& values) {
  switch (format_) {
    case Format::table:
    case Format::markdown:
    case Format::latex: rows_.push_back(values); break;
    case Format::csv: csv_row(values); break;
    case Format::json: json_row(values); break;
    case Format::line: line_row(values); break;
  }
}

std::size_t TableWriter::finish() {
  constexpr std::size_t k_many = 20;  // columns
  const bool leaves_out = leaves_out_empty_ && format_ == Format::table && columns_.size() > k_many && !rows_.empty();
  const std::size_t left_out = leaves_out ? erase_empty_columns() : 0;
  if (format_ == Format::table) write_(table_text());
  if (format_ == Format::markdown) write_(markdown_text());
  if (format_ == Format::latex) write_(latex_text());
  if (format_ == Format::json) write_(first_row_ ? "]\n" : "\n]\n");
  if (prints_ && std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category());
  return left_out;
}

std::size_t TableWriter::erase_empty_columns() {
  const auto is_empty = [&](std::size_t i) {
    return std::ranges::all_of(rows_, [i](const auto& row) { return std::holds_alternative<std::monostate>(row[i]); });
  };
  const std::size_t before = columns_.size();
  for (std::size_t i = before; i-- > 0;) {
    if (!is_empty(i)) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    columns_.erase(columns_.begin() + at);
    for (auto& row : rows_) row.erase(row.begin() + at);
  }
  return before - columns_.size();
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

// Like the line mode of sqlite3, but with every bit of a number; on a terminal long lines are wrapped.
void TableWriter::line_row(const std::vector<SqlValue>& values) {
  std::size_t widest = 0;
  for (const std::string& column : columns_) widest = std::max(widest, text_width(visible_line(column)));
  const std::string indent(widest + 3, ' ');
  std::string text = first_row_ ? "" : "\n";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string name = visible_line(columns_[i]);
    const std::string value = visible_line(value_words(values[i], Digits::all));
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

std::vector<WrappedColumn::Alignment> TableWriter::alignments() const {
  using Alignment = WrappedColumn::Alignment;
  std::vector<Alignment> alignments(columns_.size(), rows_.empty() ? Alignment::left : Alignment::right);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      if (std::holds_alternative<std::string>(row[i])) alignments[i] = Alignment::left;
  return alignments;
}

std::string TableWriter::table_text() const {
  std::vector<WrappedColumn> columns;
  const auto alignments = this->alignments();
  for (std::size_t i = 0; i < columns_.size(); ++i) columns.push_back({visible_line(columns_[i]), alignments[i]});
  std::vector<std::vector<WrappedCell>> rows;
  for (const auto& row : rows_) {
    std::vector<WrappedCell>& cells = rows.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto style = styles_.find(columns_[i]);
      cells.push_back({visible_line(cell_text(row[i]))});
      if (style != styles_.end()) cells.back().style = style->second(cells.back().text);
    }
  }
  return wrapped_table(columns, rows, width_);
}

bool TableWriter::is_measured(std::size_t column) const {
  return std::ranges::any_of(rows_, [&](const auto& row) { return std::holds_alternative<double>(row[column]); });
}

// Numbers that read the same are equally good: a table must not tell apart what its digits do not.
std::vector<std::vector<bool>> TableWriter::best_cells() const {
  std::vector<std::vector<bool>> best(rows_.size(), std::vector<bool>(columns_.size()));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto named = bold_.find(columns_[i]);
    const auto wanted = named == bold_.end() && is_measured(i) ? bold_.find("") : named;
    if (wanted == bold_.end()) continue;
    const SqlValue* first = nullptr;
    for (const auto& row : rows_)
      if (is_number(row[i]) && (first == nullptr || is_better(row[i], *first, wanted->second))) first = &row[i];
    for (std::size_t r = 0; first != nullptr && r < rows_.size(); ++r)
      best[r][i] = is_number(rows_[r][i]) && cell_text(rows_[r][i]) == cell_text(*first);
  }
  return best;
}

std::string TableWriter::markdown_text() const {
  std::string text = "|";
  for (const std::string& column : columns_) text += fmt::format(" {} |", markdown_cell(column));
  text += "\n|";
  for (std::size_t i = 0; i < columns_.size(); ++i) text += " --- |";
  const auto best = best_cells();
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    text += "\n|";
    for (std::size_t i = 0; i < rows_[r].size(); ++i)
      text += fmt::format(fmt::runtime(best[r][i] ? " **{}** |" : " {} |"), markdown_cell(rows_[r][i]));
  }
  return text + '\n';
}

std::string TableWriter::latex_text() const {
  std::string text = "\\begin{tabular}{";
  for (const auto alignment : alignments()) text += alignment == WrappedColumn::Alignment::left ? 'l' : 'r';
  std::vector<std::string> cells;
  for (const std::string& column : columns_) cells.push_back(latex_cell(column));
  text += fmt::format("}}\n\\toprule\n{} \\\\\n\\midrule\n", fmt::join(cells, " & "));
  const auto best = best_cells();
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      cells[i] = raw_.contains(columns_[i]) ? cell_text(rows_[r][i]) : latex_cell(rows_[r][i]);
      if (best[r][i]) cells[i] = fmt::format("{{\\boldmath {}}}", cells[i]);
    }
    text += fmt::format("{} \\\\\n", fmt::join(cells, " & "));
  }
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace palio
