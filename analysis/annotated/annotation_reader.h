#pragma once

#include <string>
#include <string_view>

#include "analysis/annotated/annotated_sql.h"

namespace palio {

/// What the annotations of one block say. It refers to the file's name and the block, which outlive it.
class AnnotationReader {
public:
  /// `kind` is that of the file's blocks, for messages.
  AnnotationReader(std::string_view file, std::string_view kind, const AnnotatedBlock& block)
      : file_(file), kind_(kind), block_(block) {}

  const AnnotatedBlock& block() const { return block_; }

  /// A value; empty where it is not given.
  std::string text(std::string_view key) const;
  /// A value that is not empty. Throws UserError like refuse().
  std::string required(std::string_view key) const;
  /// The SQL. Throws UserError like refuse() where there is none.
  const std::string& query() const;

  /// Throws UserError: "FILE:LINE: KIND ID message", with the line of `key` where that is given.
  [[noreturn]] void refuse(std::string_view message, std::string_view key = {}) const;

private:
  std::string_view file_, kind_;
  const AnnotatedBlock& block_;
};

}  // namespace palio
