#include "runners/engines/simgrid/run_apart.h"

#include <fcntl.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "runners/process/child.h"
#include "runners/process/process_end.h"
#include "runners/worker/answer_file.h"

namespace palio {
namespace {

// How the answer begins; dates or a message follow.
constexpr char k_dates = 'd', k_deadlock = 'l', k_error = 'e';

// A transfer as it is handed over, after the dates of all tasks.
static_assert(std::is_trivially_copyable_v<Transfer>);

template <class Value>
void append(std::string& text, const Value& value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);  // NOLINT: bytes for this very program
}

template <class Value>
Value taken(std::string_view& text) {
  Value value{};
  if (text.size() < sizeof value) throw InternalError("a simulation's answer is too short");
  std::memcpy(&value, text.data(), sizeof value);
  text.remove_prefix(sizeof value);
  return value;
}

std::string packed(const Execution& execution) {
  std::string text(1, k_dates);
  for (const auto& placements : execution.schedule.placements)
    for (const Placement& placed : placements) {
      append(text, placed.start);
      append(text, placed.finish);
    }
  for (const Transfer& transfer : execution.transfers) append(text, transfer);
  return text;
}

Execution unpacked(const Schedule& schedule, std::string_view text) {
  Execution execution{schedule, {}};
  for (auto& placements : execution.schedule.placements)
    for (Placement& placed : placements) {
      placed.start = taken<double>(text);
      placed.finish = taken<double>(text);
    }
  while (!text.empty()) execution.transfers.push_back(taken<Transfer>(text));
  return execution;
}

std::string answer_of(const std::function<Execution()>& simulate) {
  try {
    return packed(simulate());
  } catch (const Deadlock& deadlock) {
    return k_deadlock + std::string(deadlock.what());
  } catch (const std::exception& error) {
    return k_error + std::string(error.what());
  }
}

}  // namespace

Execution run_apart(const Schedule& schedule, const std::function<Execution()>& simulate) {
  const AnswerFile answer;
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (nothing.number() < 0) throw_errno("cannot open /dev/null");
  constexpr int k_standard_error = 2;
  Child child({nothing.number(), k_standard_error},
              [&] { return answer.write(AnswerKind::text, answer_of(simulate)) ? 0 : 1; });
  child.wait({}, {});
  const Child::Remains remains = child.end();
  const std::optional<ChildAnswer> given = answer.read();
  if (!given) throw std::runtime_error("the process of a realization was " + describe_status(remains.status));
  const std::string_view text = given->text;
  switch (text.front()) {
    case k_deadlock: throw Deadlock(std::string(text.substr(1)));
    case k_error: throw std::runtime_error(std::string(text.substr(1)));
    default: return unpacked(schedule, text.substr(1));
  }
}

}  // namespace palio
