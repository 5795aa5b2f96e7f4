#include "campaign/replay/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <queue>
#include <unordered_map>
#include <utility>

#include "campaign/replay/replay.h"
#include "campaign/run/limits.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

using Clock = ProgressMeter::Clock;
using KeyNames = std::unordered_map<std::int64_t, std::string>;

KeyNames keys_of(const CampaignReader& reader, std::string_view table) {
  KeyNames keys;
  for (auto& [id, key] : dimension_keys(reader, table)) keys.emplace(id, std::move(key));
  return keys;
}

// The replays of one audit, from the rows to the findings.
class Audit {
public:
  Audit(const AuditOptions& options, const CampaignReader& reader, std::vector<ScenarioId> chosen,
        AuditSummary& summary)
      : options_(options),
        reader_(reader),
        chosen_(std::move(chosen)),
        summary_(summary),
        meter_(chosen_.size(), 0, Clock::now()) {}

  void execute(Interruption& interruption) {
    const DisplayThread display(meter_, options_.progress);
    replay(interruption);
    chosen_.clear();
    next_ = 0;
    for (const auto& [id, unused] : disputed_) chosen_.push_back(id);
    replay(interruption);
    for (const auto& [id, disputed] : disputed_)  // interrupted before their second replay
      if (!was_killed(disputed.first)) count_different(disputed, {});
  }

private:
  // A scenario that differs from what is stored, until its second replay.
  struct Disputed {
    StoredScenario stored;
    Outcome first;
  };

  void replay(Interruption& interruption) {
    if (chosen_.empty()) return;
    Executor executor(options_.jobs, options_.make_runner);
    const OnSecondSignal stop(interruption, [&] { executor.abort(); });
    executor.run([&] { return interruption.requested() ? std::vector<Job>() : next(); },
                 [&](const Job&, const JobScenario& scenario, const ScenarioResult& result) {
                   take(scenario.id, result.outcome);
                 });
  }

  bool same_instance(std::size_t a, std::size_t b) const {
    return chosen_[a].platform == chosen_[b].platform && chosen_[a].workload == chosen_[b].workload;
  }

  // The chosen scenarios of the next instance, except those that ran into a limit; none at the end.
  std::vector<Job> next() {
    while (next_ < chosen_.size()) {
      Job job;
      const std::size_t first = next_;
      for (; next_ < chosen_.size() && same_instance(first, next_); ++next_) add(job, chosen_[next_]);
      if (job.scenarios.empty()) continue;
      if (options_.time_limit) job.request.time_limit = *options_.time_limit;
      job.request.memory_limit = options_.memory_limit.bytes;
      job.request.isolation = ProcessPer::scenario;  // an audit must reveal what scenarios of a group do to each other
      job.request.id = ++requests_;
      return {std::move(job)};
    }
    return {};
  }

  void add(Job& job, const ScenarioId& id) {
    StoredScenario scenario = read_scenario(reader_, id, options_.given);
    if (ran_into_limit(scenario.outcome)) return count_limited();
    RunRequest request = replay_request(scenario);
    if (job.scenarios.empty()) {
      job.request = std::move(request);
    } else {
      job.request.strategies.push_back(scenario.strategy);
      for (const auto& code : scenario.known.custom()) job.request.known.add(code);
      job.request.time_limit = std::max(job.request.time_limit, request.time_limit);
      job.request.detail = std::max(job.request.detail, request.detail);
    }
    job.scenarios.push_back({id, 0, 1});
    const std::scoped_lock lock(mutex_);
    running_.emplace(id, std::move(scenario));
  }

  void count_limited() {
    const std::scoped_lock lock(mutex_);
    ++summary_.limited;
    meter_.add(true, 1, Clock::now());
  }

  void take(const ScenarioId& id, const Outcome& replayed) {
    const std::scoped_lock lock(mutex_);
    auto running = running_.extract(id);
    if (auto disputed = disputed_.extract(id)) return settle(disputed.mapped(), replayed);
    StoredScenario& stored = running.mapped();
    if (!ran_into_limit(replayed) && !differs(stored, replayed).empty()) {
      disputed_.emplace(id, Disputed{std::move(stored), replayed});
      return;
    }
    ++(ran_into_limit(replayed) ? summary_.limited : summary_.equal);
    meter_.add(std::holds_alternative<Completed>(replayed), 1, Clock::now());
  }

  std::vector<ReplayDifference> differs(const StoredScenario& stored, const Outcome& replayed) const {
    return differences(stored.outcome, replayed, options_.tolerance);
  }

