#pragma once

#include "platforms/model/star.h"
#include "runners/engines/crew/crew.h"
#include "runners/wire/execution.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/bag_schedule.h"
#include "strategies/files/file_policy.h"
#include "strategies/files/file_schedule.h"
#include "workloads/model/bag_of_tasks.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// Simulates a policy for bags of tasks on an engine's crew. `batch` has dates (load 0).
///
/// The execution model of Benoit, Marchal, Pineau, Robert, Vivien (RR 2007-48): a worker receives one message at a time
/// and runs one task at a time, without interruption and only after its message has fully arrived; meanwhile it may
/// receive the next. With one port, the master
/// sends one message at a time. With several, it has as many as there are workers, and they share its bandwidth max-min
/// fairly; a message to a worker that is still receiving waits and holds up the messages after it. A message alone
/// takes latency + bytes / min(master's bandwidth, link's bandwidth).
///
/// At each date the policy is told the releases by application, then by worker what was received, then what finished;
/// then idle workers start by index; the port is offered last, while a released application has tasks left. Throws
/// Deadlock naming the first application with tasks that are never sent, InvalidAnswer for an answer that is not
/// allowed or a wake-up that is not later than now, and anything that the policy throws.
BagSchedule carry_out(const Star& star, const BagBatch& batch, BagPolicy& policy, const MakeCrew& make_crew);

/// Simulates a policy for tasks that share files on an engine's crew. The star has one port.
///
/// The model of Senger, Silva, Nascimento (CCGRIDW 2006): master and supervisors (feeders) send one message at a time
/// and receive one at a time, independently of each other. Files leave in the order of the requests; of those requested
/// at one date, files for supervisors come first, then files for workers, each by index. A supervisor fetches a file
/// from the master at the first request for it, passes it on when it arrives and keeps it. A worker waits for its file,
/// computes, and sends the output of a task, if any, before it is idle; the task is done when its feeder has the
/// output. Supervisors pass outputs on to the master in turn with the files they send. When the first copy of a task is
/// done, the others stop, except for outputs on their way. Requests and answers take no time.
///
/// The simulation ends when all tasks are done and their outputs are with the master; files that are still waiting or
/// under way then are not sent. At each date the policy is told what finished by worker, then asked by worker. Throws
/// UserError for a star with several ports, Deadlock naming the first task that is never done, InvalidAnswer for an
/// answer that is not allowed, and anything that the policy throws. Messages and copies are recorded only with
/// Detail::schedule.
FileSchedule carry_out(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail,
                       const MakeCrew& make_crew);

}  // namespace palio
