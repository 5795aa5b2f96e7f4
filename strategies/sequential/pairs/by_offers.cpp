// Schedulers that compare the best offers of the ready tasks (place_by_offers()).
#include <limits>
#include <tuple>

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

// `value`: (task, HostSlot) -> double.
template <class Value>
Offer offer_of(const HostSchedule& schedule, const ReadyPool& pool, int task, Value value) {
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  Offer offer{task, -1, -1, k_infinity, k_infinity};
  for (int host = 0; host < schedule.instance().host_count(); ++host) {
    const double of_host = value(task, pool.slot(task, host));
    if (offer.host < 0 || of_host < offer.value) {
      offer.second_host = offer.host;
      offer.second_value = offer.value;
      offer.host = host;
      offer.value = of_host;
    } else if (offer.second_host < 0 || of_host < offer.second_value) {
      offer.second_host = host;
      offer.second_value = of_host;
    }
  }
  if (offer.second_host < 0) offer.second_value = offer.value;
  return offer;
}

// Appends ready tasks one by one to the host of their offer: always the task whose offer is preferred to those of all
// tasks before it (`prefer`: whether the first of two offers is better). Values must not fall as a host fills up, so
// that an offer stays valid until one of its hosts is taken.
template <class Value, class Prefer>
HostSchedule place_by_offers(const SequentialInstance& instance, ReadySet set, Value value, Prefer prefer) {
  HostSchedule schedule(instance);
  ReadyPool pool(schedule, set);
  std::vector<Offer> offers(instance.graph().tasks().size());
  const auto at = [&](int task) -> Offer& { return offers[task]; };
  while (!pool.tasks().empty()) {
    for (const int task : pool.entered()) at(task) = offer_of(schedule, pool, task, value);
    const Offer* chosen = nullptr;
    for (const int task : pool.tasks())
      if (chosen == nullptr || prefer(at(task), *chosen)) chosen = &at(task);
    const int host = chosen->host;
    pool.place(chosen->task, host);
    for (const int task : pool.tasks())
      if (at(task).host == host || at(task).second_host == host) at(task) = offer_of(schedule, pool, task, value);
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
