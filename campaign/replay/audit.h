#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/replay/replay.h"
#include "campaign/run/executor.h"
#include "campaign/run/limits.h"
#include "campaign/session/interruption.h"
#include "campaign/session/progress.h"

namespace palio {

/// How many of the stored scenarios are replayed.
struct AuditSample {
  std::uint64_t number = 0;  // 0: a share
  double share = 0.01;

  std::uint64_t of(std::uint64_t stored) const;
};

/// "1%" or "500". Throws UserError.
AuditSample parse_audit_sample(std::string_view text);

struct AuditOptions {
  std::string database;
  AuditSample sample;
  std::vector<ScenarioId> scenarios = {};  // by id; none: the sample's
  std::int64_t seed = 1;
  int jobs = 1;
  std::optional<double> time_limit = {};  // s of CPU time; 0: none; unset: as replay_time_limit()
  MemoryLimit memory_limit = {};
  ProgressDisplay::Mode progress = ProgressDisplay::Mode::automatic;
  double tolerance = k_same_bits;  // k_same_dates where another engine replays
  Executor::MakeRunner make_runner;
  StrategySet given = {};  // custom strategies, as far as their code was named
};

/// A value of a scenario that differs from the stored one.
struct AuditFinding {
  std::string scenario;  // id
  ReplayDifference difference;
  SqlValue again = {};  // value of the second replay; of the first if there was no second
};

struct AuditSummary {
  std::uint64_t stored = 0;            // scenarios of the campaign
  std::uint64_t chosen = 0;            // of them
  std::uint64_t equal = 0;             // replayed, up to the tolerance
  std::uint64_t different = 0;         // replayed twice with the same other values
  std::uint64_t unsteady = 0;          // replayed twice with two answers
  std::uint64_t limited = 0;           // stored or replayed as timeout or out_of_memory: not compared
  std::vector<AuditFinding> findings;  // by id
  bool interrupted = false;
};

/// The stored scenarios that an audit chooses, by id: those whose keys have the smallest hashes with the seed, so that
/// neither the order in which they were stored nor the machine matters, and a larger sample contains a smaller one.
std::vector<ScenarioId> audited_scenarios(const CampaignReader& reader, const AuditSample& sample, std::int64_t seed);

/// Replays a random sample of a campaign and compares. What differs is replayed again, to tell a strategy that gives
/// two answers from one whose answer differs from the stored one; killed replays do not count.
AuditSummary run_audit(const AuditOptions& options, Interruption& interruption);

}  // namespace palio
