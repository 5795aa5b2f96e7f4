#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>

#include "runners/engines/crew/star_network.h"

namespace palio {

/// Actors on the nodes of a star that do one job at a time, and a function that decides what they do next. All that
/// ends at a date is known before anything is decided.
class Crew {
public:
  /// Told at a date (s) the numbers of the actors whose jobs ended, ascending; once at 0 with none. Gives jobs.
  using Decide = std::function<void(std::span<const int> ended, double now)>;

  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  virtual ~Crew() = default;

  /// One more actor, on this node; gives its number: 0, 1, ... It costs little until it gets its first job.
  virtual int hire(int node) = 0;
  virtual bool busy(int actor) const = 0;

  // For the deciding function.
  /// To an actor that is not busy.
  virtual void give(int actor, const CrewJob& job) = 0;
  /// Stops a computation that was given at an earlier date; its end is not told, and the actor may get a job at once.
  virtual void abort(int actor) = 0;
  /// Nothing is left to do: jobs under way are dropped.
  virtual void stop() = 0;

  /// Returns the last date, s, after stop() or when no job is under way any more. Rethrows what the function throws.
  virtual double run(Decide decide) = 0;
};

/// Jobs that end within this time are taken to end together, s: it must cover the rounding of the last dates before
/// the horizon (s).
inline double date_precision(double horizon) { return std::max(1e-9, 1e-14 * horizon); }

/// An engine's crew on a network. Dates closer than date_precision(horizon) are one date.
using MakeCrew = std::function<std::unique_ptr<Crew>(const StarNetwork& network, double horizon)>;

}  // namespace palio
