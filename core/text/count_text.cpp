#include "core/text/count_text.h"

#include <fmt/format.h>

namespace palio {

template <>
std::string count_text(std::int64_t count) {
  std::string text = fmt::format("{}", count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

}  // namespace palio
