#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "palio/declaration.h"

/// Strategies for tasks that share files on a star.
namespace palio::own {

/// The instance to schedule: tasks with files on a star. Lives as long as the policy.
class FileInstanceView {
public:
  explicit FileInstanceView(const palio_file_instance& instance) : instance_(&instance) {}

  const palio_star& star() const { return instance_->star; }
  std::span<const palio_worker> workers() const { return {instance_->star.workers, instance_->star.worker_count}; }
  int task_count() const { return static_cast<int>(instance_->task_count); }
  /// By task.
  std::span<const int32_t> file_of_task() const { return {instance_->file_of_task, instance_->task_count}; }
  /// By file.
  std::span<const double> file_bytes() const { return {instance_->file_bytes, instance_->file_count}; }
  double flop() const { return instance_->flop; }
  double output_bytes() const { return instance_->output_bytes; }

private:
  const palio_file_instance* instance_;
};

/// What an idle worker does next: it starts a task whose file it has, or its feeder sends it a file; at most one of the
/// two. Neither: it waits for take_recall().
struct IdleOrder {
  std::optional<int32_t> task;
  std::optional<int32_t> file;
};

/// Decides while one simulation runs: it is told what happens, and asked. Dates in s. Workers, tasks and files are
/// numbered from 0. A task may run on several workers: when the first copy is done the others stop, and their workers
/// are idle.
class FileDecider {
public:
  FileDecider() = default;
  FileDecider(const FileDecider&) = delete;
  FileDecider& operator=(const FileDecider&) = delete;
  virtual ~FileDecider() = default;

  /// Number of nodes between the master and workers that pass files on, with ports like the master's; and, by worker,
  /// its supervisor, or -1 if the master feeds it. Asked once.
  virtual int supervisors() const { return 0; }
  virtual std::vector<int32_t> supervisor_of() const { return {}; }

  /// A worker is idle. If the answer is a file, it is sent, and the worker asks again through file_arrived().
  virtual IdleOrder idle(int worker, double now) = 0;
  /// The file has arrived: the task that starts now. Empty: the worker is idle and asked at once.
  virtual std::optional<int32_t> file_arrived(int worker, int file, double now) = 0;
  /// The first copy of a task is done, by this worker.
  virtual void finished(int /*worker*/, int /*task*/, double /*now*/) {}
  /// Asked once after the tasks that end at a date: whether workers that were given nothing are to be asked again.
  virtual bool take_recall() { return false; }
};

/// A strategy for tasks that share files: makes the policy of one simulation.
class FileStrategy : public StrategyBase {
public:
  explicit FileStrategy(Declaration declaration) : StrategyBase(declaration.schedules("files")) {}

  virtual std::unique_ptr<FileDecider> begin(const FileInstanceView& instance, const Values& parameters) const = 0;
};

/// A policy as Palio calls it.
class PlainFileDecider : public palio_file_policy {
public:
  PlainFileDecider(std::unique_ptr<FileDecider> policy, palio_trouble& trouble)
      : palio_file_policy{policy->supervisors(), nullptr, idle_of, file_arrived_of, finished_of, recall_of, end_of},
        policy_(std::move(policy)),
        supervisors_(policy_->supervisor_of()),
        trouble_(trouble) {
    if (!supervisors_.empty()) supervisor_of = supervisors_.data();
  }

private:
  static PlainFileDecider& self(palio_file_policy* policy) { return *static_cast<PlainFileDecider*>(policy); }

  static palio_order idle_of(palio_file_policy* plain, int32_t worker, double now) {
    return guarded(self(plain).trouble_, palio_order{-1, -1}, [&] {
      const IdleOrder order = self(plain).policy_->idle(worker, now);
      return palio_order{order.task.value_or(-1), order.file.value_or(-1)};
    });
  }
  static int32_t file_arrived_of(palio_file_policy* plain, int32_t worker, int32_t file, double now) {
    return guarded(self(plain).trouble_, int32_t{-1},
                   [&] { return self(plain).policy_->file_arrived(worker, file, now).value_or(-1); });
  }
  static void finished_of(palio_file_policy* plain, int32_t worker, int32_t task, double now) {
    guarded(self(plain).trouble_, [&] { self(plain).policy_->finished(worker, task, now); });
  }
  static int32_t recall_of(palio_file_policy* plain) {
    return guarded(self(plain).trouble_, int32_t{0}, [&] { return self(plain).policy_->take_recall() ? 1 : 0; });
  }
  static void end_of(palio_file_policy* plain) { delete &self(plain); }

  std::unique_ptr<FileDecider> policy_;
  std::vector<int32_t> supervisors_;
  palio_trouble& trouble_;
};

}  // namespace palio::own
