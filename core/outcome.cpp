#include "core/outcome.h"

#include <array>

namespace palio {
namespace {

constexpr auto k_failure_words =
    std::to_array<std::string_view>({"crashed", "exited", "exception", "invalid_schedule", "no_schedule", "deadlock",
                                     "timeout", "out_of_memory", "worker_lost", "protocol"});

}  // namespace

std::string_view to_text(FailureKind kind) { return k_failure_words[static_cast<std::size_t>(kind)]; }

std::optional<FailureKind> failure_kind(std::string_view text) {
  for (std::size_t i = 0; i < k_failure_words.size(); ++i)
    if (k_failure_words[i] == text) return static_cast<FailureKind>(i);
  return std::nullopt;
}

}  // namespace palio
