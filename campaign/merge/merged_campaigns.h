#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "storage/file/rows.h"

namespace palio {

/// Parts that are looked at or put together at a time.
std::size_t at_once();

/// What a campaign in a merge says about itself.
struct MergedCampaign {
  std::filesystem::path file;
  CampaignInfo info;
  CampaignRequest request;
  std::string engine = {}, engine_version = {};  // of the last session; empty: none has begun
  std::int64_t results = 0;                      // stored
  Kept kept = Kept::metrics;
  std::map<std::string, std::string> input_digests = {};  // by path
  std::set<std::string> sessions = {};                    // who began when
};

/// The campaigns to merge, and the parts that are left out.
struct MergedCampaigns {
  std::vector<MergedCampaign> whole_and_parts;           // the whole first, if it was there
  std::map<std::filesystem::path, std::string> damaged;  // parts, and why
};

/// Looks at the campaigns to be merged and at the whole. Before anything is written, throws UserError that names each
/// file given by mistake and why: missing, empty, not a campaign, another schema, another study (with the first key
/// that differs), another engine, with and without realizations, given twice, the whole itself; and if every part is
/// damaged.
MergedCampaigns look_at_parts(const std::filesystem::path& whole, std::span<const std::filesystem::path> parts);

/// The campaign that determines the engine: the first that holds results or was about to, else the first of all.
const MergedCampaign& with_engine(std::span<const MergedCampaign> campaigns);

/// The request of the whole: all shards, and otherwise what the requests of all share.
CampaignRequest merged_request(std::span<const MergedCampaign> campaigns);

}  // namespace palio
