#include "campaign/campaign.h"

#include <unistd.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "campaign/done_set.h"
#include "campaign/result_writer.h"
#include "campaign/stored_campaign.h"
#include "core/version.h"
#include "platforms/family.h"
#include "storage/campaign_reader.h"
#include "storage/result_store.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

using Clock = ProgressMeter::Clock;

template <class Family>
std::vector<DimensionRow> dimension_rows(const std::vector<Ingredient>& ingredients,
                                         const Family& (*family)(std::string_view)) {
  std::vector<DimensionRow> rows;
  for (const Ingredient& ingredient : ingredients) {
    const auto specs = family(ingredient.recipe.name).parameters;
    rows.push_back({ingredient.recipe, label(ingredient.recipe, specs), specs, ingredient.definition});
  }
  return rows;
}

std::vector<DimensionRow> strategy_rows(const Study& study) {
  std::vector<DimensionRow> rows;
  for (const Recipe& recipe : study.strategies) {
    const auto specs = strategy(recipe.name).parameters;
    rows.push_back({recipe, label(recipe, specs), specs, {}});
  }
  return rows;
}

DimensionIds add_dimensions(ResultStore& store, const Study& study) {
  return {store.add_platforms(dimension_rows<PlatformFamily>(study.platforms, platform_family)),
          store.add_workloads(dimension_rows<WorkloadFamily>(study.workloads, workload_family)),
          store.add_strategies(strategy_rows(study))};
}

// The jobs that are left: instances in the order of the stream, each with the strategies that are missing.
class JobSource {
public:
  JobSource(const Study& study, const RunOptions& options, const DimensionIds& ids, const DoneSet& done)
      : study_(study), time_limit_(options.time_limit), ids_(ids), done_(done), stream_(study, options.selection) {}

  std::optional<Job> next() {
    while (const std::optional<Instance> instance = stream_.next()) {
      Job job;
      for (std::size_t s = 0; s < study_.strategies.size(); ++s) {
        if (done_.contains(*instance, s)) continue;
        job.request.strategies.push_back(study_.strategies[s]);
        job.scenarios.push_back(
            {ids_.platforms[instance->platform], ids_.workloads[instance->workload], ids_.strategies[s]});
      }
      if (job.scenarios.empty()) continue;
      job.request.id = next_id_++;
      job.request.platform = study_.platforms[instance->platform];
      job.request.workload = study_.workloads[instance->workload];
      job.request.time_limit = time_limit_;
      return job;
    }
    return std::nullopt;
  }

private:
  const Study& study_;
  double time_limit_;
  const DimensionIds& ids_;
  const DoneSet& done_;
  InstanceStream stream_;
  std::int64_t next_id_ = 1;
};

// Refreshes the display from a thread of its own until it is destroyed.
class DisplayThread {
public:
  DisplayThread(const ProgressMeter& meter, ProgressDisplay::Mode mode)
      : display_(meter, mode), thread_([this](const std::stop_token& stop) { loop(stop); }) {}
  ~DisplayThread() {
    thread_.request_stop();
    wake_.notify_all();
    thread_.join();
    display_.finish(Clock::now());
  }
  DisplayThread(const DisplayThread&) = delete;
  DisplayThread& operator=(const DisplayThread&) = delete;

private:
  void loop(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      display_.refresh(Clock::now());
      wake_.wait_for(lock, std::chrono::milliseconds(100));
    }
  }

  ProgressDisplay display_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::jthread thread_;
};

SessionInfo session_info(const RunOptions& options, const CampaignState& state, std::uint64_t planned) {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return {.host = host.data(),
          .pid = getpid(),
          .palio_version = std::string(k_version),
          .compiler = std::string(k_compiler),
          .engine = options.engine.name,
          .engine_version = options.engine.version,
          .jobs = options.jobs,
          .sample = static_cast<std::int64_t>(options.selection.sample),
          .planned = static_cast<std::int64_t>(planned),
          .wanted = static_cast<std::int64_t>(state.wanted),
          .stored_before = static_cast<std::int64_t>(state.stored)};
}

void execute(JobSource& source, const RunOptions& options, Interruption& interruption, ProgressMeter& meter,
             ResultWriter& writer) {
  Executor executor(options.jobs, options.make_runner);
  interruption.on_second_signal([&] { executor.abort(); });
  const auto clear = std::shared_ptr<void>(nullptr, [&](void*) { interruption.on_second_signal({}); });
  const DisplayThread display(meter, options.progress);
  executor.run([&] { return interruption.requested() ? std::nullopt : source.next(); },
               [&](const ScenarioId& scenario, ScenarioResult result) {
                 meter.add(std::holds_alternative<Completed>(result.outcome), Clock::now());
                 writer.put({scenario, 1, std::move(result)});
               });
}

}  // namespace

RunSummary run_campaign(const Study& study, const RunOptions& options, Interruption& interruption) {
  const Clock::time_point start = Clock::now();
  ResultStore store(options.database, {study.name, study.title, study.source, study.seed, study.path, study.text});
  const DimensionIds ids = add_dimensions(store, study);
  const DoneSet done = read_done(study, ids, CampaignReader(options.database));
  const CampaignState state = count_state(study, options.selection, done);
  RunSummary summary{.planned = state.wanted - state.stored, .stored_before = state.stored};

  store.begin_session(session_info(options, state, summary.planned));
  ProgressMeter meter(summary.planned, summary.stored_before, start);
  {
    ResultWriter writer(store);
    JobSource source(study, options, ids, done);
    if (summary.planned > 0) execute(source, options, interruption, meter, writer);
    writer.finish();
  }
  summary.completed = meter.completed();
  summary.failed = meter.failed();
  summary.interrupted = summary.completed + summary.failed < summary.planned;
  store.end_session(summary.interrupted ? "interrupted" : "finished");
  store.checkpoint();
  summary.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return summary;
}

}  // namespace palio
