#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/draw_counts.h"

namespace palio {

/// The targets of a campaign, and how far it has come: the table [looks] after the text of its study.
struct Looks {
  std::vector<std::string> until;  // targets, as typed
  std::int64_t at_most = 0;        // instances; 0: as many as it takes
  std::vector<DrawCounts> draws;   // at each look; the last one is run or looked at now

  bool operator==(const Looks&) const = default;
};

/// The most draws of platforms, or of workloads, that a study may hold.
inline constexpr std::int64_t k_most_draws = 250'000;

/// The draws of a study's blocks. One more draw is one more sample of each block, or as many as keep their proportion,
/// so that no family changes its weight.
struct StudyDraws {
  DrawCounts least;  // as written, and at least two of each kind; 1 if nothing can be drawn anew
  /// Why no more platforms, or workloads, can be drawn: "line 13: star draws nothing at random". Empty: they can.
  std::string fixed_platforms, fixed_workloads;
  /// Nothing can be drawn anew but realizations, as many for each uncertain block: they count as draws of workloads.
  bool are_realizations = false;
};

/// The table [looks] of a study's text, or else `until` and `at_most` of [study]; empty if it is no study.
Looks looks_of(std::string_view text);
/// The text with that table, which replaces one that was added before.
std::string with_looks(std::string_view text, const Looks& looks);
/// The text must be a study's.
StudyDraws draws_of(std::string_view text);

}  // namespace palio
