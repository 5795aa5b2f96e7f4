#include "campaign/session/time_left.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/error.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

constexpr std::array k_members{&Pace::slot_seconds,    &Pace::work,         &Pace::slots,     &Pace::running,
                               &Pace::running_seconds, &Pace::running_work, &Pace::work_left, &Pace::results,
                               &Pace::seconds};

// Scenarios that have run for longer than predicted are expected to run on for this share of that time.
constexpr double k_overdue = 0.25;

}  // namespace

double seconds_left(const Pace& pace, double age) {
  if (!(pace.work > 0)) return -1;
  const double ran = pace.running_seconds + pace.running * age;
  const double observed = pace.slot_seconds / pace.work;
  // The time per unit of work if everything that runs ended now.
  const double at_least = (pace.slot_seconds + ran) / (pace.work + pace.running_work);
  const double per_work = std::max(observed, at_least);
  const double waiting = std::max(pace.work_left - pace.running_work, 0.0) * per_work;
  const double running = std::max(pace.running_work * per_work - ran, k_overdue * ran);
  return (waiting + running) / std::max(pace.slots, 1.0);
}

double rate(const Pace& pace, double age) {
  const double seconds = pace.seconds + age;
  return seconds > 0 ? pace.results / seconds : 0;
}

std::string to_text(const Pace& pace) {
  std::string text;
  for (const auto member : k_members) text += (text.empty() ? "[" : ", ") + json_number(pace.*member);
  return text + "]";
}

Pace pace_of(std::string_view text) {
  Pace pace;
  try {
    const std::vector<JsonReader> numbers = JsonReader::parse(text, "pace").elements();
    if (numbers.size() != k_members.size()) return {};
    for (std::size_t i = 0; i < k_members.size(); ++i) pace.*k_members[i] = numbers[i].number(JsonRange::not_negative);
  } catch (const UserError&) {
    return {};
  }
  return pace;
}

}  // namespace palio
