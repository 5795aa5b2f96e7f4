#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "campaign/session/prose.h"
#include "campaign/session/terminal.h"

namespace palio {

struct WrappedColumn {
  enum class Alignment { left, right };  // right: never wrapped

  std::string title;
  Alignment alignment = Alignment::left;
};

struct WrappedCell {
  std::string text;
  Style style = Style::plain;
};

/// An aligned table, at most `width` characters wide if its words allow that: left-aligned columns are wrapped, at
/// blanks and after commas, bars and colons, and titles after underscores, so that the table has few lines; no word is
/// cut. If that is not enough, each column is as narrow as its words allow, so that numbers show next to long names.
std::string wrapped_table(const std::vector<WrappedColumn>& columns, const std::vector<std::vector<WrappedCell>>& rows,
                          std::size_t width);

}  // namespace palio
