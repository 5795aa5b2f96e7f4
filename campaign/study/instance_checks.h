#pragma once

#include <cstdint>
#include <vector>

#include "campaign/study/study.h"

namespace palio {

/// Where the blocks are that make the platforms and workloads of a study, in their order.
struct StudyLines {
  std::vector<std::uint32_t> platforms, workloads;
};

/// Reads the explicit files of a study and holds its strategies against the platforms and workloads that they take.
/// Throws UserError naming the study, the line, the pair that does not go together and what to do.
void check_instances(const Study& study, const StudyLines& lines);

}  // namespace palio
