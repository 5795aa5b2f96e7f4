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
  std::int64_t smallest_batch = 50'000;  // results of small parts that are merged together
};

/// The outcome of merging a part.
struct PartOutcome {
  std::filesystem::path file;
  MergedPart merged;
  std::string problem = {};  // why nothing of it was merged; empty: it was merged
};

struct MergeSummary {
  std::vector<PartOutcome> parts;  // those processed so far
  std::uint64_t wanted = 0;        // scenarios that the whole is asked for
  std::uint64_t stored = 0;        // of those
  bool interrupted = false;
  std::string stopped = {};  // what the machine lacked; empty: nothing

  bool changed() const;
  std::int64_t contradictions() const;
  std::size_t problems() const;
};

/// Merges the parts of a campaign: each is merged wholly or not at all, and a damaged part does not keep the others
/// out. Small parts with new results are put together by other threads, and then merged in one transaction. Throws
/// UserError before anything is written for a file given by mistake, and for what is wrong with the whole: the parts
/// merged by then stay, and the same call continues.
MergeSummary merge_campaigns(const MergeOptions& options, Interruption& interruption);

/// The first key whose value differs between two studies, "workload[2].tasks", with the values; "nothing" where a study
/// lacks it.
struct StudyDifference {
  std::string key, a, b;
};

/// Compares what the texts of two studies ask for: comments, layout, title, source and the metric of the report may
/// differ. Both were read as studies before.
std::optional<StudyDifference> study_difference(std::string_view a, std::string_view b);

}  // namespace palio
