#pragma once

#include "core/identity/parameters.h"
#include "strategies/sequential/model/host_schedule.h"

namespace palio {

/// Schedulers of sequential tasks on hosts of different speeds, in `lists/`, `pairs/` and `exact/`, where a comment
/// names the paper and the rule of each. Data move without contention. Ties are broken by the smaller number of the
/// task, then of the host, and dates are compared exactly. Pure; parameters are resolved.
using ScheduleSequential = HostSchedule (*)(const SequentialInstance& instance, const Parameters& parameters);

// One task after the other, each to the host that is best for it.
HostSchedule schedule_heft(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_cpop(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_peft(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_hbmct(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_fcp(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_mct(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_met(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_olb(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_fastest_node(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_parametric(const SequentialInstance& instance, const Parameters& parameters);

// A ready task and a host together.
HostSchedule schedule_etf(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_dls(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_min_min(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_max_min(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_duplex(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_sufferage(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_flb(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_bil(const SequentialInstance& instance, const Parameters& parameters);
HostSchedule schedule_wba(const SequentialInstance& instance, const Parameters& parameters);

// All schedules.
HostSchedule schedule_exact(const SequentialInstance& instance, const Parameters& parameters);

}  // namespace palio
