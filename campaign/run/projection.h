#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/plan.h"
#include "campaign/plan/retries.h"
#include "campaign/run/executor.h"
#include "campaign/session/interruption.h"

namespace palio {

struct ProbeOptions {
  std::uint64_t instances = 96;
  std::string where = {};  // as in Selection
  int jobs = 1;
  double seconds = 3;             // of wall time for all of them; unfinished ones are given up
  double enough = 1;              // s, after which no other probe begins if there are enough
  std::int64_t memory_limit = 0;  // byte per process of a scenario; 0: none
  Executor::MakeRunner make_runner;
  const Interruption* interruption = nullptr;  // which gives the rest up, too
};

struct Probes {
  std::vector<CostObservation> costs;  // of the scenarios that completed
  std::uint64_t failed = 0;            // of no use
  std::set<std::uint32_t> unseen;      // strategies of probes that began, none of whose scenarios ended in time
};

/// Runs the first wanted instances of the stratified sample and returns the costs of their scenarios. All strategies of
/// an instance run: what the first one costs more, in a new process, belongs to all. Nothing is stored.
Probes run_probes(const Study& study, const ProbeOptions& options);

struct PlanQuestion {
  std::string database = {};                        // what is stored there; empty: nothing
  std::string engine = {};                          // as typed; empty: the study's, or each in turn
  RetryChoice retry = {};                           // failed scenarios that run again
  std::uint64_t probes = ProbeOptions{}.instances;  // 0: none
  const Interruption* interruption = nullptr;       // which ends the probes
};

/// What a study will cost, and where that comes from; the words of the output.
struct Projection {
  std::string_view engine;
  std::string source;              // "stored" or "probes"
  std::uint64_t observations = 0;  // scenarios whose cost was used
  double cpu = 0;                  // s for what is missing
};

enum class NoProjection {
  unasked,         // --probes 0
  nothing_to_run,  // and no costs are stored
  no_worker,       // stderr says why
  all_failed,      // the probes that ended
  too_slow,        // not every strategy ended in time: those that did would stand for slower ones
};

struct PlanFigures {
  CampaignState state;                  // stored: in the database that was named
  std::vector<Projection> projections;  // by engine
  NoProjection why_none = NoProjection::unasked;
};

/// That the default engine, the first, takes more than five minutes with so many simulations at a time, and how long
/// the other takes, which gives the same bits; empty: it is quick, or no choice.
std::string quicker_engine_text(std::span<const Projection> projections, int jobs);

/// Counts what is missing of a study and projects its cost: by stored costs, else by probes. Errors of probes are
/// reported on stderr: a plan is useful without a projection.
PlanFigures plan_figures(const Study& study, const Selection& selection, const PlanQuestion& asked);

}  // namespace palio
