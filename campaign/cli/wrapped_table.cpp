#include "campaign/cli/wrapped_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "campaign/cli/table.h"
#include "core/visible_text.h"

namespace palio {
namespace {

constexpr std::size_t k_gap = 2;  // characters between columns
constexpr std::size_t k_usual_width = 120;

using Lines = std::vector<std::string>;

// Breaks at blanks; a word wider than the column stays whole.
Lines wrapped(const std::string& text, std::size_t columns) {
  Lines lines{""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::string& line = lines.back();
    if (line.empty())
      line = word;
    else if (text_width(line) + 1 + text_width(word) <= columns)
      line += " " + word;
    else
      lines.push_back(word);
  }
  return lines;
}

std::vector<std::size_t> natural_widths(const std::vector<WrappedColumn>& columns,
                                        const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const WrappedColumn& column : columns) widths.push_back(text_width(column.title));
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], text_width(visible_line(row[i])));
  return widths;
}

void narrow(std::vector<std::size_t>& widths, const std::vector<WrappedColumn>& columns, std::size_t width) {
  const auto spare = [&](std::size_t i) {
    const std::size_t least = columns[i].least;
    return least == 0 || widths[i] < least ? 0 : widths[i] - least;
  };
  std::size_t total = std::accumulate(widths.begin(), widths.end(), k_gap * (columns.size() - 1));
  for (; total > width; --total) {
    std::size_t first = 0;
    for (std::size_t i = 1; i < columns.size(); ++i)
      if (spare(i) > spare(first)) first = i;
    if (spare(first) == 0) return;
    --widths[first];
  }
}

std::string row_text(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::vector<Lines> lines;
  std::size_t height = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    lines.push_back(wrapped(visible_line(cells[i]), widths[i]));
    height = std::max(height, lines.back().size());
  }
  std::string text;
  for (std::size_t y = 0; y < height; ++y) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string cell = y < lines[i].size() ? lines[i][y] : std::string();
      line += cell + std::string(widths[i] + k_gap - std::min(widths[i], text_width(cell)), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace

std::string wrapped_table(const std::vector<WrappedColumn>& columns, const std::vector<std::vector<std::string>>& rows,
                          std::size_t width) {
  std::vector<std::size_t> widths = natural_widths(columns, rows);
  narrow(widths, columns, width);
  std::vector<std::string> titles, rules;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    titles.push_back(columns[i].title);
    rules.emplace_back(widths[i], '-');
  }
  std::string text = row_text(titles, widths) + row_text(rules, widths);
  for (const auto& row : rows) text += row_text(row, widths);
  return text;
}

std::size_t terminal_width() {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : k_usual_width;
}

}  // namespace palio
