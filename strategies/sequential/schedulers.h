#pragma once

#include <array>

#include "core/identity/parameters.h"
#include "strategies/ptg/run_time.h"
#include "strategies/sequential/model/host_schedule.h"
#include "strategies/sequential/model/ranks.h"

namespace palio {

/// Schedulers of sequential tasks on hosts of different speeds, in `lists/`, `pairs/` and `exact/`, where a comment
/// names the paper and the rule of each. Communication has no contention. Ties are broken by the smaller number of the
/// task, then of the host, and dates are compared exactly. Pure; parameters are resolved.
using ScheduleSequential = HostSchedule(const SequentialInstance& instance, const Parameters& parameters);

// One task after the other, each to the host that is best for it.
ScheduleSequential schedule_heft, schedule_cpop, schedule_peft, schedule_hbmct, schedule_fcp, schedule_mct,
    schedule_met, schedule_olb, schedule_kpb, schedule_switching, schedule_fastest_node, schedule_parametric;
// Choose a ready task and a host together.
ScheduleSequential schedule_etf, schedule_dls, schedule_min_min, schedule_max_min, schedule_duplex, schedule_sufferage,
    schedule_flb, schedule_bil, schedule_wba;
// Search all schedules.
ScheduleSequential schedule_exact;

/// At run time: JIT.
DecideGraphs begin_just_in_time(const Platform& platform, const Workload& workload, const Parameters& parameters);
inline constexpr auto k_jit_priorities =
    std::to_array<std::string_view>({"upward", "fifo", "longest", "random", "number", "coffman-graham"});
inline constexpr auto k_jit_choices = std::to_array<std::string_view>({"idle", "finish"});
inline constexpr ParameterSpec k_jit_priority = text_parameter(
    "priority",
    "which of the ready tasks goes first: by upward rank, first ready first (fifo), longest, random, the first of the "
    "workload (number), or by the labels of Coffman and Graham",
    "upward", k_jit_priorities);
inline constexpr ParameterSpec k_jit_choice = text_parameter(
    "choice", "a task waits for an idle host (idle), or goes to the host of the earliest finish (finish)", "finish",
    k_jit_choices);

// Parameters that several schedulers of sequential tasks share.

inline constexpr std::array<std::string_view, 3> k_mean_transfers{"distinct", "with-self", "saga"};
inline constexpr ParameterSpec k_mean_transfer = text_parameter(
    "mean_transfer",
    "mean over the n(n-1) ordered pairs of distinct hosts, over all n^2 pairs, a host to itself at once "
    "(with-self), or over the n(n+1)/2 links of the program SAGA, where each host has one to itself (saga)",
    "distinct", k_mean_transfers);

inline constexpr std::array<std::string_view, 2> k_critical_rules{"longest", "first-child"};
inline constexpr ParameterSpec k_critical_path =
    text_parameter("critical_path",
                   "its next task is the child on a longest path (longest), or the first child of equal priority, "
                   "which depends on how tasks are numbered (first-child)",
                   "longest", k_critical_rules);

inline constexpr std::array<std::string_view, 2> k_ready_sets{"batch", "each"};
inline constexpr ParameterSpec k_ready_set =
    text_parameter("ready", "the ready tasks are looked up when none of them is left (batch), or after each task",
                   "batch", k_ready_sets);

inline MeanCosts mean_costs(const SequentialInstance& instance, const Parameters& parameters) {
  const std::string& pairs = text_of(parameters, k_mean_transfer.name);
  if (pairs == k_mean_transfers[0]) return {instance, MeanTransfer::distinct};
  return {instance, pairs == k_mean_transfers[1] ? MeanTransfer::with_self : MeanTransfer::saga};
}

inline CriticalTasks critical_tasks(const SequentialInstance& instance, const Parameters& parameters) {
  const bool is_longest = text_of(parameters, k_critical_path.name) == k_critical_rules[0];
  return critical_tasks(instance, mean_costs(instance, parameters),
                        is_longest ? CriticalRule::longest : CriticalRule::first_child);
}

inline ReadySet ready_set(const Parameters& parameters) {
  return text_of(parameters, k_ready_set.name) == k_ready_sets[0] ? ReadySet::batch : ReadySet::each;
}

}  // namespace palio
