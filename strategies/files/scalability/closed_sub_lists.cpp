#include "strategies/files/scalability/closed_sub_lists.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>

namespace palio {
namespace {

struct Event {
  double date = 0;
  int worker = 0;
  int list = -1;  // of the task that ends; -1: the worker's file is there
  auto operator<=>(const Event&) const = default;
};

class SubLists {
public:
  SubLists(std::span<const double> ready, std::span<const int> first, std::int64_t tasks, double execution)
      : execution_(execution), left_(tasks) {
    const auto supervisors = static_cast<std::int64_t>(first.size()) - 1;
    for (std::int64_t s = 0; s < supervisors; ++s) {
      ready_.push_back(tasks / supervisors + (s < tasks % supervisors ? 1 : 0));
      for (int worker = first[static_cast<std::size_t>(s)]; worker < first[static_cast<std::size_t>(s) + 1]; ++worker)
        own_.push_back(static_cast<std::size_t>(s));
    }
    undone_ = ready_;
    for (std::size_t worker = 0; worker < ready.size(); ++worker)
      events_.push({ready[worker], static_cast<int>(worker)});
  }

  double makespan() {
    while (true) {
      const double now = events_.top().date;
      if (take_ends(now) == 0) return now;
      ask(now);
    }
  }

private:
  // Everything of one date happens before anybody asks. Returns the tasks that are left.
  std::int64_t take_ends(double now) {
    for (; !events_.empty() && events_.top().date == now; events_.pop()) {
      const Event& event = events_.top();
      asking_.insert(event.worker);
      if (event.list < 0) continue;
      --left_;
      if (--undone_[static_cast<std::size_t>(event.list)] == 0) asking_.merge(idle_);
    }
    return left_;
  }

  void ask(double now) {
    for (const int worker : asking_) {
      const int list = choice(own_[static_cast<std::size_t>(worker)]);
      if (list < 0) {
        idle_.insert(worker);
        continue;
      }
      --ready_[static_cast<std::size_t>(list)];
      events_.push({now + execution_, worker, list});
    }
    asking_.clear();
  }

  int choice(std::size_t own) const {
    if (ready_[own] > 0) return static_cast<int>(own);
    if (undone_[own] > 0) return -1;
    const auto most = std::ranges::max_element(ready_);
    return *most > 0 ? static_cast<int>(most - ready_.begin()) : -1;
  }

  double execution_;
  std::int64_t left_;
  std::vector<std::int64_t> ready_;   // by supervisor: tasks that nobody took
  std::vector<std::int64_t> undone_;  // by supervisor: tasks that are not done
  std::vector<std::size_t> own_;      // by worker: its supervisor
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::set<int> asking_, idle_;
};

}  // namespace

double sub_lists_makespan(std::span<const double> ready, std::span<const int> first, std::int64_t tasks,
                          double execution) {
  return SubLists(ready, first, tasks, execution).makespan();
}

}  // namespace palio
