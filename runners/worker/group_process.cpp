#include "runners/worker/group.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "runners/kinds/steps.h"
#include "runners/process/orphaned_processes.h"
#include "runners/worker/answer_file.h"
#include "runners/worker/isolation.h"

namespace palio {
namespace {

struct Usage {
  double cpu_time = 0;     // s
  double peak_memory = 0;  // byte, since it was reset
};

// Of the process, and of what it has waited for: no answer counts together with others if that is anything.
Usage usage(Answers answers) {
  rusage own{}, forked{};
  getrusage(RUSAGE_SELF, &own);
  if (answers == Answers::each) getrusage(RUSAGE_CHILDREN, &forked);
  return {cpu_time(own) + cpu_time(forked), static_cast<double>(std::max(own.ru_maxrss, forked.ru_maxrss)) * 1024.0};
}

class GroupProcess {
public:
  GroupProcess(const GroupEnds& ends, const Engine& engine, const RunScenario& run)
      : ends_(ends), engine_(engine), run_(run) {}

  /// False: it must not go on.
  bool carry_out(const GroupJob& job) {
    answers_ = job.answers;
    told_ = std::chrono::steady_clock::now();
    std::string text(job.text, '\0');
    if (pread(ends_.texts, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) return false;
    place_ = 0;
    int number = 0;  // of the request's first scenario
    for (std::size_t begin = 0; begin < text.size() && number < job.last;) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (!carry_out(std::string_view(text).substr(begin, end - begin), job, number)) return false;
      begin = end + 1;
    }
    return word_.completed == 0 || tell();
  }

private:
  // What the job wants of a request; `number` becomes that of the next one's first scenario.
  bool carry_out(std::string_view line, const GroupJob& job, int& number) {
    leftovers_.put_back();  // of the scenario before: the instance is not built in its rounding mode
    *ends_.unsaid = ~word_.completed;
    cpu_time_ = usage(answers_).cpu_time;
    const RunRequest request = decode_request(line);
    const int count = static_cast<int>(request.strategies.size());
    const int first = std::max(job.first - number, 0), last = std::min(job.last - number, count);
    number += count;
    if (first >= last) return true;
    note(Activity::building);
    BuiltInstance instance = build_instance(request, engine_.kinds);
    note(Activity::references);
    const std::vector<Recipe> strategies(request.strategies.begin() + first, request.strategies.begin() + last);
    add_references(instance, strategies, [&](const auto& find) { return measured_here(find); });
    if (in_a_fork() || (each() && leftovers_.found())) return false;
    *ends_.unsaid = word_.completed;
    const double building = usage(answers_).cpu_time - cpu_time_;
    word_.building = std::max(word_.building, building);
    cpu_time_ += building;
    if (enough_to_tell() && !tell()) return false;
    for (int i = first; i < last; ++i)
      if (!carry_out(request, instance, i)) return false;
    return true;
  }

  // What the instance costs is charged to its scenarios in equal parts.
  bool carry_out(const RunRequest& request, const BuiltInstance& instance, int strategy) {
    const double share = 1.0 / static_cast<double>(request.strategies.size());
    leftovers_.put_back();
    std::optional<ScenarioReply> completed = completed_reply(instance, request.strategies[strategy], request.detail);
    if (in_a_fork()) return false;
    kill_orphans();
    if (!completed) {
      word_.failed = true;
      tell();
      return false;
    }
    ScenarioReply& reply = *completed;
    reply.simulation_time += share * instance.content->simulator_time();
    const Usage used = usage(answers_);
    const double took = used.cpu_time - cpu_time_;
    cpu_time_ = used.cpu_time;
    word_.longest = std::max(word_.longest, took);
    *ends_.unsaid = ++word_.completed;
    lines_ += encode_result(request.id, strategy, encode(reply), took + share * instance.build_time, used.peak_memory);
    lines_ += '\n';
    word_.last = too_old();
    return (!each() && !word_.last && !enough_to_tell()) || tell();
  }

  // Empty if it did not complete.
  std::optional<ScenarioReply> completed_reply(const BuiltInstance& instance, const Recipe& strategy, Detail detail) {
    try {
      ScenarioReply reply = run_(instance, strategy, detail);
      if (std::holds_alternative<Completed>(reply.outcome)) return reply;
    } catch (const std::exception&) {  // as a shortage, which is named when it runs again alone
    }
    return std::nullopt;
  }

  ChildReport measured_here(const std::function<std::string()>& find) const {
    const double begin = cpu_clock();
    leftovers_.put_back();
    std::string text = find();
    kill_orphans();
    return {std::move(text), cpu_clock() - begin, 0};
  }

  bool each() const { return answers_ == Answers::each; }

  // A process that the strategy forked and that came back must not answer.
  bool in_a_fork() const { return getpid() != self_; }

  bool too_old() {
    const std::chrono::duration<double> age = std::chrono::steady_clock::now() - start_;
    return ++answered_ >= k_most_in_group || age.count() > k_oldest_group;
  }

  bool enough_to_tell() const {
    constexpr std::chrono::milliseconds k_while(10);
    constexpr std::size_t k_much = 1U << 20U;  // byte
    return lines_.size() > k_much || std::chrono::steady_clock::now() - told_ > k_while;
  }

  bool tell();

  GroupEnds ends_;
  const Engine& engine_;
  const RunScenario& run_;
  Leftovers leftovers_;
  pid_t self_ = getpid();
  Answers answers_ = Answers::together;
  double cpu_time_ = 0;    // s, at the end of the last scenario
  GroupWord word_;         // the next one, as far as it is known
  std::string lines_;      // of it
  std::size_t place_ = 0;  // of the next lines
  int answered_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), told_ = start_;
};

// False: the process must end. If one of several scenarios left something behind, none of them is reported; a single
// scenario is reported, but none follows it.
bool GroupProcess::tell() {
  if (leftovers_.found()) {
    if (!each() || word_.completed == 0) return false;
    word_.last = true;
  }
  const auto place = static_cast<off_t>(std::exchange(place_, place_ + lines_.size()));
  if (pwrite(ends_.texts, lines_.data(), lines_.size(), place) != static_cast<ssize_t>(lines_.size())) return false;
  word_.place = static_cast<std::size_t>(place);
  word_.text = lines_.size();
  word_.digest = marked(lines_, ends_.mark);
  word_.cpu_time = usage(answers_).cpu_time;
  *ends_.unsaid = 0;
  if (send(ends_.socket, &word_, sizeof word_, MSG_NOSIGNAL) != sizeof word_) return false;
  while (word_.last || word_.failed)
    pause();  // the answer counts only while both processes live; then this one is killed
  word_ = {};
  lines_.clear();
  told_ = std::chrono::steady_clock::now();
  return true;
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
  } catch (...) {  // what is wrong is named when it runs again alone
    return 1;
  }
}

}  // namespace palio
