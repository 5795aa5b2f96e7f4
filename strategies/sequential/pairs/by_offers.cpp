// Schedulers that compare the best offers of the ready tasks (place_by_offers()).
#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "strategies/ptg/bottom_level.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

// For one ready task: its least value over the hosts, and the second least; equal if there is one host.
struct Offer {
  int task = -1;
  int host = -1, second_host = -1;  // ties: the first
  double value = 0, second_value = 0;
};

// The best offers of all tasks to the hosts of a schedule. Values must not fall as hosts fill up: so the few hosts that
// were best for a task at one time bound what any other host can offer later, and mostly only they are looked at again.
template <class Value>  // (task, HostSlot) -> double
class Offers {
public:
  Offers(const ReadyPool& pool, const SequentialInstance& instance, Value value)
      : pool_(pool),
        value_(value),
        by_host_(instance.host_count()),
        shortlist_(std::min(by_host_.size(), k_shortlist)),
        hosts_(instance.graph().tasks().size() * shortlist_),
        bounds_(instance.graph().tasks().size()) {}

  Offer first_of(int task) {
    for (std::size_t host = 0; host < by_host_.size(); ++host) by_host_[host] = on_host(task, static_cast<int>(host));
    const auto last = by_host_.begin() + static_cast<std::ptrdiff_t>(shortlist_ - 1);
    std::ranges::nth_element(by_host_, last);
    bounds_[task] = *last;
    for (std::size_t i = 0; i < shortlist_; ++i) listed(task)[i] = by_host_[i].second;
    return offer_of(task);
  }

  /// The offer of a task that has had its first one.
  Offer next_of(int task) {
    const Offer offer = offer_of(task);
    const bool is_sure =
        shortlist_ == by_host_.size() || Choice(offer.second_value, offer.second_host) <= bounds_[task];
    return is_sure ? offer : first_of(task);
  }

private:
  using Choice = std::pair<double, int>;  // value, host

  static constexpr std::size_t k_shortlist = 16;  // two at least

  int* listed(int task) { return &hosts_[static_cast<std::size_t>(task) * shortlist_]; }
  Choice on_host(int task, int host) { return {value_(task, pool_.slot(task, host)), host}; }

  // Of the hosts on the task's list.
  Offer offer_of(int task) {
    constexpr Choice k_no_choice{std::numeric_limits<double>::infinity(), -1};
    Choice best = k_no_choice, second = k_no_choice;
    for (std::size_t i = 0; i < shortlist_; ++i) {
      const Choice choice = on_host(task, listed(task)[i]);
      if (best == k_no_choice || choice < best)
        second = std::exchange(best, choice);
      else if (second == k_no_choice || choice < second)
        second = choice;
    }
    return {task, best.second, second.second, best.first, second == k_no_choice ? best.first : second.first};
  }

  const ReadyPool& pool_;
  Value value_;
  std::vector<Choice> by_host_;
  std::size_t shortlist_;       // length of each list
  std::vector<int> hosts_;      // rows by task
  std::vector<Choice> bounds_;  // by task: the last of its list when it was made
};

// Appends ready tasks one by one to the host of their offer: always the task whose offer is preferred to those of all
// tasks before it (`prefer`: whether the first of two offers is better). An offer stays valid until one of its hosts is
// taken.
template <class Value, class Prefer>
HostSchedule place_by_offers(const SequentialInstance& instance, ReadySet set, Value value, Prefer prefer) {
  HostSchedule schedule(instance);
  ReadyPool pool(schedule, set);
  Offers offers(pool, instance, value);
  std::vector<Offer> offered(instance.graph().tasks().size());
  const auto at = [&](int task) -> Offer& { return offered[task]; };
  while (!pool.tasks().empty()) {
    for (const int task : pool.entered()) at(task) = offers.first_of(task);
    const Offer* chosen = nullptr;
    for (const int task : pool.tasks())
      if (chosen == nullptr || prefer(at(task), *chosen)) chosen = &at(task);
    const int host = chosen->host;
    pool.place(chosen->task, host);
    for (const int task : pool.tasks())
      if (at(task).host == host || at(task).second_host == host) at(task) = offers.next_of(task);
  }
  return schedule;
}

double finish_offered(int, const HostSlot& slot) { return slot.finish; }

bool is_less(const Offer& a, const Offer& b) { return a.value < b.value; }

}  // namespace

// ETF, earliest task first (Hwang, Chow, Anger, Lee, SIAM J. Comput. 18(2) 1989): the ready task and the host of the
// earliest start; among equal starts the task of the largest static level, the longest way to an exit in mean times.
HostSchedule schedule_etf(const SequentialInstance& instance, const Parameters&) {
  const std::vector<double> level = bottom_levels(instance.graph(), mean_times(instance));
  const auto key = [&](const Offer& offer) { return std::tuple(offer.value, -level[offer.task]); };
  return place_by_offers(
      instance, ReadySet::each, [](int, const HostSlot& slot) { return slot.start; },
      [&](const Offer& a, const Offer& b) { return key(a) < key(b); });
}

// DLS, dynamic level scheduling (Sih, Lee, TPDS 4(2) 1993), also called GDL: the ready task and the host of the largest
// dynamic level. This is the static level (the longest way to an exit in median times) minus the start, plus the host's
// advantage: the median time of the task minus its time on the host.
HostSchedule schedule_dls(const SequentialInstance& instance, const Parameters&) {
  const std::vector<double> median = median_times(instance);
  const std::vector<double> level = bottom_levels(instance.graph(), median);
  const auto dynamic_level = [&](int task, const HostSlot& slot) {
    return level[task] - slot.start + (median[task] - instance.time(task, slot.host));
  };
  return place_by_offers(
      instance, ReadySet::each, [&](int task, const HostSlot& slot) { return -dynamic_level(task, slot); }, is_less);
}

// MinMin (Braun et al., JPDC 61(6) 2001, section 3): the smallest of the ready tasks' least finishes.
HostSchedule schedule_min_min(const SequentialInstance& instance, const Parameters& parameters) {
  return place_by_offers(instance, ready_set(parameters), finish_offered, is_less);
}

// MaxMin (Braun et al., JPDC 61(6) 2001, section 3): the greatest of the ready tasks' least finishes.
HostSchedule schedule_max_min(const SequentialInstance& instance, const Parameters& parameters) {
  return place_by_offers(instance, ready_set(parameters), finish_offered,
                         [](const Offer& a, const Offer& b) { return a.value > b.value; });
}

// Duplex (Braun et al., JPDC 61(6) 2001, section 3): the schedule of MinMin or of MaxMin, whichever ends first.
HostSchedule schedule_duplex(const SequentialInstance& instance, const Parameters& parameters) {
  HostSchedule min_min = schedule_min_min(instance, parameters);
  HostSchedule max_min = schedule_max_min(instance, parameters);
  return max_min.end() < min_min.end() ? max_min : min_min;
}

// Sufferage (Maheswaran, Ali, Siegel, Hensgen, Freund, JPDC 59(2) 1999): the ready task that would lose most if it had
// to go to its second best host, to the host where it finishes first.
HostSchedule schedule_sufferage(const SequentialInstance& instance, const Parameters&) {
  const auto sufferage = [](const Offer& offer) { return offer.second_value - offer.value; };
  return place_by_offers(instance, ReadySet::each, finish_offered,
                         [&](const Offer& a, const Offer& b) { return sufferage(a) > sufferage(b); });
}

}  // namespace palio
