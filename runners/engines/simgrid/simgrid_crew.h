#pragma once

#include <exception>
#include <optional>
#include <simgrid/s4u.hpp>
#include <span>
#include <string>
#include <vector>

#include "runners/engines/crew/crew.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"

namespace palio {

/// A crew of SimGrid's actors, in the process's only Engine.
///
/// All that ends at a date is known before anything is decided: SimGrid wakes everyone whose job ends at a date in one
/// round, and lets each run up to its next request to the kernel before it serves the first request. Here that request
/// is to decide, so the first to be served finds the numbers of all; the others find nothing left to decide. Decisions
/// are carried out in the kernel, on the program's own stack; so actors do with small ones.
class SimgridCrew final : public Crew {
public:
  /// `trace`: the file that SimGrid's trace goes to; empty: none.
  SimgridCrew(const StarNetwork& network, double horizon, const std::string& trace = {});

  int hire(int node) override;
  bool busy(int actor) const override { return member(actor).job.has_value(); }
  void give(int actor, const CrewJob& job) override;
  void abort(int actor) override;
  void stop() override { over_ = true; }
  double run(Decide decide) override;

private:
  struct Member {
    simgrid::s4u::Host* host = nullptr;
    simgrid::s4u::ActorPtr actor = nullptr;  // from the first job on
    std::optional<CrewJob> job = std::nullopt;
    simgrid::s4u::ExecPtr computation = nullptr;  // under way
    simgrid::s4u::CommPtr message = nullptr;      // the last
    bool asleep = true;
  };

  void add_node(simgrid::s4u::NetZone* zone, const StarNetwork::Node& node);
  simgrid::s4u::Host* node(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
  Member& member(int actor) { return members_[static_cast<std::size_t>(actor)]; }
  const Member& member(int actor) const { return members_[static_cast<std::size_t>(actor)]; }
  void live(int actor);
  bool perform(int actor);
  bool compute(int actor, double amount);
  void send(int actor, const CrewJob& job);
  void settle();
  void decide(std::span<const int> ended);
  void wake(int actor);

  EngineArguments arguments_;
  simgrid::s4u::Engine* engine_;  // never taken down: the process ends soon
  std::vector<simgrid::s4u::Host*> nodes_;
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
