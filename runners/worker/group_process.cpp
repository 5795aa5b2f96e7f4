#include "runners/worker/group.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runners/kinds/steps.h"
#include "runners/process/orphaned_processes.h"
#include "runners/worker/answer_file.h"
#include "runners/worker/leftovers.h"
#include "runners/worker/references.h"

namespace palio {
namespace {

class GroupProcess {
public:
  GroupProcess(const GroupEnds& ends, const Engine& engine, const RunScenario& run)
      : ends_(ends), engine_(engine), run_(run) {}

  /// False: it must not go on.
  bool carry_out(const GroupJob& job) {
    leftovers_.put_back();  // of the scenario before: the instance is not built in its rounding mode
    const std::optional<RunRequest> request = read(job);
    if (!request) return false;
    note(Activity::building);
    BuiltInstance instance = build_instance(*request, engine_.kinds);
    note(Activity::references);
    const std::vector<Recipe> strategies(request->strategies.begin() + job.first,
                                         request->strategies.begin() + job.last);
    add_references(instance, strategies, [&](const auto& find) { return measured_here(find); });
    if (in_a_fork() || leftovers_.found() || !tell({}, {})) return false;
    return std::ranges::all_of(strategies,
                               [&](const Recipe& strategy) { return carry_out(*request, instance, strategy); });
  }

private:
  std::optional<RunRequest> read(const GroupJob& job) {
    std::string line(job.text, '\0');
    if (pread(ends_.texts, line.data(), line.size(), 0) != static_cast<ssize_t>(line.size())) return std::nullopt;
    place_ = 0;
    return decode_request(line);
  }

  // What the instance costs is charged to its scenarios in equal parts.
  bool carry_out(const RunRequest& request, const BuiltInstance& instance, const Recipe& strategy) {
    const double share = 1.0 / static_cast<double>(request.strategies.size());
    leftovers_.put_back();
    ScenarioReply reply = run_(instance, strategy, request.detail);
    if (in_a_fork() || !std::holds_alternative<Completed>(reply.outcome)) return false;
    reply.simulation_time += share * instance.content->simulator_time();
    kill_orphans();
    GroupWord word{.shared_time = share * instance.build_time, .last = too_old() || leftovers_.found()};
    const bool told = tell(word, encode(reply));
    while (told && word.last) pause();  // its answer counts while it and its parent are there; then it is killed
    return told;
  }

  ChildReport measured_here(const std::function<std::string()>& find) const {
    const double begin = cpu_clock();
    leftovers_.put_back();
    std::string text = find();
    kill_orphans();
    return {std::move(text), cpu_clock() - begin, 0};
  }

  // A fork that came back from a strategy has nothing to say.
  bool in_a_fork() const { return getpid() != self_; }

  bool too_old() {
    const std::chrono::duration<double> age = std::chrono::steady_clock::now() - start_;
    return ++answered_ >= k_most_in_group || age.count() > k_oldest_group;
  }

  bool tell(GroupWord word, const std::string& text);

  GroupEnds ends_;
  const Engine& engine_;
  const RunScenario& run_;
  Leftovers leftovers_;
  pid_t self_ = getpid();
  std::size_t place_ = 0;  // of the next answer
  int answered_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

bool GroupProcess::tell(GroupWord word, const std::string& text) {
  const auto place = static_cast<off_t>(std::exchange(place_, place_ + text.size()));
  if (pwrite(ends_.texts, text.data(), text.size(), place) != static_cast<ssize_t>(text.size())) return false;
  rusage own{}, forked{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &forked);
  word.place = static_cast<std::size_t>(place);
  word.text = text.size();
  word.digest = marked(text, ends_.mark);
  word.cpu_time = cpu_time(own) + cpu_time(forked);
  word.peak_memory = static_cast<double>(std::max(own.ru_maxrss, forked.ru_maxrss)) * 1024.0;
  return send(ends_.socket, &word, sizeof word, MSG_NOSIGNAL) == sizeof word;
}

}  // namespace

int run_group_process(const GroupEnds& ends, const Engine& engine, const RunScenario& run) {
  try {
    adopt_orphans();
    GroupProcess process(ends, engine, run);
    GroupJob job;
    while (recv(ends.socket, &job, sizeof job, 0) == sizeof job)
      if (!process.carry_out(job)) return 1;
    return 0;
  } catch (...) {  // whoever does it again alone says what is wrong
    return 1;
  }
}

}  // namespace palio
