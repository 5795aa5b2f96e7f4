#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/outcome.h"
#include "storage/file/rows.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// Calls `visit` for every stored scenario whose latest attempt failed in one of these ways, of all ways where none is
/// named, with the number of that attempt; in the order of its ids.
void for_each_failed(const CampaignReader& reader, std::span<const FailureKind> kinds,
                     const std::function<void(const ScenarioId&, int attempt)>& visit);

/// Where a stored result comes from.
struct ResultOrigin {
  std::int64_t session = 0;
  std::string started;  // the session, or "at an unknown date"
  std::string outcome;  // "completed" or the word of a failure
};
/// Calls `visit` for every stored result, also a stale one.
void for_each_origin(const CampaignReader& reader,
                     const std::function<void(const ScenarioId&, const ResultOrigin&)>& visit);

/// Calls `visit` with what completed scenarios took, s of CPU: all that are stored or, of more than `most`, a part
/// spread evenly over the file, the same one every time.
void for_each_cost(const CampaignReader& reader, std::int64_t most,
                   const std::function<void(const ScenarioId&, double total_time)>& visit);

/// What the end of the last session is forecast from (campaign/run/pace/time_left.h), and how long ago that was told,
/// s; an empty text: nothing was.
struct ToldPace {
  std::string text;
  double age = 0;
};
ToldPace last_session_pace(const CampaignReader& reader);

/// How long the last session has been at work, s; 0 without one.
double last_session_seconds(const CampaignReader& reader);

}  // namespace palio
