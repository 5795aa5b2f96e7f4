#pragma once

#include <string>
#include <vector>

#include "tests/lint/source_tree.h"

namespace palio::lint {

enum class Quoting { quotes, brackets };

struct Include {
  std::size_t line = 0;  // from 1
  std::string header;    // as written between the quotes or brackets
  Quoting quoting = Quoting::quotes;
};

std::vector<Include> includes_of(const SourceFile& file);

}  // namespace palio::lint
