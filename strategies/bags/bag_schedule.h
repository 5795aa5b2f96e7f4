#pragma once

#include <string_view>
#include <vector>

namespace palio {

/// One task of a bag from its way over the network to its end. Dates in s.
struct BagTask {
  int application = 0;
  int worker = 0;
  double send_start = 0;
  double send_finish = 0;
  double start = 0;
  double finish = 0;
};

/// What an engine made of a policy's answers, in the order of the sends.
struct BagSchedule {
  using Role = struct ScheduleRole;
  static constexpr std::string_view k_called = "bags of tasks";

  std::vector<BagTask> tasks;
};

}  // namespace palio
