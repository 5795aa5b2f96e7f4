#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace palio {

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
