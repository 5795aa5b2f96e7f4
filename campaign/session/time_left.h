#pragma once

#include <string>
#include <string_view>

namespace palio {

/// The numbers behind a forecast of the session's end, as of its latest results. Work is predicted, in any unit.
struct Pace {
  double slot_seconds = 0;     // slot time spent on recently ended scenarios
  double work = 0;             // predicted work of these scenarios
  double slots = 1;            // slots with work
  double running = 0;          // scenarios that run now
  double running_seconds = 0;  // since they began, in all
  double running_work = 0;     // predicted work of the running scenarios
  double work_left = 0;        // predicted work without a result, including what runs
  double results = 0;          // recent results
  double seconds = 0;          // time span of these results
};

/// s until the session ends, `age` s after the pace was taken; negative: unknown. Both palio run and status show this.
double seconds_left(const Pace& pace, double age);
/// Scenarios per second.
double rate(const Pace& pace, double age);

/// The text that a campaign stores, and back; any other text is a pace of which nothing is known.
std::string to_text(const Pace& pace);
Pace pace_of(std::string_view text);

}  // namespace palio
