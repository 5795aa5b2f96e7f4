#pragma once

#include "platforms/model/star.h"
#include "runners/engines/crew/crew.h"
#include "runners/wire/execution.h"
#include "strategies/files/file_policy.h"
#include "strategies/files/file_schedule.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// Carries out what a policy answers on an engine's crew. The star has one port.
///
/// The model of Senger, Silva, Nascimento (CCGRIDW 2006): master and supervisors (feeders) send one message at a time
/// and receive one at a time, independently of each other. Files leave in the order in which they were asked for; of
/// those asked for at one date, those for supervisors first, then those for workers, each by index. A supervisor
/// fetches a file from the master when it is first asked for it, passes it on when it is there and keeps it. A worker
/// waits for its file, computes, and sends the output of a task, if any, before it is idle; the task is done when its
/// feeder has the output. Supervisors pass outputs on to the master in turn with the files they send. When the first
/// copy of a task is done, the others stop, except for outputs on their way. Asking and answering take no time.
///
/// The simulation ends when all tasks are done and their outputs are with the master; files that are still waiting or
/// under way then are not sent. At each date the policy is told what finished by worker, then asked by worker.
/// Throws UserError for a star with several ports, Deadlock naming the first task that is never done, InvalidAnswer for
/// an answer that is not allowed, and whatever the policy throws.
/// Messages and copies are written down with Detail::schedule.
FileSchedule carry_out(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail,
                       const MakeCrew& make_crew);

}  // namespace palio
