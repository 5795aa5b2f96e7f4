#include "campaign/session/wrapped_table.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/text/talk.h"

namespace palio {
namespace {

constexpr std::size_t k_gap = 2;         // characters between columns
constexpr std::size_t k_narrowest = 10;  // columns are not wrapped below this

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Text that stays together, and whether a blank precedes it.
struct Piece {
  std::string_view text;
  bool apart;
};

// Whether a line may break after this character; not after the colon of a time.
bool is_mark(std::string_view text, std::size_t at, Breaks breaks) {
  if (breaks == Breaks::blanks) return false;
  if (text[at] == '_') return breaks == Breaks::underscores;
  if (text[at] == ',' || text[at] == '|') return true;
  return text[at] == ':' && at + 1 < text.size() && is_letter(text[at + 1]);
}

// Removes the next piece from the text.
Piece next_piece(std::string_view& text, Breaks breaks) {
  const std::size_t begin = text.find_first_not_of(' ');
  text.remove_prefix(std::min(begin, text.size()));
  std::size_t end = 0;
  while (end < text.size() && text[end] != ' ')
    if (is_mark(text, end++, breaks)) break;
  const Piece piece{text.substr(0, end), begin > 0};
  text.remove_prefix(end);
  return piece;
}

struct Widths {
  std::size_t least = 0, natural = 0;
};

// The widths that a cell needs, wrapped and whole.
Widths widths_of(const std::string& text, Breaks breaks) {
  const std::size_t natural = text_width(text);
  std::size_t least = breaks == Breaks::underscores ? 1 : std::min(natural, k_narrowest);
  for (std::string_view rest = text; !rest.empty();) least = std::max(least, text_width(next_piece(rest, breaks).text));
  return {std::min(least, natural), natural};
}

std::vector<Widths> column_widths(const std::vector<WrappedColumn>& columns,
                                  const std::vector<std::vector<WrappedCell>>& rows) {
  std::vector<Widths> widths(columns.size());
  const auto take = [&](std::size_t i, const Widths& cell) {
    widths[i] = {std::max(widths[i].least, cell.least), std::max(widths[i].natural, cell.natural)};
  };
  for (std::size_t i = 0; i < columns.size(); ++i) take(i, widths_of(columns[i].title, Breaks::underscores));
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t whole = text_width(row[i].text);
      const bool wraps = columns[i].alignment == WrappedColumn::Alignment::left;
      take(i, wraps ? widths_of(row[i].text, Breaks::marks) : Widths{whole, whole});
    }
  return widths;
}

std::size_t sum(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), widths.empty() ? 0 : k_gap * (widths.size() - 1));
}

// The widths of the whole texts of some rows.
using TextWidths = std::vector<std::vector<double>>;

// About how many lines a text has; half of the last one is empty.
double lines_of(double text, std::size_t width) {
  const auto most = static_cast<double>(width);
  return text <= most ? 1 : text / most + 0.5;
}

// A column that becomes wider, and what each further character saves.
struct Widening {
  std::size_t column = 0, characters = 0;
  double saved = 0;  // lines
};

Widening best_widening(const TextWidths& texts, const std::vector<std::size_t>& widths, std::size_t spare) {
  Widening best;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    std::vector<double> others;  // the lines of each row without this column
    for (const std::vector<double>& row : texts) {
      double most = 1;
      for (std::size_t i = 0; i < row.size(); ++i)
        if (i != column) most = std::max(most, lines_of(row[i], widths[i]));
      others.push_back(most);
    }
    const auto height = [&](std::size_t width) {
      double lines = 0;
      for (std::size_t r = 0; r < texts.size(); ++r) lines += std::max(others[r], lines_of(texts[r][column], width));
      return lines;
    };
    const double now = height(widths[column]);
    for (std::size_t more = 1; more <= spare; ++more) {
      const double saved = (now - height(widths[column] + more)) / static_cast<double>(more);
      if (saved > best.saved) best = {column, more, saved};
    }
  }
  return best;
}

