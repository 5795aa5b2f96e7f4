#include "runners/engines/simgrid/run_apart.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/error.h"
#include "runners/process/child.h"
#include "runners/worker/answer_file.h"
#include "strategies/model/strategy.h"

namespace palio {
namespace {

// How the answer begins; what was simulated or a message follows.
constexpr char k_simulated = 's', k_deadlock = 'd', k_invalid = 'i', k_no_schedule = 'n', k_error = 'e';

template <class Value>
void append(std::string& text, const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>);
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

template <class Value>
void append_all(std::string& text, const std::vector<Value>& values) {
  append(text, values.size());
  for (const Value& value : values) append(text, value);
}

template <class Value>
void take_all(std::string_view& text, std::vector<Value>& values) {
  for (auto left = taken<std::size_t>(text); left > 0; --left) values.push_back(taken<Value>(text));
}

std::string packed(const std::vector<Dates>& dates) {
  std::string text;
  append_all(text, dates);
  return text;
}

std::string packed(const BagSchedule& schedule) {
  std::string text;
  for (const BagTask& task : schedule.tasks) append(text, task);
  return text;
}

std::string packed(const FileSchedule& schedule) {
  std::string text;
  append(text, schedule.makespan);
  append(text, schedule.transfers);
  append(text, schedule.supervisors);
  append_all(text, schedule.tasks);
  append_all(text, schedule.copies);
  append_all(text, schedule.messages);
  return text;
}

template <class Simulated>
std::string answer_of(const std::function<Simulated()>& simulate) {
  try {
    return k_simulated + packed(simulate());
  } catch (const Deadlock& deadlock) {
    return k_deadlock + std::string(deadlock.what());
  } catch (const InvalidAnswer& answer) {
    return k_invalid + std::string(answer.what());
  } catch (const NoSchedule& none) {
    return k_no_schedule + std::string(none.what());
  } catch (const std::exception& error) {
    return k_error + std::string(error.what());
  }
}

constexpr int k_no_answer = 1;

// Ends this process as the one of the simulation ended, so that the failure has the same name.
[[noreturn]] void end_as(int status) {
  if (WIFSIGNALED(status)) kill(getpid(), WTERMSIG(status));
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : k_no_answer);
}

const AnswerFile* own_answer = nullptr;  // of the process of a simulation

// What follows the kind of the answer.
template <class Simulated>
std::string simulated_apart(const std::function<Simulated()>& simulate) {
  const AnswerFile answer;
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (nothing.number() < 0) throw_errno("cannot open /dev/null");
  Child child({nothing.number(), STDERR_FILENO}, [&] {
    own_answer = &answer;
    std::set_new_handler([] {
      own_answer->write(AnswerKind::out_of_memory, {});
      _exit(k_no_answer);
    });
    return answer.write(AnswerKind::text, answer_of(simulate)) ? 0 : k_no_answer;
  });
  child.wait({}, {});
  const Child::Remains remains = child.end();
  const std::optional<ChildAnswer> given = answer.read();
  if (!given) end_as(remains.status);
  if (given->kind == AnswerKind::out_of_memory) {
    if (const std::new_handler refused = std::get_new_handler()) refused();
    throw std::bad_alloc();
  }
  std::string text(given->text.substr(1));
  switch (given->text.front()) {
    case k_deadlock: throw Deadlock(text);
    case k_invalid: throw InvalidAnswer(text);
    case k_no_schedule: throw NoSchedule(text);
    case k_error: throw std::runtime_error(text);
    default: return text;
  }
}

}  // namespace

std::vector<Dates> run_apart(const std::function<std::vector<Dates>()>& simulate) {
  const std::string answer = simulated_apart(simulate);
  std::string_view text = answer;
  std::vector<Dates> dates;
  take_all(text, dates);
  return dates;
}

BagSchedule run_apart(const std::function<BagSchedule()>& simulate) {
  const std::string answer = simulated_apart(simulate);
  BagSchedule schedule;
  for (std::string_view text = answer; !text.empty();) schedule.tasks.push_back(taken<BagTask>(text));
  return schedule;
}

FileSchedule run_apart(const std::function<FileSchedule()>& simulate) {
  const std::string answer = simulated_apart(simulate);
  std::string_view text = answer;
  FileSchedule schedule;
  schedule.makespan = taken<double>(text);
  schedule.transfers = taken<int>(text);
  schedule.supervisors = taken<int>(text);
  take_all(text, schedule.tasks);
  take_all(text, schedule.copies);
  take_all(text, schedule.messages);
  return schedule;
}

}  // namespace palio
