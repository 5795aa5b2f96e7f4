#pragma once

#include <optional>
#include <string>

#include "platforms/model/star.h"
#include "strategies/bags/bag_schedule.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// The first rule that a run of bags of tasks breaks, in one sentence that names the task (by its place in the order of
/// sends), the worker and the dates; empty for a valid run. Rules of the execution model of Benoit, Marchal, Pineau,
/// Robert, Vivien, RR 2007-48: every task of every application is sent and computed once; nothing is sent before its
/// release nor computed before it is received; a worker computes one task at a time, in exactly flop / speed.
/// One-port: the master sends one message at a time, in exactly latency + bytes / min(master bandwidth, link
/// bandwidth). Multi-port: a message takes that long at least, and a worker receives one at a time.
/// `batch` has dates (load 0). Dates may differ by k_bag_date_tolerance, relatively.
std::optional<std::string> find_bag_violation(const Star& star, const BagBatch& batch, const BagSchedule& schedule);

inline constexpr double k_bag_date_tolerance = 1e-9;

}  // namespace palio
