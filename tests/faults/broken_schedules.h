#pragma once

#include <string>

#include "strategies/ptg/schedule.h"

namespace palio::test {

/// Breaks the rule of that name, one of those that the validator knows; leaves the schedule alone for any other name.
void break_schedule(const std::string& rule, Schedule& schedule);

}  // namespace palio::test
