#include "strategies/bags/greedy_policy.h"

namespace palio {
namespace {

class GreedyPolicy : public BagPolicy {
public:
  GreedyPolicy(ApplicationOrder order, WorkerRule rule, const Star& star, const BagBatch& batch)
      : batch_(batch), applications_(order, star, batch), workers_(rule, star) {}

  void released(int application, double /*now*/) override { applications_.released(application); }
  void finished(int /*application*/, int worker, double /*now*/) override { workers_.finished(worker); }

  std::optional<Send> next_send(double now) override {
    const std::optional<int> application = applications_.current();
    if (!application) return std::nullopt;
    const std::optional<int> worker = workers_.choose(batch_.applications[static_cast<std::size_t>(*application)], now);
    if (!worker) return std::nullopt;
    applications_.sent(*application);
    return Send{*application, *worker};
  }

private:
  const BagBatch& batch_;
  ApplicationChoice applications_;
  WorkerChoice workers_;
};

}  // namespace

std::unique_ptr<BagPolicy> make_greedy_policy(ApplicationOrder order, WorkerRule rule, const Star& star,
                                              const BagBatch& batch) {
  return std::make_unique<GreedyPolicy>(order, rule, star, batch);
}

}  // namespace palio
