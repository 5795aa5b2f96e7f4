#pragma once

#include "tests/lint/source_tree.h"

namespace palio::lint {

inline constexpr std::size_t k_file_limit = 600;      // lines; a longer file is a problem
inline constexpr std::size_t k_file_review = 400;     // lines; a longer file is worth a look
inline constexpr std::size_t k_function_limit = 100;  // lines
inline constexpr std::size_t k_folder_limit = 40;     // units

/// Source files longer than `limit` lines.
Problems check_file_sizes(const SourceTree& tree, std::size_t limit);

/// Folders with more than k_folder_limit units (a .h with its .cpp is one); tests have as many as what they mirror
/// needs.
Problems check_folder_sizes(const SourceTree& tree);

/// Functions longer than k_function_limit.
Problems check_function_sizes(const SourceTree& tree);

}  // namespace palio::lint
