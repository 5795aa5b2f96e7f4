#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "storage/file/rows.h"

namespace palio {

/// What a campaign that takes part in a merge says of itself.
struct MergedCampaign {
  std::filesystem::path file;
  CampaignInfo info;
  std::optional<CampaignRequest> request;        // empty: an earlier version was killed before its first session
  std::string engine = {}, engine_version = {};  // of the last session; empty: none has begun
  std::int64_t results = 0;                      // stored
  std::map<std::string, std::string> input_digests = {};  // by path
};

/// Looks at the campaigns to be merged and at the whole, if it is there, which then comes first. Throws UserError
/// before anything is written, naming each that cannot take part and why: missing, empty, damaged, not a campaign, a
/// newer schema, another study (with the first key that differs), another engine, given twice, the whole itself.
std::vector<MergedCampaign> look_at_parts(const std::filesystem::path& whole,
                                          std::span<const std::filesystem::path> parts);

/// The first that holds results, or has begun to: it tells the engine. The first of all where none has.
const MergedCampaign& with_engine(std::span<const MergedCampaign> campaigns);

/// What the whole is asked for: all shards, and else what all were asked for alike.
CampaignRequest merged_request(std::span<const MergedCampaign> campaigns);

}  // namespace palio
