#include "campaign/session/prose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "campaign/session/terminal.h"
#include "core/text/talk.h"

namespace palio {
namespace {

constexpr std::size_t k_least_room = 10;  // characters of a line after its indent

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

// Lines after the first are indented by two more characters.
std::string wrapped_line(std::string_view line, std::size_t width) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t further = begin + 2;
  const std::size_t room = std::max(width, further + k_least_room) - further;
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

}  // namespace palio
