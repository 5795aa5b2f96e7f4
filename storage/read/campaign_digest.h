#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/identity/canonical.h"

namespace palio {

/// All results of a campaign, in one number.
struct CampaignDigest {
  Digest digest;
  std::int64_t completed = 0;
  std::int64_t failed = 0;

  std::int64_t scenarios() const { return completed + failed; }
};

/// Equal for two campaigns if and only if (up to a probability of about 2^-128) the same scenarios ended with the same
/// outcome, bit-identical metrics (those with InDigest::yes), bit-identical dates of their applications and
/// bit-identical realizations where they are kept. Memory grows with the numbers of platforms, workloads and strategies
/// alone. Works while a run is in progress. Throws UserError.
CampaignDigest digest_campaign(const std::filesystem::path& file);

/// What a campaign never changes, also while it grows: its study and the moment when it was made. Throws UserError.
std::string campaign_identity(const std::filesystem::path& file);

}  // namespace palio
