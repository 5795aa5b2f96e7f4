#pragma once

#include <algorithm>

#include "core/identity/random_stream.h"
#include "platforms/model/star.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio::test {

/// Up to so many workers, links and processors up to ten times slower than the best.
inline Star small_star(RandomStream& random, int most_workers) {
  Star star{{}, random.uniform_real(5, 20), PortModel::one_port};
  const auto workers = random.uniform_integer(1, most_workers);
  for (int i = 0; i < workers; ++i)
    star.workers.push_back({10 / random.uniform_real(1, 10), {10 / random.uniform_real(1, 10), 0}});
  return star;
}

/// Up to so many applications of up to 12 tasks; now and then several at one date.
inline BagBatch small_bags(RandomStream& random, int most_applications) {
  BagBatch batch;
  const auto applications = random.uniform_integer(1, most_applications);
  double date = 0;
  for (int i = 0; i < applications; ++i) {
    batch.applications.push_back({"", static_cast<int>(random.uniform_integer(1, 12)), random.uniform_real(1, 20),
                                  random.uniform_real(1, 20), date});
    date += std::max(0.0, random.uniform_real(-5, 25));
  }
  return batch;
}

}  // namespace palio::test
