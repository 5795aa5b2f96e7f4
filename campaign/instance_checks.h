#pragma once

#include "campaign/study.h"

namespace palio {

/// Reads the explicit files of a study and holds its strategies against the platforms and workloads that they take.
/// Throws UserError naming the study, the pair that does not go together and what to do.
void check_instances(const Study& study);

}  // namespace palio
