#pragma once

#include <optional>
#include <vector>

#include "platforms/model/star.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// In which order a greedy strategy carries out applications. fifo: by release. spt: by dedicated makespan MS*; the
/// one begun is kept until its tasks are sent. srpt: by MS* x unsent / tasks; swrpt: by that times MS*; both sorted
/// anew at every release, so that a new application may overtake one begun.
enum class ApplicationOrder { fifo, spt, srpt, swrpt };

/// Selects the application whose task is sent next, one application at a time. Benoit, Marchal, Pineau, Robert, Vivien:
/// Offline and online scheduling of concurrent bags-of-tasks on heterogeneous platforms (2008), section 4.1. An
/// application is done with when its last task is sent, not when it is computed: otherwise workers would starve. Ties
/// go to the lower index, which is the earlier release.
class ApplicationChoice {
public:
  ApplicationChoice(ApplicationOrder order, const Star& star, const BagBatch& batch);

  void released(int application);
  void sent(int application);
  /// Of the released applications with unsent tasks; nothing if there is none.
  std::optional<int> current();

private:
  struct State {
    double makespan = 0;  // MS*, s
    int tasks = 0;
    int unsent = 0;
    double key = 0;  // least first
  };

  State& state(int application) { return states_[static_cast<std::size_t>(application)]; }
  double key(int application);

  ApplicationOrder order_;
  std::vector<State> states_;
  std::vector<int> released_;   // in the order of their turns
  std::optional<int> current_;  // begun; spt keeps it
};

}  // namespace palio
