#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/read/instance_table.h"

namespace palio {

/// A line `-- key: value`; lines `--   more` (three blanks or more) after it continue the value.
struct Annotation {
  std::string key;  // a lower-case word
  std::string value;
  std::size_t line = 0;  // from 1
};

/// Annotated SQL from `-- KIND: id` to the next one, or of a row of a table that begins with `-- KINDs: columns`.
struct AnnotatedBlock {
  std::string id;
  std::vector<Annotation> annotations;  // those before the first SQL, then the inherited ones; without `KIND: id`
  std::string sql;
  std::size_t line = 0;  // of `-- KIND: id`, or of the row
};

/// A file of SQL whose comments say what it is for: a header, statements that prepare the rest, and blocks.
struct AnnotatedSql {
  std::string file;                // for messages
  std::vector<Annotation> header;  // those before the first SQL
  std::string temporary_sql;       // SQL before the first block
  std::size_t line = 0;            // where that SQL begins; 0: there is none
  std::vector<AnnotatedBlock> blocks;
};

/// Reads a file whose blocks begin with `-- kind: id`, with tables of blocks and patterns (docs/claims.md). All blocks
/// inherit the header's keys except `header_keys`. Throws UserError with file and line.
AnnotatedSql read_annotated_sql(const std::string& file, std::string_view text, std::string_view kind,
                                std::span<const std::string_view> header_keys,
                                std::span<const std::string_view> block_keys);

/// The annotation of `key`, or its value; nullptr if it is not given.
const Annotation* find_annotation(const std::vector<Annotation>& annotations, std::string_view key);
const std::string* find_value(const std::vector<Annotation>& annotations, std::string_view key);

/// The parts of a list, without blanks around them; empty parts are left out.
std::vector<std::string> split_list(std::string_view text, char separator);

/// The columns of the table of instances that the header asks for: "NAME = METRIC of LABEL; ...". Throws UserError with
/// file and line.
std::vector<InstanceColumn> read_instances(const AnnotatedSql& read);

/// Whether a list of studies names this one; an empty list stands for all.
bool names_study(const std::vector<std::string>& studies, std::string_view study);

/// Reads the annotations of one block. It refers to the file's name and the block, which must outlive it.
class AnnotationReader {
public:
  /// `kind` is the kind of the file's blocks, for messages.
  AnnotationReader(std::string_view file, std::string_view kind, const AnnotatedBlock& block)
      : file_(file), kind_(kind), block_(block) {}

  const AnnotatedBlock& block() const { return block_; }

  /// A value; empty if it is not given.
  std::string text(std::string_view key) const;
  /// A value that is not empty. Throws UserError like refuse().
  std::string required(std::string_view key) const;
  /// The SQL. Throws UserError like refuse() if there is none.
  const std::string& query() const;

  /// Throws UserError: "FILE:LINE: KIND ID message", with the line of `key` if that is given.
  [[noreturn]] void refuse(std::string_view message, std::string_view key = {}) const;

private:
  std::string_view file_, kind_;
  const AnnotatedBlock& block_;
};

}  // namespace palio
