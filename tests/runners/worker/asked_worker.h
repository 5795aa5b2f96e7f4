#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runners/engines/fluid/engine.h"
#include "runners/wire/lines.h"
#include "runners/worker/worker_loop.h"
#include "tests/runners/request.h"

namespace palio::test {

/// What a scenario of each strategy does; its result is what it observed.
using Deeds = std::map<std::string, std::function<double()>>;

/// A worker in a separate process that the test sends requests to.
class AskedWorker {
public:
  /// A scenario that sleeps ends after `shortest_wait` s, or ten limits. Where one that computes must reach its limit
  /// of CPU time on a busy machine, k_shortest_wait.
  explicit AskedWorker(const Deeds& deeds, Simulates simulates = Simulates::often, double shortest_wait = 1)
      : AskedWorker(simulates, running(deeds), shortest_wait) {}
  AskedWorker(Simulates simulates, const RunScenario& run, double shortest_wait = 1) {
    std::array<int, 2> requests{}, replies{};
    if (pipe(requests.data()) != 0 || pipe(replies.data()) != 0) throw std::runtime_error("no pipe");
    pid_ = fork();
    if (pid_ == 0) {
      close(requests[1]);
      close(replies[0]);
      Engine engine = with_fluid();
      engine.simulates = simulates;
      _exit(worker_loop(requests[0], replies[1], engine, run, shortest_wait));
    }
    close(requests[0]);
    close(replies[1]);
    requests_ = requests[1];
    replies_ = replies[0];
    lines_ = LineReader(replies_);
    lines_.next();  // hello
  }
  ~AskedWorker() {
    if (pid_ >= 0) hang_up();
  }
  AskedWorker(const AskedWorker&) = delete;
  AskedWorker& operator=(const AskedWorker&) = delete;

  pid_t pid() const { return pid_; }
  void tell(const RunRequest& request) const { write_line(requests_, encode(request)); }
  /// All lines at once.
  void tell(const std::vector<std::string>& lines) const {
    std::string text;
    for (const std::string& line : lines) (text += line) += '\n';
    write_text(requests_, text);
  }
  /// Asks no more and reads no more. Returns its status when it has ended.
  int hang_up() {
    close(requests_);
    close(replies_);
    kill(pid_, SIGCONT);
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return status;
  }

  /// In the order of the strategies; up to the one that was lost.
  std::vector<ScenarioResult> ask(const RunRequest& request) {
    tell(request);
    return listen();
  }
  std::vector<ScenarioResult> ask(const std::vector<std::string>& strategies) { return ask(request(strategies)); }
  /// The results of each request; all are sent at once.
  std::vector<std::vector<ScenarioResult>> ask_all(const std::vector<RunRequest>& requests) {
    std::vector<std::string> lines;
    for (const RunRequest& request : requests) lines.push_back(encode(request));
    tell(lines);
    std::vector<std::vector<ScenarioResult>> results;
    for (const RunRequest& request : requests) results.push_back(listen(request.id));
    return results;
  }

  /// What it says until the end of a request, and that this is the one.
  std::vector<ScenarioResult> listen(std::optional<std::int64_t> id = {}) {
    const auto check = [&](std::int64_t told) {
      if (id && told != *id) throw std::runtime_error("an answer to another request");
    };
    std::vector<ScenarioResult> results;
    while (true) {
      ReplyLine line = decode_reply(lines_.next().value());
      if (auto* result = std::get_if<ResultLine>(&line)) {
        check(result->id);
        results.push_back(std::move(result->result));
      }
      if (std::holds_alternative<Alive>(line)) ++beats_;
      if (auto* lost = std::get_if<LostLine>(&line)) results.push_back(std::move(lost->result));
      if (const auto* done = std::get_if<Done>(&line)) return check(done->id), results;
    }
  }

  /// How often it has said that it is alive.
  int beats() const { return beats_; }

private:
  static RunScenario running(const Deeds& deeds) {
    return [&deeds](const BuiltInstance&, const Recipe& recipe, Detail) -> ScenarioReply {
      const auto deed = deeds.find(recipe.name);
      try {
        Completed completed;
        completed.metrics["makespan"] = deed == deeds.end() ? 0 : deed->second();
        completed.metrics["task_count"] = getpid();
        return {completed, 0, 0, std::nullopt};
      } catch (const std::exception& error) {
        return {Failure{FailureKind::exception, 0, error.what(), {}}, 0, 0, std::nullopt};
      }
    };
  }

  pid_t pid_ = -1;
  int requests_ = -1, replies_ = -1;
  LineReader lines_{-1};
  int beats_ = 0;
};

/// What a completed scenario observed.
inline double saw(const ScenarioResult& result) { return makespan(result); }
inline double process(const ScenarioResult& result) {
  return std::get<Completed>(result.outcome).metrics["task_count"];
}

}  // namespace palio::test
