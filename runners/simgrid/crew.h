#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <simgrid/s4u.hpp>
#include <span>
#include <string>
#include <vector>

#include "runners/simgrid/engine_arguments.h"

namespace palio {

/// What an actor does next. Amounts are those of StarNetwork.
struct CrewJob {
  enum class Kind { computation, message, timer };
  Kind kind = Kind::timer;
  double amount = 0;                       // of computation or message; of a timer: the date at which it ends, s
  double latency = 0;                      // of a message: s before its first byte
  simgrid::s4u::Host* sender = nullptr;    // of a message
  simgrid::s4u::Host* receiver = nullptr;  // of a message
};

/// Actors in the process's only Engine that do one job at a time, and a function that decides what they do next.
///
/// All that ends at a date is known before anything is decided: SimGrid wakes everyone whose job ends at a date in one
/// round, and lets each run up to its next request to the kernel before it serves the first request. Here that request
/// is to decide, so the first to be served finds the numbers of all; the others find nothing left to decide. Decisions
/// are carried out in the kernel, on the program's own stack; so actors do with small ones.
class Crew {
public:
  /// Told at a date (s) the numbers of the actors whose jobs ended, ascending; once at 0 with none. Gives jobs.
  using Decide = std::function<void(std::span<const int> ended, double now)>;

  /// Dates closer than 1e-9 s, or 1e-14 of the horizon (s), are one date. `trace`: the file that SimGrid's trace goes
  /// to; empty: none.
  explicit Crew(double horizon, const std::string& trace = {});
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// One more actor, on this host; gives its number: 0, 1, ... It costs little until it gets its first job.
  int hire(simgrid::s4u::Host* host);
  bool busy(int actor) const { return member(actor).job.has_value(); }

  // For the deciding function.
  /// To an actor that is not busy.
  void give(int actor, const CrewJob& job);
  /// Stops a computation that was given at an earlier date; its end is not told, and the actor may get a job at once.
  void abort(int actor);
  /// Nothing is left to do: jobs under way are dropped.
  void stop() { over_ = true; }

  /// Returns the last date, s, after stop() or when no job is under way any more. Rethrows what the function throws.
  double run(Decide decide);

private:
  struct Member {
    simgrid::s4u::Host* host = nullptr;
    simgrid::s4u::ActorPtr actor = nullptr;  // from the first job on
    std::optional<CrewJob> job = std::nullopt;
    simgrid::s4u::ExecPtr computation = nullptr;  // under way
    bool asleep = true;
  };

  Member& member(int actor) { return members_[static_cast<std::size_t>(actor)]; }
  const Member& member(int actor) const { return members_[static_cast<std::size_t>(actor)]; }
  void live(int actor);
  bool perform(int actor);
  bool compute(int actor, double amount);
  void settle();
  void decide(std::span<const int> ended);
  void wake(int actor);

  EngineArguments arguments_;
  simgrid::s4u::Engine* engine_;  // never taken down: the process ends soon
  Decide decide_;
  std::vector<Member> members_;
  std::vector<int> ended_;  // at this date, not decided on yet
  std::vector<int> given_;  // a job, while asleep
  std::exception_ptr failure_;
  double now_ = 0;  // s
  int under_way_ = 0;
  bool over_ = false, killed_ = false;
};

}  // namespace palio
