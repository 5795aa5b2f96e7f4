#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/statistics/intervals/clustered.h"

namespace palio {

/// What a campaign is carried on until, and how far it has come: the table [looks] behind the text of its study.
struct Looks {
  std::vector<std::string> until;  // targets, as typed
  std::int64_t at_most = 0;        // instances; 0: as many as it takes
  std::vector<DrawCounts> draws;   // at each look; the last one is carried out or looked at now

  bool operator==(const Looks&) const = default;
};

/// The draws of a study's blocks. One draw more is one sample more of each block, or as many as keep the proportion of
/// their samples, so that no family gets another weight.
struct StudyDraws {
  DrawCounts least;  // as it is written, and two of each kind at least; 1 where nothing can be drawn anew
  /// Why the platforms, or the workloads, are drawn no more: "line 13: star draws nothing at random". Empty: they are.
  std::string fixed_platforms, fixed_workloads;
};

/// The table [looks] of a study's text, or else `until` and `at_most` of [study]; nothing where it is no study.
Looks looks_of(std::string_view text);
/// The text with that table in the place of one that was added before.
std::string with_looks(std::string_view text, const Looks& looks);
/// The text must be a study's.
StudyDraws draws_of(std::string_view text);

}  // namespace palio