// Gives the characters that the least widths leave to the columns where they save most lines.
std::vector<std::size_t> fitted(const std::vector<WrappedColumn>& columns,
                                const std::vector<std::vector<WrappedCell>>& rows, std::size_t width) {
  constexpr std::size_t k_enough = 300;  // rows that decide
  constexpr double k_none = 1e-6;        // lines; rounding
  std::vector<std::size_t> fitted, natural;
  for (const Widths& column : column_widths(columns, rows)) {
    fitted.push_back(column.least);
    natural.push_back(column.natural);
  }
  if (sum(natural) <= width) return natural;
  TextWidths texts(1);
  for (const WrappedColumn& column : columns) texts[0].push_back(static_cast<double>(text_width(column.title)));
  for (std::size_t r = 0; r < std::min(rows.size(), k_enough); ++r) {
    std::vector<double>& row = texts.emplace_back();
    for (const WrappedCell& cell : rows[r]) row.push_back(static_cast<double>(text_width(cell.text)));
  }
  while (sum(fitted) < width) {
    const Widening best = best_widening(texts, fitted, width - sum(fitted));
    if (best.saved < k_none) break;
    fitted[best.column] += best.characters;
  }
  for (std::size_t i = 0; i < fitted.size(); ++i)  // what saves no line may still keep a title whole
    if (natural[i] - fitted[i] + sum(fitted) <= width) fitted[i] = natural[i];
  return fitted;
}

std::string row_text(const std::vector<WrappedCell>& cells, const std::vector<WrappedColumn>& columns,
                     const std::vector<std::size_t>& widths, Breaks breaks) {
  std::vector<std::vector<std::string>> parts;
  std::size_t height = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string& text = cells[i].text;
    parts.push_back(text_width(text) <= widths[i] ? std::vector{text} : wrapped_lines(text, widths[i], breaks));
    height = std::max(height, parts.back().size());
  }
  std::string text;
  for (std::size_t y = 0; y < height; ++y) {
    std::size_t owed = 0;  // blanks before the next text: none at the end of a line
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string part = y < parts[i].size() ? parts[i][y] : "";
      const std::size_t space = widths[i] - std::min(widths[i], text_width(part));
      const std::size_t before = columns[i].alignment == WrappedColumn::Alignment::right ? space : 0;
      if (!part.empty()) text += std::string(owed + before, ' ') + painted(part, cells[i].style, STDOUT_FILENO);
      owed = part.empty() ? owed + space + k_gap : space - before + k_gap;
    }
    text += '\n';
  }
  return text;
}

// Lines after the first are indented by two more characters.
std::string wrapped_line(std::string_view line, std::size_t width) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t further = begin + 2;
  const std::size_t room = std::max(width, further + k_narrowest) - further;
  const std::string apart = fmt::format("\n{:{}}", "", further);
  return fmt::format("{:{}}{}", "", begin, fmt::join(wrapped_lines(line, room, Breaks::blanks), apart));
}

}  // namespace

std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width, Breaks breaks) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const Piece piece = next_piece(text, breaks);
    if (piece.text.empty()) break;  // blanks at the end
    std::string& line = lines.back();
    const std::size_t gap = piece.apart && !line.empty() ? 1 : 0;
    if (line.empty() || text_width(line) + gap + text_width(piece.text) <= width)
      line += std::string(gap, ' ') + std::string(piece.text);
    else
      lines.emplace_back(piece.text);
  }
  return lines;
}

std::string wrapped_prose(std::string_view text, std::size_t width) {
  std::string result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    result += text_width(line) <= width ? std::string(line) : wrapped_line(line, width);
    result += '\n';
  }
  return result;
}

std::string prose_on_stderr(std::string_view text) {
  const std::optional<TerminalSize> terminal = terminal_size(STDERR_FILENO);
  return wrapped_prose(text, terminal ? terminal->columns : k_any_width);
}

void tell_prose(std::string_view text) { talk("{}", prose_on_stderr(text)); }

std::string wrapped_table(const std::vector<WrappedColumn>& columns, const std::vector<std::vector<WrappedCell>>& rows,
                          std::size_t width) {
  const std::vector<std::size_t> widths = fitted(columns, rows, width);
  std::vector<WrappedCell> titles, rules;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    titles.push_back({columns[i].title});
    rules.push_back({std::string(widths[i], '-')});
  }
  std::string text =
      row_text(titles, columns, widths, Breaks::underscores) + row_text(rules, columns, widths, Breaks::marks);
  for (const auto& row : rows) text += row_text(row, columns, widths, Breaks::marks);
  return text;
}

}  // namespace palio
