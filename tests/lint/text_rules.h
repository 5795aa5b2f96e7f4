#pragma once

#include "tests/lint/source_tree.h"

namespace palio::lint {

/// Marks of unfinished work and paths of one machine, in any text file.
Problems check_words(const SourceTree& tree);

}  // namespace palio::lint
