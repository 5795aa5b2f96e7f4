#include "runners/custom/library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/error.h"
#include "runners/custom/custom_call.h"
#include "runners/custom/file_digest.h"
#include "runners/custom/graph_plan.h"
#include "strategies/custom/custom_code.h"

namespace palio {
namespace {

std::vector<palio_worker> plain_workers(const Star& star) {
  std::vector<palio_worker> workers;
  for (const Worker& worker : star.workers)
    workers.push_back({worker.speed, {worker.link.bandwidth, worker.link.latency}});
  return workers;
}

palio_star plain_star(const Star& star, const std::vector<palio_worker>& workers) {
  return {.workers = workers.data(),
          .worker_count = workers.size(),
          .master_bandwidth = star.master_bandwidth,
          .port_model = static_cast<std::int32_t>(star.port_model)};
}

// Owns a policy of a library and ends it once. Throws if the library reports that it cannot continue.
template <class Plain>
class Begun {
public:
  template <class Begin>
  explicit Begun(Begin begin) : Begun() {
    plain_ = call_custom([&] { return begin(&trouble_.plain()); });
    trouble_.check();
    if (plain_ == nullptr) throw std::runtime_error("the library began no policy and does not say why");
  }
  ~Begun() {
    if (plain_ != nullptr) call_custom([&] { plain_->end(plain_); });
  }

  const Plain* operator->() const { return plain_; }

  template <class Function, class... Given>
  auto ask(Function Plain::*function, Given... given) {
    const auto call = [&] { return (plain_->*function)(plain_, given...); };
    if constexpr (std::is_void_v<decltype(call())>) {
      call_custom(call);
      trouble_.check();
    } else {
      const auto answer = call_custom(call);
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
      : workers_(plain_workers(star)),
        bags_(plain_bags(batch)),
        instance_{plain_star(star, workers_), bags_.data(), bags_.size()},
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

  std::vector<palio_worker> workers_;
  std::vector<palio_bag> bags_;
  palio_bag_instance instance_;
  std::vector<palio_value> parameters_;
  double wake_up_ = 0;              // s; NaN: none
  Begun<palio_bag_policy> policy_;  // ended before the data that it was given
};

class LibraryFilePolicy final : public FilePolicy {
public:
  LibraryFilePolicy(decltype(&palio_begin_files) begin, std::uint32_t strategy, const Star& star,
                    const SharedFileTasks& tasks, std::vector<palio_value> parameters)
      : workers_(plain_workers(star)),
        instance_{.star = plain_star(star, workers_),
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

  std::vector<palio_worker> workers_;
  palio_file_instance instance_;
  std::vector<palio_value> parameters_;
  FeedingTree tree_;
  Begun<palio_file_policy> policy_;  // ended before the data that it was given
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

static_assert(PALIO_ABI_VERSION == k_interface_version);

Library::Library(std::string file, const std::string& content_digest) : file_(std::move(file)) {
  if (!content_digest.empty() && file_digest(file_) != content_digest)
    throw UserError(fmt::format("the library {} is not the one that the run began with: run the study again", file_));
  // An absolute path: for a name without a slash, the linker would search other folders.
  const std::string path = std::filesystem::absolute(file_).string();
  handle_ = call_custom([&] { return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); });
  if (handle_ == nullptr) throw UserError(fmt::format("cannot load the library {}: {}", file_, dlerror()));
  const auto version = *static_cast<const std::uint32_t*>(symbol("palio_abi_version"));
  if (version != PALIO_ABI_VERSION)
    throw UserError(
        fmt::format("the library {} has version {} of Palio's interface for strategies, and this Palio takes version "
                    "{}: build it again with the headers of this Palio",
                    file_, version, PALIO_ABI_VERSION));
}

void* Library::symbol(const char* name) const {
  void* found = call_custom([&] { return dlsym(handle_, name); });  // a symbol may be resolved by the library's code
  if (found == nullptr)
    throw UserError(fmt::format(
        "the library {} is not one of strategies for Palio, or lacks a kind that it describes: it does not export {} "
        "(docs/custom-strategies.md)",
        file_, name));
  return found;
}

std::string Library::description() const {
  const auto describe = function<decltype(palio_description)>("palio_description");
  const char* text = call_custom([&] { return describe(); });
  if (text == nullptr) throw UserError(fmt::format("the library {} describes nothing", file_));
  return text;
}

SchedulingResult Library::schedule(std::size_t strategy, const Platform& platform, const Workload& workload,
                                   std::span<const palio_value> parameters) const {
  GraphPlan plan(platform, workload);
  const PlainInstance instance(platform, workload);
  const auto schedule_graphs = function<decltype(palio_schedule_graphs)>("palio_schedule_graphs");
  call_custom([&] {
    schedule_graphs(static_cast<std::uint32_t>(strategy), &instance.plain(), parameters.data(), &plan.plain());
  });
  return {plan.schedule(), {}};
}

std::vector<Decision> Library::decide(std::size_t strategy, const Situation& situation,
                                      std::span<const palio_value> parameters) const {
  GraphPlan plan(situation.platform, situation.workload);
  const PlainInstance instance(situation.platform, situation.workload);
  const PlainSituation told(situation);
  const auto decide_graphs = function<decltype(palio_decide_graphs)>("palio_decide_graphs");
  call_custom([&] {
    decide_graphs(static_cast<std::uint32_t>(strategy), &instance.plain(), &told.plain(), parameters.data(),
                  &plan.plain());
  });
  return plan.decisions();
}

std::unique_ptr<BagPolicy> Library::begin(std::size_t strategy, const Star& star, const BagBatch& batch,
                                          std::vector<palio_value> parameters) const {
  return begin_bags(function<decltype(palio_begin_bags)>("palio_begin_bags"), static_cast<std::uint32_t>(strategy),
                    star, batch, std::move(parameters));
}

std::unique_ptr<FilePolicy> Library::begin(std::size_t strategy, const Star& star, const SharedFileTasks& tasks,
                                           std::vector<palio_value> parameters) const {
  return begin_files(function<decltype(palio_begin_files)>("palio_begin_files"), static_cast<std::uint32_t>(strategy),
                     star, tasks, std::move(parameters));
}

}  // namespace palio
