#pragma once

#include <cstdint>
#include <optional>

#include "storage/read/campaign_reader.h"
#include "storage/read/stored_results.h"

namespace palio {

/// The progress of a campaign, from the sessions and indices alone: as quick with millions of results as with none.
struct CampaignStatus {
  CampaignInfo info;
  ResultCounts counts = {};
  AuditedResults audited = {};
  std::optional<SessionRow> last = {};  // session
  std::optional<double> rate = {};      // scenarios/s of the last session; lately, while it runs
  double seconds_left = -1;             // of a session that runs; negative: unknown
  std::int64_t sample = 0;              // instances asked for; 0: all

  std::int64_t stored() const { return last ? last->stored(counts.all()) : counts.all(); }
  // Nothing before the first session, which counts what the study wants.
  std::optional<std::int64_t> missing() const {
    return last ? std::optional(last->info.wanted - stored()) : std::nullopt;
  }
  bool running() const { return last && last->alive; }
  bool knows_end() const { return running() && rate && seconds_left >= 0 && last->left() > 0; }
};

CampaignStatus read_status(const CampaignReader& reader);

}  // namespace palio
