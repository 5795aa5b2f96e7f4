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

/// What the blocks of a study say of draws. One draw more is one sample more of each block, or of blocks of different
/// samples as many as keep their proportion, so that no kind of platforms or workloads gets another weight.
struct StudyDraws {
  DrawCounts least;  // as it is written, and two of each kind at least; 1 where nothing can be drawn anew
  /// Why the platforms, or the workloads, are drawn no more: "line 13: star draws nothing at random". Empty: they are.
  std::string fixed_platforms, fixed_workloads;
};

/// What a study's text asks for itself: the table [looks], or else `until` and `at_most` of [study]. Nothing where it
/// is no study.
Looks looks_of(std::string_view text);
/// The text with that table in the place of one that was added before.
std::string with_looks(std::string_view text, const Looks& looks);
/// The text must be a study's.
StudyDraws draws_of(std::string_view text);

}  // namespace palio
