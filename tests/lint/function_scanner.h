#pragma once

#include <string>
#include <vector>

#include "tests/lint/source_tree.h"

namespace palio::lint {

struct Function {
  std::size_t line = 0;    // of its first word, from 1
  std::size_t length = 0;  // lines, from the first word to the closing brace
};

/// The functions that a file of formatted C++ defines outside other functions (lambdas and local types count with the
/// function around them). A scanner of braces, not a parser: good enough to measure lengths.
std::vector<Function> functions_of(const SourceFile& file);

}  // namespace palio::lint
