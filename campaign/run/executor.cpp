#include "campaign/run/executor.h"

#include <tbb/concurrent_queue.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <latch>
#include <thread>
#include <utility>

#include "campaign/run/handover.h"
#include "core/shortage.h"

namespace palio {
namespace {

// TBB takes jobs one after the other, executes each after taking it, and returns after all of them.
Handover taken, executed;

// If the system refuses a thread, TBB fails without an error number and while jobs are running: start as many threads
// beforehand and end them.
void require_threads(int count) {
  std::latch over(1);
  std::vector<std::jthread> threads;
  const std::shared_ptr<void> at_end(nullptr, [&](void*) { over.count_down(); });  // before the threads are joined
  for (int i = 0; i < count; ++i) threads.emplace_back([&over] { over.wait(); });
}

}  // namespace

/// The runners, and which of them are free.
class Executor::Slots {
public:
  Slots(int jobs, const MakeRunner& make_runner) {
    for (int i = 0; i < jobs; ++i) {
      runners_.push_back(make_runner());
      free_.push(runners_.back().get());
    }
  }

  /// A runner that nothing else uses during the lifetime of the lease.
  class Lease {
  public:
    explicit Lease(Slots& slots) : slots_(slots) { slots_.free_.pop(runner_); }
    ~Lease() {
      slots_.free_.push(runner_);
      executed.give();
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Runner& runner() const { return *runner_; }

  private:
    Slots& slots_;
    Runner* runner_ = nullptr;
  };

  void abort() {
    for (const std::unique_ptr<Runner>& runner : runners_) runner->abort();
  }

private:
  std::vector<std::unique_ptr<Runner>> runners_;
  tbb::concurrent_bounded_queue<Runner*> free_;
};

Executor::Executor(int jobs, const MakeRunner& make_runner)
    : jobs_(jobs), slots_(std::make_unique<Slots>(jobs, make_runner)) {}

Executor::~Executor() = default;

void Executor::run(const Source& source, const Sink& sink) {
  using Jobs = std::vector<Job>;
  require_threads(jobs_ - 1);  // this thread works, too
  // An arena alone gets no more threads than cores, but a slot waits for its worker most of the time.
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(jobs_) + 1);
  taken.give();
  const ReceiveAtEnd all_taken{taken}, all_executed{executed};
  const auto take =
      tbb::make_filter<void, Jobs>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) -> Jobs {
        taken.receive();
        const GiveAtEnd end_of_taking{taken};
        Jobs jobs = source();
        if (jobs.empty()) control.stop();
        return jobs;
      });
  const auto execute = tbb::make_filter<Jobs, void>(tbb::filter_mode::parallel, [&](const Jobs& jobs) {
    taken.receive();
    refill_reserve();
    const Slots::Lease lease(*slots_);
    std::vector<const RunRequest*> requests;
    for (const Job& job : jobs) requests.push_back(&job.request);
    lease.runner().run_all(
        requests, [&](std::size_t i, int strategy, ScenarioResult result, const std::optional<ScheduleDetail>&) {
          sink(jobs[i], jobs[i].scenarios[static_cast<std::size_t>(strategy)], std::move(result));
        });
  });
  tbb::task_arena arena(jobs_);
  arena.execute([&] { tbb::parallel_pipeline(static_cast<std::size_t>(jobs_), take & execute); });
}

void Executor::abort() { slots_->abort(); }

}  // namespace palio
