#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/identity/parameters.h"
#include "platforms/model/star.h"
#include "strategies/bags/dedicated_rate.h"
#include "strategies/model/strategy.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// The next message of the master: the input of one task of an application, to a worker.
struct Send {
  int application = 0;
  int worker = 0;
};

/// An online strategy for bags of tasks, which decides while an engine runs: the engine reports every event at its date
/// (s) and asks; a policy answers, and never sees the engine. The engine reports all events of a date before it asks.
/// All calls come from one thread. Any exception from a policy fails its scenario.
class BagPolicy {
public:
  BagPolicy() = default;
  BagPolicy(const BagPolicy&) = delete;
  BagPolicy& operator=(const BagPolicy&) = delete;
  virtual ~BagPolicy() = default;

  /// An application is released: its tasks may be sent from now on.
  virtual void released(int /*application*/, double /*now*/) {}
  /// A message left the master's port; the task is with the worker now.
  virtual void received(const Send& /*send*/, double /*now*/) {}
  /// A worker starts a task; a worker ends one.
  virtual void started(int /*application*/, int /*worker*/, double /*now*/) {}
  virtual void finished(int /*application*/, int /*worker*/, double /*now*/) {}

  /// The port is free (multi-port: for one more message): what to send, of a released application with tasks left.
  /// Empty: the master idles until the next event or until wake_up().
  virtual std::optional<Send> next_send(double now) = 0;

  /// After next_send() answered with nothing: ask again at this date even if nothing happens until then.
  virtual std::optional<double> wake_up() const { return std::nullopt; }

  /// Called when a worker is idle. Returns an application; the worker starts the task of it that it received first.
  /// `held`: the applications of the tasks it holds, each once, in the order of the first reception.
  virtual int next_application(int /*worker*/, std::span<const int> held, double /*now*/) { return held.front(); }

  /// Linear programs solved so far, and the CPU time (s) they took.
  struct LpUse {
    int count = 0;
    double time = 0;
  };
  virtual LpUse lp_use() const { return {}; }
};

/// Makes the policy of one run. The batch has the instance's release dates; a strategy that calls itself online may use
/// only those that released() reports. The star and the batch outlive the policy.
using MakeBagPolicy =
    std::function<std::unique_ptr<BagPolicy>(const Star& star, const BagBatch& batch, const Parameters& parameters)>;

/// How a strategy schedules bags of tasks on a star.
class BagMethod final : public StarMethod<BagBatch> {
public:
  BagMethod(MakeBagPolicy make, PortNeed ports) : StarMethod(ports), policy(std::move(make)) {}

  /// Release dates (s) come from the star.
  BagBatch settled_workload(std::string_view /*strategy*/, const Parameters& /*parameters*/, const Star& star,
                            const BagBatch& batch) const override {
    return dated(batch, star);
  }

  MakeBagPolicy policy;
};

}  // namespace palio
