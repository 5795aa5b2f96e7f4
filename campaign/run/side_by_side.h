#pragma once

#include <functional>

namespace palio {

/// Runs `body` so many times, each time with another slot from 0, on as many threads of the TBB pool, this one among
/// them. Rethrows the first exception when all have ended.
void side_by_side(int jobs, const std::function<void(int slot)>& body);

}  // namespace palio
