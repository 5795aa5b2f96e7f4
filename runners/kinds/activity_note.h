#pragma once

#include "runners/wire/activity.h"

namespace palio {

/// What is being done, noted in memory that this process shares with all that it forks afterwards; the first call of
/// the worker comes before its first fork. Where the system has no such memory, nobody learns more than unknown.
void note(Activity activity);
Activity noted_activity();

}  // namespace palio
