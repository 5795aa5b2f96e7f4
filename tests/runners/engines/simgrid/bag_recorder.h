#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/closed_bag_engine.h"
#include "tests/support/isolated_master_worker.h"

namespace palio::test {

/// Asks another policy, and records all that it is told and what it answers.
class BagRecorder : public BagPolicy {
public:
  explicit BagRecorder(std::unique_ptr<BagPolicy> policy) : policy_(std::move(policy)) {}

  void released(int application, double now) override {
    note(0, application, -1, now);
    policy_->released(application, now);
  }
  void received(const Send& send, double now) override {
    note(1, send.application, send.worker, now);
    policy_->received(send, now);
  }
  void started(int application, int worker, double now) override {
    note(2, application, worker, now);
    policy_->started(application, worker, now);
  }
  void finished(int application, int worker, double now) override {
    note(3, application, worker, now);
    policy_->finished(application, worker, now);
  }
  std::optional<Send> next_send(double now) override {
    const std::optional<Send> send = policy_->next_send(now);
    note(4, send ? send->application : -1, send ? send->worker : -1, now);
    return send;
  }
  std::optional<double> wake_up() const override { return policy_->wake_up(); }
  int next_application(int worker, std::span<const int> held, double now) override {
    for (const int application : held) note(5, application, worker, now);
    const int next = policy_->next_application(worker, held, now);
    note(6, next, worker, now);
    return next;
  }

  std::vector<double> told;  // kind, application, worker, date

private:
  void note(int kind, int what, int worker, double now) {
    for (const double number : {double(kind), double(what), double(worker), now}) told.push_back(number);
  }

  std::unique_ptr<BagPolicy> policy_;
};

/// A policy, newly made by `make` for each engine, is told the same events at the same dates by SimGrid and by the
/// closed engine, and gives the same answers.
template <class Make>
void expect_told_alike(const Star& star, const BagBatch& batch, Make make, const std::string& where) {
  BagRecorder expected(make());
  run_bags(star, batch, expected);
  const std::vector<double> told = numbers_of_child([&] {
    BagRecorder recorder(make());
    carry_out(star, batch, recorder, simgrid_crew());
    return recorder.told;
  });
  ASSERT_EQ(told.size(), expected.told.size()) << where;
  for (std::size_t i = 0; i < told.size(); ++i)
    ASSERT_NEAR(told[i], expected.told[i], 1e-9 * std::max(1.0, std::abs(expected.told[i])))
        << where << ", number " << i;
}

}  // namespace palio::test
