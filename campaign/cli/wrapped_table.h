#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace palio {

struct WrappedColumn {
  std::string title;
  std::size_t least = 0;  // characters; 0: it never wraps
};

/// An aligned table at most `width` characters wide where the columns that wrap allow it: the one that has most above
/// its least width gives way. Words that do not fit go to the next line of their cell.
std::string wrapped_table(const std::vector<WrappedColumn>& columns, const std::vector<std::vector<std::string>>& rows,
                          std::size_t width);

/// Characters per line of the terminal that standard output is; 120 where it is none.
std::size_t terminal_width();

}  // namespace palio
