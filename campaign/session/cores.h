#pragma once

#include <algorithm>
#include <thread>

namespace palio {

/// Cores of this machine; 1 where the system does not say.
inline int cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

}  // namespace palio
