#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/model/star.h"
#include "strategies/model/dates.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// One task of a bag from its transfer over the network to its end. Dates in s.
struct BagTask {
  int application = 0;
  int worker = 0;
  double send_start = 0;
  double send_finish = 0;
  double start = 0;
  double finish = 0;
};

/// The simulated schedule of a policy, in the order of the sends.
struct BagSchedule {
  using Role = struct ScheduleRole;
  static constexpr std::string_view k_called = "bags of tasks";

  std::vector<BagTask> tasks;
};

/// The first rule that a run breaks, in one sentence with the task (by its place in the order of sends), the worker and
/// the dates; empty for a valid run. The execution model is that of Benoit, Marchal, Pineau, Robert, Vivien, RR
/// 2007-48: every task is sent and computed once, not before its application's release; a worker computes one received
/// task at a time, in exactly flop / speed. One-port: the master sends one message at a time, in exactly latency +
/// bytes / min(master bandwidth, link bandwidth). Multi-port: a message takes at least that long, and a worker receives
/// one at a time. `batch` has dates (load 0). Dates may differ by k_date_tolerance, relatively.
std::optional<std::string> find_bag_violation(const Star& star, const BagBatch& batch, const BagSchedule& schedule);

}  // namespace palio
