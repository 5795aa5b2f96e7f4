#include "tests/lint/function_scanner.h"

#include <cctype>
#include <regex>

namespace palio::lint {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Replaces comments, literals and preprocessor lines by blanks, so that every brace left is code.
class Blanker {
public:
  std::string blanked(const std::string& line) {
    std::string out(line.size(), ' ');
    const bool directive = end_mark_.empty() && (continued_ || is_directive(line));
    continued_ = directive && line.ends_with('\\');
    if (directive) return out;
    for (std::size_t i = 0; i < line.size();) i = step(line, i, out);
    return out;
  }

private:
  static bool is_directive(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first != std::string::npos && line[first] == '#';
  }

  // Handles what begins at i; returns where the rest begins.
  std::size_t step(const std::string& line, std::size_t i, std::string& out) {
    if (!end_mark_.empty()) return leave(line, i);
    if (line.compare(i, 2, "//") == 0) return line.size();
    if (line.compare(i, 2, "/*") == 0) return enter("*/", i + 2);
    if (line.compare(i, 2, "R\"") == 0) {
      const std::size_t open = line.find('(', i);
      return enter(")" + line.substr(i + 2, open - i - 2) + "\"", open + 1);
    }
    if (line[i] == '"') return behind_literal(line, i);
    if (line[i] == '\'' && (i == 0 || !is_word(line[i - 1]))) return behind_literal(line, i);  // 1'000 is a number
    out[i] = line[i];
    return i + 1;
  }

  std::size_t enter(std::string end_mark, std::size_t next) {
    end_mark_ = std::move(end_mark);
    return next;
  }

  // Looks for the end of the comment or raw string that is open.
  std::size_t leave(const std::string& line, std::size_t i) {
    const std::size_t end = line.find(end_mark_, i);
    if (end == std::string::npos) return line.size();
    const std::size_t next = end + end_mark_.size();
    end_mark_.clear();
    return next;
  }

  static std::size_t behind_literal(const std::string& line, std::size_t i) {
    const char quote = line[i++];
    while (i < line.size() && line[i] != quote) i += line[i] == '\\' ? 2 : 1;
    return i + 1;
  }

  std::string end_mark_;    // of an open comment or raw string, else empty
  bool continued_ = false;  // the last line was a directive that goes on
};

// What a brace opens, by the text before it since the last statement.
enum class Block { scope, function, initialiser };

Block block_of(const std::string& head) {
  static const std::regex scope(
      R"(^\s*(template\s*<[^()]*>\s*)?(inline\s+)?(namespace|class|struct|union|enum|extern)\b[^()]*$)");
  if (std::regex_search(head, scope)) return Block::scope;
  // After a brace in a constructor's initialiser list the head begins again: nothing or a comma.
  const std::size_t first = head.find_first_not_of(' ');
  const bool list_goes_on = first == std::string::npos || head[first] == ',';
  return list_goes_on || head.find('(') != std::string::npos ? Block::function : Block::initialiser;
}

// "public:" and the like stand before a statement without being part of it.
bool is_access(std::string_view head) {
  const std::size_t first = head.find_first_not_of(' ');
  const std::string_view text = first == std::string_view::npos ? head : head.substr(first);
  return text == "public:" || text == "protected:" || text == "private:";
}

class Scanner {
public:
  void read(char c, std::size_t line) {
    line_ = line;
    if (c == '(') ++parentheses_;
    if (c == ')') --parentheses_;
    if (parentheses_ == 0 && c == '{') return open();
    if (parentheses_ == 0 && c == '}') return close();
    if (inside_ > 0) return;
    if (parentheses_ == 0 && c == ';') return start_statement();
    if (head_line_ == 0 && c != ' ') head_line_ = line;
    head_ += c;
    if (c == ':' && is_access(head_)) start_statement();
  }

  const std::vector<Function>& functions() const { return functions_; }

private:
  void open() {
    if (inside_ > 0) {
      ++inside_;
      return;
    }
    block_ = block_of(head_);
    if (block_ == Block::scope) return start_statement();
    inside_ = 1;
    if (head_line_ == 0) head_line_ = line_;
  }

  void close() {
    if (inside_ == 0) return start_statement();  // end of a namespace or class
    if (--inside_ > 0) return;
    if (block_ == Block::function) functions_.push_back({head_line_, line_ - head_line_ + 1});
    start_statement();
  }

  void start_statement() {
    head_.clear();
    head_line_ = 0;
  }

  std::vector<Function> functions_;
  std::string head_;           // the statement so far, outside functions
  std::size_t head_line_ = 0;  // where it begins; 0: not yet
  std::size_t line_ = 0;
  std::size_t inside_ = 0;  // open braces since the function or initialiser began
  int parentheses_ = 0;
  Block block_ = Block::scope;
};

}  // namespace

std::vector<Function> functions_of(const SourceFile& file) {
  Blanker blanker;
  Scanner scanner;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    for (const char c : blanker.blanked(file.lines[i])) scanner.read(c, i + 1);
    scanner.read(' ', i + 1);
  }
  return scanner.functions();
}

}  // namespace palio::lint
