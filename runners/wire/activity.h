#pragma once

#include <string_view>

namespace palio {

/// What a worker is doing for a scenario. unknown: it has not said so yet.
enum class Activity { unknown, building, references, scheduling, simulating };

/// The word in the protocol (docs/worker-protocol.md).
std::string_view to_text(Activity activity);
/// unknown for a word that is none.
Activity activity_of(std::string_view word);

}  // namespace palio
