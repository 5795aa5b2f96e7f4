#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "palio/declaration.h"

/// Strategies for bags of tasks on a star.
namespace palio::own {

/// The instance to schedule: bags on a star. Lives as long as the policy.
class BagInstanceView {
public:
  explicit BagInstanceView(const palio_bag_instance& instance) : instance_(&instance) {}

  const palio_star& star() const { return instance_->star; }
  std::span<const palio_worker> workers() const { return {instance_->star.workers, instance_->star.worker_count}; }
  std::span<const palio_bag> bags() const { return {instance_->bags, instance_->bag_count}; }

private:
  const palio_bag_instance* instance_;
};

/// Decides while one simulation runs: it is told what happens, and asked. Dates in s. Bags and workers are numbered
/// from 0.
class BagDecider {
public:
  BagDecider() = default;
  BagDecider(const BagDecider&) = delete;
  BagDecider& operator=(const BagDecider&) = delete;
  virtual ~BagDecider() = default;

  /// A bag is released: its tasks may be sent from now on.
  virtual void released(int /*bag*/, double /*now*/) {}
  /// A worker has received a task of a bag, starts one, has finished one.
  virtual void received(int /*bag*/, int /*worker*/, double /*now*/) {}
  virtual void started(int /*bag*/, int /*worker*/, double /*now*/) {}
  virtual void finished(int /*bag*/, int /*worker*/, double /*now*/) {}

  /// The master may send: a task of a released bag with tasks left, to a worker. Empty: Palio asks again after the next
  /// event, or at wake_up().
  virtual std::optional<palio_send> next_send(double now) = 0;
  /// After next_send() returned nothing: ask again at this date even if nothing happens until then.
  virtual std::optional<double> wake_up() const { return std::nullopt; }

  /// A worker is idle: the bag whose first received task it starts. `held`: the bags of its tasks, each once, in the
  /// order of the first reception.
  virtual int next_bag(int /*worker*/, std::span<const int32_t> held, double /*now*/) { return held.front(); }
};

/// A strategy for bags of tasks: makes the policy of one simulation.
class BagStrategy : public StrategyBase {
public:
  explicit BagStrategy(Declaration declaration) : StrategyBase(declaration.schedules("bags")) {}

  virtual std::unique_ptr<BagDecider> begin(const BagInstanceView& instance, const Values& parameters) const = 0;
};

/// A policy as Palio calls it.
class PlainBagDecider : public palio_bag_policy {
public:
  PlainBagDecider(std::unique_ptr<BagDecider> policy, palio_trouble& trouble)
      : palio_bag_policy{told_of, next_send_of, next_bag_of, end_of}, policy_(std::move(policy)), trouble_(trouble) {}

private:
  static PlainBagDecider& self(palio_bag_policy* policy) { return *static_cast<PlainBagDecider*>(policy); }

  static void told_of(palio_bag_policy* plain, int32_t event, int32_t bag, int32_t worker, double now) {
    BagDecider& policy = *self(plain).policy_;
    guarded(self(plain).trouble_, [&] {
      switch (event) {
        case PALIO_RELEASED: return policy.released(bag, now);
        case PALIO_RECEIVED: return policy.received(bag, worker, now);
        case PALIO_STARTED: return policy.started(bag, worker, now);
        case PALIO_FINISHED: return policy.finished(bag, worker, now);
        default: return;
      }
    });
  }
  static palio_send next_send_of(palio_bag_policy* plain, double now, double* wake_up) {
    BagDecider& policy = *self(plain).policy_;
    return guarded(self(plain).trouble_, palio_send{-1, -1}, [&] {
      if (const std::optional<palio_send> send = policy.next_send(now)) return *send;
      if (const std::optional<double> date = policy.wake_up()) *wake_up = *date;
      return palio_send{-1, -1};
    });
  }
  static int32_t next_bag_of(palio_bag_policy* plain, int32_t worker, const int32_t* held, size_t count, double now) {
    return guarded(self(plain).trouble_, int32_t{-1}, [&]() -> int32_t {
      return self(plain).policy_->next_bag(worker, {held, count}, now);
    });
  }
  static void end_of(palio_bag_policy* plain) { delete &self(plain); }

  std::unique_ptr<BagDecider> policy_;
  palio_trouble& trouble_;
};

}  // namespace palio::own
