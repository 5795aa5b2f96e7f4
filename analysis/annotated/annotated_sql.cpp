#include "analysis/annotated/annotated_sql.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

constexpr std::string_view k_blanks = " \t\r";
constexpr std::size_t k_continuation = 3;  // blanks behind "--" that continue a value

std::string_view without_outer_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(k_blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(k_blanks) - first + 1);
}

bool is_key(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

// `-- key: value`; nothing for any other line.
std::optional<Annotation> annotation_of(std::string_view line, std::size_t number) {
  if (!line.starts_with("-- ")) return std::nullopt;
  line.remove_prefix(3);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_key(line.substr(0, colon))) return std::nullopt;
  return Annotation{std::string(line.substr(0, colon)), std::string(without_outer_blanks(line.substr(colon + 1))),
                    number};
}

// The text of `--   more`; empty for any other line.
std::string_view continuation_of(std::string_view line) {
  if (!line.starts_with("--")) return {};
  line.remove_prefix(2);
  return line.find_first_not_of(' ') >= k_continuation ? without_outer_blanks(line) : std::string_view();
}

void cut_end(std::string& sql) { sql.erase(sql.find_last_not_of(" \t\n") + 1); }

bool is_comment(std::string_view line) {
  return without_outer_blanks(line).empty() || without_outer_blanks(line).starts_with("--");
}

class Reader {
public:
  Reader(const std::string& file, std::string_view kind, std::span<const std::string_view> header_keys,
         std::span<const std::string_view> block_keys)
      : kind_(kind), header_keys_(header_keys), block_keys_(block_keys) {
    read_.file = file;
  }

  void take(std::string_view line) {
    ++line_;
    std::optional<Annotation> annotation = annotation_of(line, line_);
    if (annotation && annotation->key == kind_) return begin_block(*annotation);
    if (annotations_end_) {
      sql() += fmt::format("{}\n", line);
    } else if (annotation) {
      add(std::move(*annotation));
    } else if (!is_comment(line)) {
      annotations_end_ = true;
      if (!in_block()) read_.line = line_;
      sql() += fmt::format("{}\n", line);
    } else if (const std::string_view more = continuation_of(line); continues_ && !more.empty()) {
      annotations().back().value += fmt::format("{}{}", annotations().back().value.empty() ? "" : " ", more);
    } else {
      continues_ = false;
    }
  }

  AnnotatedSql result() {
    cut_end(read_.temporary_sql);
    for (AnnotatedBlock& block : read_.blocks) cut_end(block.sql);
    return std::move(read_);
  }

private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw UserError(fmt::format("{}:{}: {}", read_.file, line_, message));
  }

  bool in_block() const { return !read_.blocks.empty(); }
  std::string& sql() { return in_block() ? read_.blocks.back().sql : read_.temporary_sql; }
  std::vector<Annotation>& annotations() { return in_block() ? read_.blocks.back().annotations : read_.header; }

  void begin_block(const Annotation& annotation) {
    if (annotation.value.empty()) refuse(fmt::format("this {} has no id; write -- {}: ID", kind_, kind_));
    for (const AnnotatedBlock& block : read_.blocks)
      if (block.id == annotation.value)
        refuse(fmt::format("{} {} is already on line {}; give this one another id", kind_, block.id, block.line));
    read_.blocks.push_back({annotation.value, {}, {}, line_});
    annotations_end_ = continues_ = false;
  }

  void add(Annotation annotation) {
    const auto keys = in_block() ? block_keys_ : header_keys_;
    if (std::ranges::find(keys, annotation.key) == keys.end())
      refuse(fmt::format("unknown key \"{}\"{}", annotation.key, suggestion(annotation.key, keys)));
    if (find_value(annotations(), annotation.key) != nullptr)
      refuse(fmt::format("the key \"{}\" comes twice; a long value goes on with `--   more`", annotation.key));
    annotations().push_back(std::move(annotation));
    continues_ = true;
  }

  AnnotatedSql read_;
  std::string_view kind_;
  std::span<const std::string_view> header_keys_, block_keys_;
  std::size_t line_ = 0;
  bool annotations_end_ = false;  // SQL has begun
  bool continues_ = false;        // the line before belongs to an annotation
};

}  // namespace

AnnotatedSql read_annotated_sql(const std::string& file, std::string_view text, std::string_view kind,
                                std::span<const std::string_view> header_keys,
                                std::span<const std::string_view> block_keys) {
  Reader reader(file, kind, header_keys, block_keys);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    reader.take(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.result();
}

const std::string* find_value(const std::vector<Annotation>& annotations, std::string_view key) {
  const auto found = std::ranges::find(annotations, key, &Annotation::key);
  return found == annotations.end() ? nullptr : &found->value;
}

std::vector<std::string> split_list(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (const std::string_view part = without_outer_blanks(text.substr(0, end)); !part.empty())
      parts.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool names_study(const std::vector<std::string>& studies, std::string_view study) {
  return studies.empty() || std::ranges::find(studies, study) != studies.end();
}

}  // namespace palio
