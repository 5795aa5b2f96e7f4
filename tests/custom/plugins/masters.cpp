// A second FIFO-MCT and WQ, written only against the plugin headers: their rows must equal those of Palio's own, to the
// last bit. Also strategies that misbehave while a simulation runs.
#include <palio/strategy.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace {

namespace own = palio::own;

// The first released bag with tasks left, to the worker that finishes it first.
class FirstToFinish : public own::BagDecider {
public:
  explicit FirstToFinish(const own::BagInstanceView& instance)
      : instance_(instance), ready_(instance.workers().size()) {
    for (const palio_bag& bag : instance.bags()) unsent_.push_back(bag.tasks);
  }

  void released(int bag, double /*now*/) override { released_ = bag + 1; }

  std::optional<palio_send> next_send(double now) override {
    for (int bag = 0; bag < released_; ++bag)
      if (unsent_[static_cast<std::size_t>(bag)] > 0) {
        --unsent_[static_cast<std::size_t>(bag)];
        return palio_send{bag, first_to_finish(instance_.bags()[static_cast<std::size_t>(bag)], now)};
      }
    return std::nullopt;
  }

private:
  int32_t first_to_finish(const palio_bag& bag, double now) {
    std::size_t best = 0;
    double earliest = finish(0, bag, now);
    for (std::size_t worker = 1; worker < ready_.size(); ++worker) {
      const double date = finish(worker, bag, now);
      if (date < earliest) best = worker, earliest = date;
    }
    ready_[best] = earliest;
    return static_cast<int32_t>(best);
  }

  double finish(std::size_t worker, const palio_bag& bag, double now) const {
    const palio_worker& of = instance_.workers()[worker];
    const double bandwidth = std::min(instance_.star().master_bandwidth, of.link.bandwidth);
    return std::max(now + of.link.latency + bag.bytes / bandwidth, ready_[worker]) + bag.flop / of.speed;
  }

  own::BagInstanceView instance_;
  int released_ = 0;
  std::vector<int> unsent_;
  std::vector<double> ready_;  // s
};

class MyFifo final : public own::BagStrategy {
public:
  MyFifo() : BagStrategy(own::Declaration("MY-FIFO-MCT", "first released first, to the first to finish").one_port()) {}

  std::unique_ptr<own::BagDecider> begin(const own::BagInstanceView& instance, const own::Values&) const override {
    return std::make_unique<FirstToFinish>(instance);
  }
};

// Every task needs its file sent.
class WorkQueue : public own::FileDecider {
public:
  explicit WorkQueue(const own::FileInstanceView& instance)
      : instance_(instance), waiting_(instance.workers().size()) {}

  own::IdleOrder idle(int worker, double /*now*/) override {
    if (next_ == instance_.task_count()) return {};
    waiting_[static_cast<std::size_t>(worker)] = next_;
    return {std::nullopt, instance_.file_of_task()[static_cast<std::size_t>(next_++)]};
  }

  std::optional<int32_t> file_arrived(int worker, int /*file*/, double /*now*/) override {
    return waiting_[static_cast<std::size_t>(worker)];
  }

private:
  own::FileInstanceView instance_;
  int32_t next_ = 0;
  std::vector<int32_t> waiting_;  // by worker: the task whose file is on its way
};

class MyQueue final : public own::FileStrategy {
public:
  MyQueue() : FileStrategy(own::Declaration("MY-WQ", "every task brings its file")) {}

  std::unique_ptr<own::FileDecider> begin(const own::FileInstanceView& instance, const own::Values&) const override {
    return std::make_unique<WorkQueue>(instance);
  }
};

void misbehave(const std::string& act) {
  if (act == "segfault") std::raise(SIGSEGV);
  if (act == "throw") throw std::runtime_error("no such luck");
  if (act == "no-plan") throw own::NoPlan("nothing fits");
  if (act == "exit") std::_Exit(3);
  for (volatile bool forever = act == "loop"; forever;) {
  }
}

class BadBags final : public own::BagStrategy {
public:
  BadBags()
      : BagStrategy(own::Declaration("BAD-BAGS", "does what it is asked for")
                        .text("act", "what it does",
                              {"nothing", "segfault", "throw", "no-plan", "exit", "loop", "at-begin", "never",
                               "no-such-bag", "no-such-worker", "not-held", "past", "for-ever"},
                              "nothing")) {}

  std::unique_ptr<own::BagDecider> begin(const own::BagInstanceView& instance,
                                         const own::Values& values) const override {
    const std::string act(values.text("act"));
    if (act == "at-begin") throw std::runtime_error("no such start");
    return std::make_unique<Policy>(instance, act);
  }

private:
  class Policy final : public FirstToFinish {
  public:
    Policy(const own::BagInstanceView& instance, std::string act) : FirstToFinish(instance), act_(std::move(act)) {}

    void finished(int /*bag*/, int /*worker*/, double /*now*/) override { misbehave(act_); }
    std::optional<palio_send> next_send(double now) override {
      if (act_ == "never" || act_ == "past" || act_ == "for-ever") return std::nullopt;
      if (act_ == "no-such-bag") return palio_send{1'000'000, 0};
      if (act_ == "no-such-worker") return palio_send{0, -7};
      return FirstToFinish::next_send(now);
    }
    std::optional<double> wake_up() const override {
      if (act_ == "past") return -1;
      return act_ == "for-ever" ? std::optional(std::numeric_limits<double>::infinity()) : std::nullopt;
    }
    int next_bag(int worker, std::span<const int32_t> held, double now) override {
      return act_ == "not-held" ? -5 : FirstToFinish::next_bag(worker, held, now);
    }

  private:
    std::string act_;
  };
};

class BadFiles final : public own::FileStrategy {
public:
  BadFiles()
      : FileStrategy(own::Declaration("BAD-FILES", "does what it is asked for")
                         .text("act", "what it does",
                               {"nothing", "segfault", "throw", "no-plan", "exit", "loop", "at-begin", "never",
                                "no-such-file", "no-such-task", "without-file", "odd-tree"},
                               "nothing")) {}

  std::unique_ptr<own::FileDecider> begin(const own::FileInstanceView& instance,
                                          const own::Values& values) const override {
    const std::string act(values.text("act"));
    if (act == "at-begin") throw std::runtime_error("no such start");
    return std::make_unique<Policy>(instance, act);
  }

private:
  class Policy final : public WorkQueue {
  public:
    Policy(const own::FileInstanceView& instance, std::string act)
        : WorkQueue(instance), workers_(instance.workers().size()), act_(std::move(act)) {}

    std::vector<int32_t> supervisor_of() const override {
      return act_ == "odd-tree" ? std::vector<int32_t>(workers_, 5) : std::vector<int32_t>();
    }
    void finished(int /*worker*/, int /*task*/, double /*now*/) override { misbehave(act_); }
    own::IdleOrder idle(int worker, double now) override {
      if (act_ == "never") return {};
      if (act_ == "no-such-file") return {std::nullopt, 1'000'000};
      if (act_ == "no-such-task") return {1'000'000, std::nullopt};
      if (act_ == "without-file") return {0, std::nullopt};
      return WorkQueue::idle(worker, now);
    }

  private:
    std::size_t workers_;
    std::string act_;
  };
};

}  // namespace

PALIO_STRATEGIES(MyFifo, MyQueue, BadBags, BadFiles)