  void settle(Disputed& disputed, const Outcome& second) {
    meter_.add(std::holds_alternative<Completed>(second), 1, Clock::now());
    if (was_killed(disputed.first)) {  // only the second one has a result
      disputed.first = second;
      const bool limited = ran_into_limit(second);
      if (limited || differs(disputed.stored, second).empty()) {
        ++(limited ? summary_.limited : summary_.equal);
        return;
      }
    }
    const bool comparable = !ran_into_limit(second) && !was_killed(second);
    count_different(disputed, comparable ? differences(disputed.first, second) : std::vector<ReplayDifference>{});
  }

  // `changes`: from the first replay to the second.
  void count_different(const Disputed& disputed, std::vector<ReplayDifference> changes) {
    ++(changes.empty() ? summary_.different : summary_.unsteady);
    for (const ReplayDifference& difference : differs(disputed.stored, disputed.first)) {
      const auto change = std::ranges::find(changes, difference.what, &ReplayDifference::what);
      const bool changed = change != changes.end();
      summary_.findings.push_back({disputed.stored.id, difference, changed ? change->replayed : difference.replayed});
      if (changed) changes.erase(change);
    }
    for (const auto& [what, first, second] : changes)  // stored as the first replay has it
      summary_.findings.push_back({disputed.stored.id, {what, first, first}, second});
  }

  const AuditOptions& options_;
  const CampaignReader& reader_;
  std::vector<ScenarioId> chosen_;
  std::size_t next_ = 0;  // of them
  std::int64_t requests_ = 0;
  std::mutex mutex_;  // guards what follows
  AuditSummary& summary_;
  std::map<ScenarioId, StoredScenario> running_;
  std::map<ScenarioId, Disputed> disputed_;
  ProgressMeter meter_;
};

}  // namespace

std::uint64_t AuditSample::of(std::uint64_t stored) const {
  if (number > 0) return std::min(number, stored);
  return static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(stored) * (1 - 1e-12)));
}

AuditSample parse_audit_sample(std::string_view text) {
  const std::optional<NumberOrShare> read = number_or_share(text);
  if (!read)
    throw UserError(
        "--sample {} is neither a share of the stored scenarios (above 0 %, up to 100 %) nor a number of them, as in "
        "--sample 1% or --sample 500",
        text);
  return {.number = read->number, .share = read->share};
}

std::vector<ScenarioId> audited_scenarios(const CampaignReader& reader, const AuditSample& sample, std::int64_t seed) {
  const KeyNames platforms = keys_of(reader, "platform");
  const KeyNames workloads = keys_of(reader, "workload");
  const KeyNames strategies = keys_of(reader, "strategy");
  const std::uint64_t wanted = sample.of(static_cast<std::uint64_t>(reader.counts().all()));
  std::priority_queue<std::pair<std::uint64_t, ScenarioId>> smallest;  // hashes, the largest on top
  std::string text;
  reader.for_each_wanted([&](const ScenarioId& id) {
    text.clear();
    fmt::format_to(std::back_inserter(text), "{} {}-{}-{}", seed, platforms.at(id.platform), workloads.at(id.workload),
                   strategies.at(id.strategy));
    const std::uint64_t hash = digest_of(text).high();
    if (smallest.size() == wanted && (wanted == 0 || hash >= smallest.top().first)) return;
    smallest.emplace(hash, id);
    if (smallest.size() > wanted) smallest.pop();
  });
  std::vector<ScenarioId> chosen;
  for (; !smallest.empty(); smallest.pop()) chosen.push_back(smallest.top().second);
  std::ranges::sort(chosen);
  return chosen;
}

AuditSummary run_audit(const AuditOptions& options, Interruption& interruption) {
  const CampaignReader reader(options.database);
  AuditSummary summary;
  summary.stored = static_cast<std::uint64_t>(reader.counts().all());
  std::vector<ScenarioId> chosen =
      options.scenarios.empty() ? audited_scenarios(reader, options.sample, options.seed) : options.scenarios;
  summary.chosen = chosen.size();
  if (!chosen.empty()) Audit(options, reader, std::move(chosen), summary).execute(interruption);
  summary.interrupted = summary.equal + summary.different + summary.unsteady + summary.limited < summary.chosen;
  std::ranges::stable_sort(summary.findings, {}, &AuditFinding::scenario);
  return summary;
}

}  // namespace palio
