#pragma once

#include <cstdint>
#include <filesystem>

#include "core/identity/canonical.h"

namespace palio {

/// What a campaign found, in one number.
struct CampaignDigest {
  Digest digest;
  std::int64_t completed = 0;
  std::int64_t failed = 0;

  std::int64_t scenarios() const { return completed + failed; }
};

/// Equal for two campaigns if and only if (but for a chance of 2^-128 or so) the same scenarios ended with the same
/// outcome, bit-identical metrics and bit-identical dates of their applications. Memory grows with the numbers of
/// platforms, workloads and strategies alone. Works while a run is in progress. Throws UserError.
CampaignDigest digest_campaign(const std::filesystem::path& file);

}  // namespace palio
