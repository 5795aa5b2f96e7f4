#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <simgrid/s4u.hpp>
#include <span>
#include <utility>

#include "core/error.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

constexpr int k_stack_kibibytes = 32;

std::vector<std::string> options(double horizon, const std::string& trace) {
  std::vector<std::string> options{
      "--cfg=network/model:CM02",  // raw capacities: none of the factors that fit TCP
      "--cfg=network/bandwidth-factor:1",
      "--cfg=network/latency-factor:1",
      "--cfg=network/weight-S:0",
      "--cfg=network/TCP-gamma:0",
      "--cfg=network/crosstraffic:0",
      "--cfg=contexts/factory:raw",  // context switches without system calls
      fmt::format("--cfg=contexts/stack-size:{}", k_stack_kibibytes),
      // Ends that are closer than this, in s, are simultaneous.
      fmt::format("--cfg={}:{}", simgrid_api::k_date_precision, date_precision(horizon)),
  };
  std::ranges::move(trace_options(trace), std::back_inserter(options));
  return options;
}

// A crew of SimGrid's actors, in the process's only Engine.
//
// A decision is made when all jobs that end at its date are known: SimGrid wakes all their actors in one round and lets
// each run up to its next request to the kernel before it serves the first request. Here that request is to decide, so
// the first one served finds the numbers of all, and the others find nothing left to decide. Decisions run in the
// kernel, on the program's main stack, so that actors need only small stacks.
class SimgridCrew final : public Crew {
public:
  SimgridCrew(const StarNetwork& network, double horizon, const std::string& trace)
      : arguments_(options(horizon, trace)), engine_(new sg4::Engine(arguments_.count(), arguments_.values())) {
    sg4::NetZone* zone = simgrid_api::add_star_zone("star");
    for (const StarNetwork::Node& node : network.nodes()) add_node(zone, node);
    zone->seal();
  }

  int hire(int node) override {
    members_.push_back({.host = this->node(node)});
    return static_cast<int>(members_.size()) - 1;
  }

  bool busy(int actor) const override { return member(actor).job.has_value(); }

  void give(int actor, const CrewJob& job) override {
    member(actor).job = job;
    ++under_way_;
    if (member(actor).asleep) given_.push_back(actor);
  }

  void abort(int actor) override {
    std::exchange(member(actor).computation, nullptr)->cancel();
    member(actor).job.reset();
    --under_way_;
  }

  void stop() override { over_ = true; }

  double run(Decide decide) override {
    decide_ = std::move(decide);
    this->decide({});
    if (under_way_ > 0 && !over_) engine_->run();
    if (failure_) std::rethrow_exception(failure_);
    if (!over_) throw InternalError(fmt::format("SimGrid stopped at {} s with {} jobs under way", now_, under_way_));
    return now_;
  }

private:
  struct Member {
    sg4::Host* host = nullptr;
    sg4::ActorPtr actor = nullptr;  // from the first job on
    std::optional<CrewJob> job = std::nullopt;
    sg4::ExecPtr computation = nullptr;  // under way
    sg4::CommPtr message = nullptr;      // the last
    bool asleep = true;
  };

  void add_node(sg4::NetZone* zone, const StarNetwork::Node& node) {
    sg4::Host* host = simgrid_api::add_host(zone, node.name, node.speed);
    const sg4::Link* up = simgrid_api::add_link(zone, node.name + "-up", node.out);
    const sg4::Link* down = simgrid_api::add_link(zone, node.name + "-down", node.in);
    simgrid_api::add_route(zone, host, nullptr, {sg4::LinkInRoute(up)});
    simgrid_api::add_route(zone, nullptr, host, {sg4::LinkInRoute(down)});
    nodes_.push_back(host);
  }

  sg4::Host* node(int number) const { return nodes_[number]; }
  Member& member(int actor) { return members_[actor]; }
  const Member& member(int actor) const { return members_[actor]; }

  void live(int actor) {
    while (!over_) {
      if (!member(actor).job) {
        member(actor).asleep = true;
        sg4::this_actor::suspend();
      } else if (perform(actor)) {
        ended_.push_back(actor);
        simgrid::kernel::actor::simcall_answered([this] { settle(); });
      }
    }
    if (!std::exchange(killed_, true)) sg4::Actor::kill_all();
  }

  // Whether the job was completed. Members may move during the job.
  bool perform(int actor) {
    const CrewJob job = *member(actor).job;
    switch (job.kind) {
      case CrewJob::Kind::computation: return compute(actor, job.amount);
      case CrewJob::Kind::message:
        // Sleeps through the latency: as the latency of a link it would also affect how links are shared.
        if (job.latency > 0) sg4::this_actor::sleep_for(job.latency);
        send(actor, job);
        break;
      case CrewJob::Kind::timer: sg4::this_actor::sleep_until(job.amount); break;
    }
    return true;
  }

  bool compute(int actor, double amount) {
    const sg4::ExecPtr computation = sg4::this_actor::exec_init(amount);
    member(actor).computation = computation;
    computation->start();
    try {
      computation->wait();
    } catch (const simgrid::CancelException&) {
      return false;  // abort() did the rest, and there may already be another job
    }
    return true;
  }

  // The handle is kept: SimGrid 4.0 looks at a message of an actor that was killed, and nothing else holds it.
  void send(int actor, const CrewJob& job) {
    const sg4::CommPtr message =
        sg4::Comm::sendto_async(node(job.sender), node(job.receiver), static_cast<std::uint64_t>(job.amount));
    member(actor).message = message;
    message->wait();
  }

  // Runs in the kernel.
  void settle() {
    if (ended_.empty()) return;  // another actor's request has already decided
    std::ranges::sort(ended_);
    double asked_for = 0;  // by a timer; the clock may differ in its last bit
    for (const int actor : ended_) {
      if (member(actor).job->kind == CrewJob::Kind::timer) asked_for = std::max(asked_for, member(actor).job->amount);
      member(actor).job.reset();
      --under_way_;
    }
    now_ = std::max(now_, asked_for > 0 ? asked_for : sg4::Engine::get_clock());
    decide(std::exchange(ended_, {}));
  }

  void decide(std::span<const int> ended) {
    try {
      decide_(ended, now_);
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (failure_ || under_way_ == 0) over_ = true;
    if (over_) return;
    for (const int actor : given_) wake(actor);
    given_.clear();
  }

  void wake(int actor) {
    member(actor).asleep = false;
    if (sg4::ActorPtr& sleeper = member(actor).actor; sleeper != nullptr)
      sleeper->resume();
    else
      sleeper = simgrid_api::add_actor("crew", member(actor).host, [this, actor] { live(actor); });
  }

  EngineArguments arguments_;
  sg4::Engine* engine_;  // never destroyed: the process ends soon
  std::vector<sg4::Host*> nodes_;
  Decide decide_;
  std::vector<Member> members_;
  std::vector<int> ended_;  // at this date; no decision yet
  std::vector<int> given_;  // got a job while asleep
  std::exception_ptr failure_;
  double now_ = 0;  // s
  int under_way_ = 0;
  bool over_ = false, killed_ = false;
};

}  // namespace

MakeCrew simgrid_crew(const std::string& trace) {
  return [trace](const StarNetwork& network, double horizon) {
    return std::make_unique<SimgridCrew>(network, horizon, trace);
  };
}

}  // namespace palio
