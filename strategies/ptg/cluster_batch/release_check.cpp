#include "strategies/ptg/cluster_batch/release_check.h"

#include <fmt/format.h>

#include "strategies/ptg/graph_method.h"

namespace palio {

void check_released_together(const Workload& workload, std::string_view who) {
  for (std::size_t app = 0; app < workload.applications.size(); ++app)
    if (const double date = workload.applications[app].release_date; date > 0)
      throw NoSchedule(fmt::format(
          "application {} is released at {} s, but {} takes batches released at 0 s only: SELFISH and CRA take others",
          app, date, who));
}

}  // namespace palio
