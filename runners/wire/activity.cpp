#include "runners/wire/activity.h"

#include <array>

namespace palio {
namespace {

constexpr auto k_words =
    std::to_array<std::string_view>({"unknown", "building", "references", "scheduling", "simulating"});

}  // namespace

std::string_view to_text(Activity activity) { return k_words.at(static_cast<std::size_t>(activity)); }

Activity activity_of(std::string_view word) {
  for (std::size_t i = 0; i < k_words.size(); ++i)
    if (k_words.at(i) == word) return static_cast<Activity>(i);
  return Activity::unknown;
}

}  // namespace palio
