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
  bool has_bags = false;                         // or files that may hold some
  std::int64_t results = 0;                      // stored
  std::map<std::string, std::string> input_digests = {};  // by path
};

/// What takes part in a merge, and what stays out of it.
struct MergedCampaigns {
  std::vector<MergedCampaign> whole_and_parts;           // the whole first, if it was there
  std::map<std::filesystem::path, std::string> damaged;  // parts, and why
};

/// Looks at the campaigns to be merged and at the whole. Throws UserError before anything is written, naming each that
/// was not meant and why: missing, empty, not a campaign, a newer schema, another study (with the first key that
/// differs), another engine, given twice, the whole itself; and where every part is damaged.
MergedCampaigns look_at_parts(const std::filesystem::path& whole, std::span<const std::filesystem::path> parts);

/// The first that holds results, or has begun to: it tells the engine. The first of all where none has.
const MergedCampaign& with_engine(std::span<const MergedCampaign> campaigns);

/// What the whole is asked for: all shards, and else what all were asked for alike.
CampaignRequest merged_request(std::span<const MergedCampaign> campaigns);

}  // namespace palio
