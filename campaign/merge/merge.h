#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/session/interruption.h"
#include "campaign/session/progress.h"
#include "storage/merge/part_merge.h"

namespace palio {

struct MergeOptions {
  std::filesystem::path whole;
  std::vector<std::filesystem::path> parts;
  ProgressDisplay::Mode progress = ProgressDisplay::Mode::automatic;
};

/// How a part fared.
struct PartOutcome {
  std::filesystem::path file;
  MergedPart merged;
  std::string problem = {};  // why nothing of it was merged; empty: it was
};

struct MergeSummary {
  std::vector<PartOutcome> parts;  // those that were got to
  std::uint64_t wanted = 0;        // scenarios that the whole is asked for
  std::uint64_t stored = 0;        // of those
  bool interrupted = false;
  std::string stopped = {};  // what the machine lacked; empty: nothing

  bool changed() const;
  std::int64_t contradictions() const;
  std::size_t problems() const;
};

/// Puts the parts of a campaign together: each is merged wholly or not at all, and what is wrong with one that was
/// merged into nothing else keeps no other out. Throws UserError before anything is written where a campaign was not
/// meant, and for what is wrong with the whole; what was merged by then stays, and the same call goes on.
MergeSummary merge_campaigns(const MergeOptions& options, Interruption& interruption);

/// The first key whose value differs between two studies, "workload[2].tasks", with the values; "nothing" where a study
/// lacks it.
struct StudyDifference {
  std::string key, a, b;
};

/// Whether it is TOML.
bool is_study_text(std::string_view text);

/// Compares what the texts of two studies ask for: comments, layout, title, source and the metric of the report may
/// differ. Both were read as studies before.
std::optional<StudyDifference> study_difference(std::string_view a, std::string_view b);

}  // namespace palio
