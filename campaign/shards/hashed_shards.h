#pragma once

#include <cstdint>
#include <vector>

#include "campaign/shards/shard.h"
#include "campaign/study/study.h"

namespace palio {

/// Parts by a hash of platform and workload, as versions before schema 5 made them: uneven, but what they began is gone
/// on with.
class HashedShards {
public:
  HashedShards(const Study& study, const Shard& shard);

  bool has(std::size_t platform, std::size_t workload) const;

private:
  std::uint32_t index_, count_;
  std::vector<std::uint64_t> platform_, workload_;  // hashes, by position
};

}  // namespace palio
