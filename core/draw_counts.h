#pragma once

#include <cstdint>

namespace palio {

/// The number of draws of each kind, or the number of which each kind has a fixed multiple.
struct DrawCounts {
  std::int64_t platforms = 1, workloads = 1;

  std::int64_t product() const { return platforms * workloads; }
  bool operator==(const DrawCounts&) const = default;
};

}  // namespace palio
