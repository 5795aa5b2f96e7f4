// WBA, the workflow-based allocation (Blythe et al., CCGrid 2005), a greedy randomised search: each step draws, with
// equal probability, one of the pairs of a ready task and a host that make the schedule longer by at most alpha of the
// range between the least and the greatest such increase. The best schedule of several passes is kept.
#include <fmt/format.h>

#include <algorithm>

#include "core/identity/random_stream.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

struct Pair {
  int task, host;
  double increase;  // of the end of the schedule, s
};

HostSchedule one_pass(const SequentialInstance& instance, double alpha, RandomStream& random) {
  HostSchedule schedule(instance);
  ReadyPool pool(schedule, ReadySet::each);
  std::vector<Pair> pairs;
  while (!pool.tasks().empty()) {
    pairs.clear();
    for (const int task : pool.tasks())
      for (int host = 0; host < instance.host_count(); ++host)
        pairs.push_back({task, host, std::max(0.0, pool.slot(task, host).finish - schedule.end())});
    const auto [least, greatest] = std::ranges::minmax(pairs, {}, &Pair::increase);
    const double bound = least.increase + alpha * (greatest.increase - least.increase);
    std::erase_if(pairs, [=](const Pair& pair) { return pair.increase > bound; });
    const Pair& drawn = pairs[random.uniform_integer(0, static_cast<std::int64_t>(pairs.size()) - 1)];
    pool.place(drawn.task, drawn.host);
  }
  return schedule;
}

}  // namespace

// Each pass has its own stream: a larger number of passes leaves the first ones unchanged.
HostSchedule schedule_wba(const SequentialInstance& instance, const Parameters& parameters) {
  const Recipe draws{"WBA", {{"draw", integer_of(parameters, "draw")}}};
  const double alpha = real_of(parameters, "increase_range");
  const auto pass = [&](std::int64_t i) {
    RandomStream random(draws, {}, fmt::format("pass/{}", i));
    return one_pass(instance, alpha, random);
  };
  HostSchedule best = pass(0);
  for (std::int64_t i = 1; i < integer_of(parameters, "repeats"); ++i)
    if (HostSchedule other = pass(i); other.end() < best.end()) best = std::move(other);
  return best;
}

}  // namespace palio
