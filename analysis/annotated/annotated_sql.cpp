#include "analysis/annotated/annotated_sql.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

constexpr std::string_view k_blanks = " \t\r";
constexpr std::size_t k_continuation = 3;  // blanks after "--" that continue a value

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

void cut_end(std::string& sql, std::string_view ends = " \t\n") { sql.erase(sql.find_last_not_of(ends) + 1); }

bool is_comment(std::string_view line) {
  return without_outer_blanks(line).empty() || without_outer_blanks(line).starts_with("--");
}

struct TableRow {
  std::vector<std::string> cells;
  std::size_t line = 0;
};

TableRow table_row(std::string_view text, std::size_t line) {
  TableRow row{{}, line};
  for (std::size_t end = text.find('|'); end != std::string_view::npos; end = text.find('|')) {
    row.cells.emplace_back(without_outer_blanks(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  row.cells.emplace_back(without_outer_blanks(text));
  return row;
}

// The part that begins with `-- KIND: id`, `-- KINDs: columns` or `-- pattern: id`.
enum class PartForm { block, table, pattern };
struct FilePart {
  PartForm form = PartForm::block;
  AnnotatedBlock block;
  std::vector<TableRow> rows;  // of a table, the names of its columns first
};

constexpr std::string_view k_pattern = "pattern", k_like = "like", k_query = "query";

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

class Reader {
public:
  Reader(const std::string& file, std::string_view kind, std::span<const std::string_view> header_keys,
         std::span<const std::string_view> block_keys)
      : kind_(kind),
        table_(fmt::format("{}s", kind)),
        header_keys_(header_keys),
        block_keys_(block_keys.begin(), block_keys.end()),
        all_keys_(header_keys.begin(), header_keys.end()) {
    read_.file = file;
    all_keys_.insert(all_keys_.end(), block_keys.begin(), block_keys.end());
    block_keys_.push_back(k_like);
  }

  void take(std::string_view line) {
    ++line_;
    std::optional<Annotation> annotation = annotation_of(line, line_);
    if (annotation && begins_part(annotation->key)) return begin_part(*annotation);
    if (annotations_end_) {
      sql() += fmt::format("{}\n", line);
    } else if (annotation) {
      add(std::move(*annotation));
    } else if (!is_comment(line)) {
      annotations_end_ = true;
      if (!in_part()) read_.line = line_;
      sql() += fmt::format("{}\n", line);
    } else if (const std::string_view more = continuation_of(line); continues_ && !more.empty()) {
      go_on(more);
    } else {
      continues_ = false;
    }
  }

  AnnotatedSql result() {
    cut_end(read_.temporary_sql);
    for (FilePart& part : parts_) cut_end(part.block.sql);
    for (const FilePart& part : parts_) {
      if (part.form == PartForm::block) add_block(whole(part, {{std::string(kind_), part.block.id, part.block.line}}));
      if (part.form == PartForm::table) add_rows(part);
    }
    return std::move(read_);
  }

private:
  [[noreturn]] void refuse(std::size_t line, const std::string& message) const {
    throw UserError("{}:{}: {}", read_.file, line, message);
  }

  bool in_part() const { return !parts_.empty(); }
  std::string& sql() { return in_part() ? parts_.back().block.sql : read_.temporary_sql; }
  std::vector<Annotation>& annotations() { return in_part() ? parts_.back().block.annotations : read_.header; }

  bool begins_part(std::string_view key) const { return key == kind_ || key == table_ || key == k_pattern; }

  void begin_part(const Annotation& annotation) {
    const auto& [key, value, line] = annotation;
    if (value.empty()) refuse(line, fmt::format("this {} has no id; write -- {}: ID", key, key));
    FilePart part{PartForm::block, {value, {}, {}, line}, {}};
    if (key == k_pattern) part.form = PartForm::pattern;
    if (key == table_) {
      part.form = PartForm::table;
      part.rows.push_back(table_row(value, line));
      if (part.rows[0].cells[0] != kind_)
        refuse(line, fmt::format("the first column of {} is \"{}\"; write -- {}: {} | ...", key, part.rows[0].cells[0],
                                 key, kind_));
    }
    parts_.push_back(std::move(part));
    annotations_end_ = false;
    continues_ = key == table_;
  }

  void add(Annotation annotation) {
    const std::span<const std::string_view> keys = in_part() ? block_keys_ : all_keys_;
    if (!contains(keys, annotation.key))
      refuse(line_, fmt::format("unknown key \"{}\"{}", annotation.key, suggestion(annotation.key, keys)));
    if (find_value(annotations(), annotation.key) != nullptr)
      refuse(line_,
             fmt::format("the key \"{}\" is given twice; a long value continues with `--   more`", annotation.key));
    annotations().push_back(std::move(annotation));
    continues_ = true;
  }

  // Rows come directly after the line of their columns.
  void go_on(std::string_view more) {
    if (in_part() && annotations().empty()) {
      parts_.back().rows.push_back(table_row(more, line_));
    } else {
      std::string& value = annotations().back().value;
      value += fmt::format("{}{}", value.empty() ? "" : " ", more);
    }
  }

  void add_block(AnnotatedBlock block) {
    for (const AnnotatedBlock& other : read_.blocks)
      if (other.id == block.id)
        refuse(block.line,
               fmt::format("{} {} is already on line {}; give this one another id", kind_, block.id, other.line));
    read_.blocks.push_back(std::move(block));
  }

  void add_rows(const FilePart& part) {
    const std::vector<std::string>& columns = part.rows[0].cells;
    if (part.rows.size() == 1) refuse(part.block.line, "this table has no rows; each is a line `--   ID | ...`");
    used_.clear();
    for (const TableRow& row : std::span(part.rows).subspan(1)) {
      if (row.cells.size() != columns.size())
        refuse(row.line, fmt::format("this row has {} cells, its table {} columns", row.cells.size(), columns.size()));
      std::vector<Annotation> cells;
      for (std::size_t i = 0; i < columns.size(); ++i) cells.push_back({columns[i], row.cells[i], row.line});
      add_block(whole(part, cells));
    }
    for (const std::string& column : std::span(columns).subspan(1))
      if (!contains(block_keys_, column) && !used_.contains(column))
        refuse(part.block.line, fmt::format("the column \"{}\" is not a key and is never used as {{{}}}{}", column,
                                            column, suggestion(column, block_keys_)));
  }

  const AnnotatedBlock* pattern_of(const FilePart& part, const std::vector<Annotation>& cells) const {
    const Annotation* like = find_annotation(cells, k_like);
    if (like == nullptr) like = find_annotation(part.block.annotations, k_like);
    if (like == nullptr || like->value.empty()) return nullptr;
    for (const FilePart& other : parts_)
      if (other.form == PartForm::pattern && other.block.id == like->value) return &other.block;
    refuse(like->line, fmt::format("like \"{}\": the file has no `-- pattern: {}`", like->value, like->value));
  }

  // A block with what it inherits: a row of a table overrides its table, the table its pattern, the pattern the header.
  // `cells` begin with the id.
  AnnotatedBlock whole(const FilePart& part, const std::vector<Annotation>& cells) {
    const AnnotatedBlock* pattern = pattern_of(part, cells);
    const bool fills = part.form == PartForm::table || pattern != nullptr;
    AnnotatedBlock block{cells[0].value, {}, part.block.sql, cells[0].line};
    const auto inherit = [&](const Annotation& from) {
      if (find_value(block.annotations, from.key) != nullptr) return;
      block.annotations.push_back({from.key, fills ? filled(from.value, cells, from.line) : from.value, from.line});
    };
    block.annotations.assign(cells.begin() + 1, cells.end());
    std::ranges::for_each(part.block.annotations, inherit);
    if (pattern != nullptr) std::ranges::for_each(pattern->annotations, inherit);
    for (const Annotation& annotation : read_.header)
      if (!contains(header_keys_, annotation.key)) inherit(annotation);
    if (fills) block.sql = filled(block.sql, cells, part.block.line);
    if (pattern != nullptr && !pattern->sql.empty()) block.sql = patterned(*pattern, block, cells);
    return block;
  }

  // The query of a pattern, with {query} replaced by that of the block.
  std::string patterned(const AnnotatedBlock& pattern, const AnnotatedBlock& block, std::vector<Annotation> cells) {
    const bool has_place = pattern.sql.find("{query}") != std::string::npos;
    if (has_place == block.sql.empty())
      refuse(block.line,
             fmt::format("{} {} {}", kind_, block.id,
                         has_place ? fmt::format("has no query for {{query}} of the pattern {}", pattern.id)
                                   : fmt::format("has a query, but the pattern {} has another one without {{query}}",
                                                 pattern.id)));
    std::string query = block.sql;
    cut_end(query, "; \t\n");
    cells.push_back({std::string(k_query), query + "\n", pattern.line});
    return filled(pattern.sql, cells, pattern.line);
  }

  // With each {column} replaced by the row's cell.
  std::string filled(const std::string& text, const std::vector<Annotation>& cells, std::size_t line) {
    std::string result;
    std::size_t done = 0;
    for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1)) {
      const std::size_t close = std::min(text.find('}', open), text.size());
      const std::string word = text.substr(open + 1, close - open - 1);
      if (!is_key(word) || close == text.size()) continue;
      const std::string* value = find_value(cells, word);
      if (value == nullptr)
        refuse(line, fmt::format("{{{}}} is not a column of {} {}{}", word, kind_, cells[0].value,
                                 suggestion(word, cells, &Annotation::key)));
      result += text.substr(done, open - done) + *value;
      done = close + 1;
      used_.insert(word);
    }
    return result + text.substr(done);
  }

  AnnotatedSql read_;
  std::string_view kind_;
  std::string table_;
  std::span<const std::string_view> header_keys_;
  std::vector<std::string_view> block_keys_, all_keys_;  // including `like`; those that a header may have
  std::vector<FilePart> parts_;
  std::set<std::string> used_;  // columns that a text of the table has
  std::size_t line_ = 0;
  bool annotations_end_ = false;  // SQL has begun
  bool continues_ = false;        // the line before belongs to an annotation or a table
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

const Annotation* find_annotation(const std::vector<Annotation>& annotations, std::string_view key) {
  const auto found = std::ranges::find(annotations, key, &Annotation::key);
  return found == annotations.end() ? nullptr : &*found;
}

const std::string* find_value(const std::vector<Annotation>& annotations, std::string_view key) {
  const Annotation* found = find_annotation(annotations, key);
  return found == nullptr ? nullptr : &found->value;
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

std::vector<InstanceColumn> read_instances(const AnnotatedSql& read) {
  std::vector<InstanceColumn> columns;
  const Annotation* annotation = find_annotation(read.header, "instances");
  if (annotation == nullptr) return columns;
  for (const std::string& part : split_list(annotation->value, ';')) {
    const std::size_t equal = part.find(" = ");
    const std::size_t of = equal == std::string::npos ? equal : part.find(" of ", equal + 3);
    if (of == std::string::npos)
      throw UserError("{}:{}: instances: \"{}\" is not a column; write NAME = METRIC of STRATEGY", read.file,
                      annotation->line, part);
    columns.push_back({part.substr(0, equal), part.substr(equal + 3, of - equal - 3), part.substr(of + 4)});
  }
  return columns;
}

bool names_study(const std::vector<std::string>& studies, std::string_view study) {
  return studies.empty() || std::ranges::find(studies, study) != studies.end();
}

std::string AnnotationReader::text(std::string_view key) const {
  const std::string* value = find_value(block_.annotations, key);
  return value == nullptr ? std::string() : *value;
}

std::string AnnotationReader::required(std::string_view key) const {
  std::string value = text(key);
  if (value.empty()) refuse(fmt::format("does not say `-- {}: ...`", key));
  return value;
}

const std::string& AnnotationReader::query() const {
  if (block_.sql.empty()) refuse("has no query; a SELECT follows its comments");
  return block_.sql;
}

void AnnotationReader::refuse(std::string_view message, std::string_view key) const {
  const Annotation* said = find_annotation(block_.annotations, key);
  throw UserError("{}:{}: {} {} {}", file_, said == nullptr ? block_.line : said->line, kind_, block_.id, message);
}

}  // namespace palio
