#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "runners/external/external_call.h"
#include "runners/external/library.h"

namespace palio {
namespace {

class PlainStar {
public:
  explicit PlainStar(const Star& star) {
    workers_.reserve(star.workers.size());
    for (const Worker& worker : star.workers)
      workers_.push_back({worker.speed, {worker.link.bandwidth, worker.link.latency}});
    plain_ = {.workers = workers_.data(),
              .worker_count = workers_.size(),
              .master_bandwidth = star.master_bandwidth,
              .port_model = static_cast<std::int32_t>(star.port_model)};
  }
  PlainStar(const PlainStar&) = delete;
  PlainStar& operator=(const PlainStar&) = delete;

  const palio_star& plain() const { return plain_; }

private:
  std::vector<palio_worker> workers_;
  palio_star plain_{};
};

// The policy of a library, ended once. Throws where the library says that it cannot go on.
template <class Plain>
class Begun {
public:
  template <class Begin>
  explicit Begun(Begin begin) : Begun() {
    plain_ = external([&] { return begin(&trouble_.plain()); });
    trouble_.check();
    if (plain_ == nullptr) throw std::runtime_error("the library began no policy and does not say why");
  }
  ~Begun() {
    if (plain_ != nullptr) external([&] { plain_->end(plain_); });
  }
  Begun(const Begun&) = delete;
  Begun& operator=(const Begun&) = delete;

  const Plain* operator->() const { return plain_; }

  // What one of its functions answers.
  template <class Function, class... Given>
  auto ask(Function Plain::*function, Given... given) {
    const auto call = [&] { return (plain_->*function)(plain_, given...); };
    if constexpr (std::is_void_v<decltype(call())>) {
      external(call);
      trouble_.check();
    } else {
      const auto answer = external(call);
      trouble_.check();
      return answer;
    }
  }

private:
  Begun() = default;

  Trouble trouble_;
  Plain* plain_ = nullptr;
};

class LibraryBagPolicy final : public BagPolicy {
public:
  LibraryBagPolicy(decltype(&palio_begin_bags) begin, std::uint32_t strategy, const Star& star, const BagBatch& batch,
                   std::vector<palio_value> parameters)
      : star_(star),
        bags_(plain_bags(batch)),
        instance_{star_.plain(), bags_.data(), bags_.size()},
        parameters_(std::move(parameters)),
        policy_([&](palio_trouble* trouble) { return begin(strategy, &instance_, parameters_.data(), trouble); }) {}

  void released(int application, double now) override { tell(PALIO_RELEASED, application, -1, now); }
  void received(const Send& send, double now) override { tell(PALIO_RECEIVED, send.application, send.worker, now); }
  void started(int application, int worker, double now) override { tell(PALIO_STARTED, application, worker, now); }
  void finished(int application, int worker, double now) override { tell(PALIO_FINISHED, application, worker, now); }

  std::optional<Send> next_send(double now) override {
    wake_up_ = std::numeric_limits<double>::quiet_NaN();
    const palio_send send = policy_.ask(&palio_bag_policy::next_send, now, &wake_up_);
    return send.bag == -1 ? std::nullopt : std::optional(Send{send.bag, send.worker});
  }

  std::optional<double> wake_up() const override {
    return std::isnan(wake_up_) ? std::nullopt : std::optional(wake_up_);
  }

  int next_application(int worker, std::span<const int> held, double now) override {
    return policy_.ask(&palio_bag_policy::next_bag, worker, held.data(), held.size(), now);
  }

private:
  static std::vector<palio_bag> plain_bags(const BagBatch& batch) {
    std::vector<palio_bag> bags;
    for (const BagOfTasks& bag : batch.applications)
      bags.push_back({{bag.name.data(), bag.name.size()}, bag.tasks, bag.flop, bag.bytes, bag.release_date});
    return bags;
  }

  void tell(palio_bag_event event, int bag, int worker, double now) {
    policy_.ask(&palio_bag_policy::told, event, bag, worker, now);
  }

  PlainStar star_;
  std::vector<palio_bag> bags_;
  palio_bag_instance instance_;
  std::vector<palio_value> parameters_;
  double wake_up_ = 0;              // s; NaN: none
  Begun<palio_bag_policy> policy_;  // ended before what it was handed
};

class LibraryFilePolicy final : public FilePolicy {
public:
  LibraryFilePolicy(decltype(&palio_begin_files) begin, std::uint32_t strategy, const Star& star,
                    const SharedFileTasks& tasks, std::vector<palio_value> parameters)
      : star_(star),
        instance_{.star = star_.plain(),
                  .file_bytes = tasks.file_bytes.data(),
                  .file_count = tasks.file_bytes.size(),
                  .file_of_task = tasks.file_of_task.data(),
                  .task_count = tasks.file_of_task.size(),
                  .flop = tasks.flop,
                  .output_bytes = tasks.output_bytes},
        parameters_(std::move(parameters)),
        policy_([&](palio_trouble* trouble) { return begin(strategy, &instance_, parameters_.data(), trouble); }) {
    tree_.supervisors = policy_->supervisors;
    if (const std::int32_t* of = policy_->supervisor_of) tree_.supervisor_of.assign(of, of + star.workers.size());
  }

  FeedingTree tree() const override { return tree_; }

  WorkerOrder idle(int worker, double now) override {
    const palio_order order = policy_.ask(&palio_file_policy::idle, worker, now);
    return {unless_none(order.task), unless_none(order.file)};
  }

  std::optional<int> file_arrived(int worker, int file, double now) override {
    return unless_none(policy_.ask(&palio_file_policy::file_arrived, worker, file, now));
  }

  void finished(int worker, int task, double now) override {
    policy_.ask(&palio_file_policy::finished, worker, task, now);
  }

  bool take_recall() override { return policy_.ask(&palio_file_policy::recall) != 0; }

private:
  static std::optional<int> unless_none(std::int32_t number) {
    return number == -1 ? std::nullopt : std::optional<int>(number);
  }

  PlainStar star_;
  palio_file_instance instance_;
  std::vector<palio_value> parameters_;
  FeedingTree tree_;
  Begun<palio_file_policy> policy_;  // ended before what it was handed
};

}  // namespace

std::unique_ptr<BagPolicy> begin_bags(decltype(&palio_begin_bags) begin, std::uint32_t strategy, const Star& star,
                                      const BagBatch& batch, std::vector<palio_value> parameters) {
  return std::make_unique<LibraryBagPolicy>(begin, strategy, star, batch, std::move(parameters));
}

std::unique_ptr<FilePolicy> begin_files(decltype(&palio_begin_files) begin, std::uint32_t strategy, const Star& star,
                                        const SharedFileTasks& tasks, std::vector<palio_value> parameters) {
  return std::make_unique<LibraryFilePolicy>(begin, strategy, star, tasks, std::move(parameters));
}

}  // namespace palio
