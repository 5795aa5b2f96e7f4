#include "campaign/study/template/range_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/identity/canonical.h"

namespace palio {

std::string range_text(const ParameterSpec& spec) {
  if (spec.element_type) return "list of " + range_text(element_spec(spec));
  if (!spec.choices.empty()) return fmt::format("{}", fmt::join(spec.choices, "|"));
  if (spec.type == ParameterType::text) return "text";
  if (spec.bounds == Bounds::open_below) return fmt::format("above {} to {}", spec.min, spec.max);
  const bool unbounded = spec.max >= 1e15;
  return unbounded ? fmt::format("{} or more", spec.min) : fmt::format("{} to {}", spec.min, spec.max);
}

}  // namespace palio
