#pragma once

#include <limits>

#include "strategies/sequential/model/ready_pool.h"

namespace palio {

/// Of one ready task: its least value over the hosts, and the second least; both the same where there is one host.
struct Offer {
  int task = -1;
  int host = -1, second_host = -1;  // the first of several
  double value = 0, second_value = 0;
};

/// `value`: (task, HostSlot) -> double.
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

/// Appends one ready task after the other to the host of its offer: always that whose offer is preferred to those of
/// all tasks before it (`prefer`: whether the first of two offers is better). Values must not fall while a host fills
/// up, so that an offer stays what it is until one of its hosts is taken.
template <class Value, class Prefer>
HostSchedule place_by_offers(const SequentialInstance& instance, ReadySet set, Value value, Prefer prefer) {
  HostSchedule schedule(instance);
  ReadyPool pool(schedule, set);
  std::vector<Offer> offers(instance.graph().tasks().size());
  const auto at = [&](int task) -> Offer& { return offers[static_cast<std::size_t>(task)]; };
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

}  // namespace palio
