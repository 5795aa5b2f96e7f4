#include "tests/lint/text_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <string_view>

namespace palio::lint {
namespace {

// Where the text may stand: a word has no letter, digit or _ on either side (mkstemp's XXXXXX is no mark); an absolute
// path does not continue another one.
enum class Match { word, path, anywhere };

struct Pattern {
  std::string text;
  Match match;
};

// Every text is put together from pieces, so that this file does not contain it.
const std::vector<Pattern>& forbidden() {
  static const std::vector<Pattern> patterns{
      {std::string("TO") + "DO", Match::word},      {std::string("FIX") + "ME", Match::word},
      {std::string("XX") + "X", Match::word},       {std::string("HA") + "CK", Match::word},
      {std::string("/") + "work/", Match::path},    {std::string("/") + "farm/", Match::path},
      {std::string("/") + "tmp/bash", Match::path}, {std::string("..") + "/shared", Match::anywhere},
  };
  return patterns;
}

bool is_text_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool stands_at(const std::string& line, std::size_t at, const Pattern& pattern) {
  const char before = at == 0 ? ' ' : line[at - 1];
  const std::size_t end = at + pattern.text.size();
  const char after = end < line.size() ? line[end] : ' ';
  switch (pattern.match) {
    case Match::word: return !is_text_word(before) && !is_text_word(after);
    case Match::path: return !is_text_word(before) && before != '.' && before != '}' && before != '-';
    case Match::anywhere: return true;
  }
  return false;
}

bool contains(const std::string& line, const Pattern& pattern) {
  for (std::size_t at = line.find(pattern.text); at != std::string::npos; at = line.find(pattern.text, at + 1))
    if (stands_at(line, at, pattern)) return true;
  return false;
}

// Where the product uses one of these, but for some files.
Problems uses_of(std::span<const std::string_view> ways, const SourceTree& tree,
                 std::span<const std::string_view> allowed, std::string_view problem) {
  Problems problems;
  for (const SourceFile& file : tree) {
    if (!is_code(file) || file.path.starts_with("tests/")) continue;
    if (std::ranges::find(allowed, file.path) != allowed.end()) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      for (const std::string_view way : ways)
        if (file.lines[i].find(way) != std::string::npos)
          problems.push_back(fmt::format("{}:{}: {} {}", file.path, i + 1, way, problem));
  }
  return problems;
}

}  // namespace

Problems check_words(const SourceTree& tree) {
  Problems problems;
  for (const SourceFile& file : tree)
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      for (const Pattern& pattern : forbidden())
        if (contains(file.lines[i], pattern))
          problems.push_back(fmt::format("{}:{}: contains \"{}\"", file.path, i + 1, pattern.text));
  return problems;
}

Problems check_statements(const SourceTree& tree) {
  Problems problems;
  for (const SourceFile& file : tree) {
    if (!file.path.starts_with("campaign/") || file.path == "campaign/cli/commands/query_command.cpp") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      if (file.lines[i].find(".query(") != std::string::npos)
        problems.push_back(
            fmt::format("{}:{}: asks in SQL; give the question a name in storage/read/", file.path, i + 1));
  }
  return problems;
}

// The others: the database, which SQLite writes, a program of the build, and a damaged part, which gets another name.
Problems check_writing(const SourceTree& tree) {
  constexpr std::array<std::string_view, 4> k_allowed{"core/text/new_file.cpp", "storage/file/campaign_file.cpp",
                                                      "storage/file/schema/write_made_schemas.cpp",
                                                      "campaign/cluster/folder/parts.cpp"};
  constexpr std::array<std::string_view, 10> k_ways{"ofstream", "std::fstream",     "fopen(",  "O_CREAT",
                                                    "creat(",   "mkstemp",          "tmpfile", "copy_file(",
                                                    "rename(",  "filesystem::copy("};
  return uses_of(k_ways, tree, k_allowed, "writes a file; core/text/new_file.h is the one way");
}

// The others print what they have made visible themselves (tables and their pager, rows of a dry run), or files.
Problems check_printing(const SourceTree& tree) {
  constexpr std::array<std::string_view, 5> k_allowed{"core/text/talk.h", "core/text/output_file.cpp",
                                                      "campaign/cli/output/table.cpp", "campaign/cli/output/pager.cpp",
                                                      "runners/client/dry_runner.cpp"};
  constexpr std::array<std::string_view, 7> k_ways{"fmt::print(", "std::printf(", "fprintf(", "fputs(",
                                                   "fwrite(",     "std::cout",    "std::cerr"};
  return uses_of(k_ways, tree, k_allowed, "prints; talk() and say() of core/text/talk.h are the one way");
}

Problems check_json_parsing(const SourceTree& tree) {
  const std::string callback = std::string("parse_") + "event_t";
  Problems problems;
  for (const SourceFile& file : tree)
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      if (file.lines[i].find(callback) != std::string::npos)
        problems.push_back(fmt::format("{}:{}: parses JSON with a callback, in quadratic time; use json_document()",
                                       file.path, i + 1));
  return problems;
}

}  // namespace palio::lint
