#include "tests/end_to_end/support/document.h"
#include "tests/end_to_end/support/program.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace palio::test {
namespace {

// The word that ends the here-document of a command (cat <<'END'); empty: it has none.
std::string here_document_end(const std::string& command) {
  static const std::regex beginning("^[^\n]*<<'(\\w+)'");
  std::smatch found;
  return std::regex_search(command, found, beginning, std::regex_constants::match_continuous) ? found[1].str() : "";
}

// Whether a shell would ask for another line: a here-document or a quote is open, or the line ends in \ or |.
bool is_open(const std::string& command) {
  if (const std::string end = here_document_end(command); !end.empty()) return !command.ends_with('\n' + end);
  char quote = 0;
  bool comment = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (comment)
      comment = c != '\n';
    else if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '\\')
      ++i;
    else if (c == '\'' || c == '"')
      quote = c;
    else
      comment = c == '#' && (i == 0 || command[i - 1] == ' ');
  }
  return quote != 0 || (!comment && (command.ends_with('\\') || command.ends_with('|')));
}

int documented_status(const std::string& command) {
  std::smatch found;
  return std::regex_search(command, found, std::regex("# .*exit status ([0-9]+)")) ? std::stoi(found[1]) : 0;
}

class DocumentReader {
public:
  Document read(std::istream& lines) {
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) take(number, line);
    for (Example& example : document_.examples) example.status = documented_status(example.command);
    return std::move(document_);
  }

private:
  void take(int number, const std::string& line) {
    if (line.starts_with("<!-- none run: ")) none_ = ++document_.not_run > 0;
    if (line.starts_with("<!-- not run: ")) skip_ = ++document_.not_run > 0;
    if (line == "```" && in_block_) {
      in_block_ = skip_ = false;
    } else if (line == "```console") {
      in_block_ = true;
    } else if (in_block_ && !skip_ && !none_) {
      take_from_block(number, line);
    }
  }

  void take_from_block(int number, const std::string& line) {
    std::vector<Example>& all = document_.examples;
    if (!all.empty() && is_open(all.back().command))
      all.back().command += '\n' + line;
    else if (line.starts_with("$ "))
      all.push_back({number, line.substr(2), "", 0});
    else if (!all.empty())
      all.back().output += line + '\n';
  }

  Document document_;
  bool in_block_ = false, skip_ = false, none_ = false;
};

}  // namespace

Document read_document(const std::string& path) {
  std::ifstream lines(path);
  return DocumentReader().read(lines);
}

std::vector<Ended> run_examples(const std::vector<Example>& examples, const std::string& folder) {
  const std::string notes = folder + "/.notes";
  std::filesystem::create_directory(notes);
  std::string script = "cd \"$1\"\nexport HOME=$1 PATH=$2:$PATH PALIO=" PALIO_SOURCE_DIR "\n";
  for (std::size_t i = 0; i < examples.size(); ++i)
    script += fmt::format("{{\n{0}\n}} >{1}/{2}.out 2>{1}/{2}.err </dev/null; echo $? >{1}/{2}.status\n",
                          examples[i].command, notes, i);
  std::ofstream(notes + "/script") << script;
  const std::string programs = std::filesystem::path(PALIO_PATH).parent_path().string();
  const int status = std::system(fmt::format("bash '{}/script' '{}' '{}'", notes, folder, programs).c_str());
  std::vector<Ended> all;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::string name = fmt::format("{}/{}", notes, i), ended = content(name + ".status");
    all.push_back(
        {ended.empty() || status != 0 ? -1 : std::stoi(ended), content(name + ".out"), content(name + ".err")});
  }
  return all;
}

bool is_printed(const std::string& output, const std::string& printed) {
  std::string pattern;
  for (std::size_t at = 0; at < printed.size();) {
    const bool gap = printed.compare(at, 3, "...") == 0;
    const char c = printed[at];
    const bool special = std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos;
    pattern += gap ? std::string(".*") : special ? std::string{'\\', c} : std::string(1, c);
    at += gap ? 3 : 1;
  }
  return std::regex_match(output, std::regex(pattern));
}

}  // namespace palio::test
