// What Palio's design relies on in SimGrid, the same in 3.32 and in 4.0, so that a different version is noticed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <xbt/config.hpp>

#include <set>
#include <type_traits>
#include <utility>

#include "core/sanitized.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"
#include "runners/worker/isolation.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

// Runs a function in a child and returns its text, or the failure's message.
std::string in_child(const std::function<std::string()>& function) {
  Isolation isolation(STDOUT_FILENO);
  const ChildReport report = isolation.run(function, {.cpu_time = 20});
  if (const auto* failure = std::get_if<Failure>(&report.answer)) return failure->message;
  return std::get<std::string>(report.answer);
}

const std::vector<std::string> k_options{"--cfg=host/model:ptask_L07"};

// The same with an Engine of parallel tasks.
std::string in_engine(const std::function<std::string(sg4::Engine&)>& function) {
  return in_child([&] {
    EngineArguments arguments(k_options);
    sg4::Engine engine(arguments.count(), arguments.values());
    return function(engine);
  });
}

// In the Engine: hosts of 1 flop/s.
std::vector<sg4::Host*> hosts(const std::vector<std::string>& names) {
  sg4::NetZone* zone = simgrid_api::add_star_zone("zone");
  std::vector<sg4::Host*> created;
  for (const std::string& name : names) {
    created.push_back(simgrid_api::add_host(zone, name, 1.0));
    created.back()->seal();
  }
  zone->seal();
  return created;
}

sg4::ExecPtr task(double flop, sg4::Host* host) {
  sg4::ExecPtr exec = sg4::Exec::init();
  exec->set_flops_amount(flop);
  if (host != nullptr) exec->set_host(host);
  return exec;
}

TEST(SimGridFacts, TheVersionIsOneThatWasMeasured) {
  EXPECT_EQ(simgrid_engine().name, "SimGrid");
  EXPECT_THAT(simgrid_engine().version, testing::AnyOf("3.32", "4.0"));
}

TEST(SimGridFacts, ASecondEngineOfAProcessDoesNotStartAtZero) {
  const std::string dates = in_child([] {
    std::string clocks;
    for (int round = 0; round < 2; ++round) {
      EngineArguments arguments(k_options);
      sg4::Engine engine(arguments.count(), arguments.values());
      const sg4::ExecPtr exec = task(5, hosts({fmt::format("h{}", round)}).front());
      simgrid_api::start(exec);
      engine.run();
      clocks += fmt::format("{} ", sg4::Engine::get_clock());
    }
    return clocks;
  });
  EXPECT_NE(dates, "5 5 ");
}

TEST(SimGridFacts, AForkedCopyOfALoadedProcessDoesStartAtZero) {
  for (int round = 0; round < 2; ++round)
    EXPECT_EQ(in_engine([](sg4::Engine& engine) {
                const sg4::ExecPtr exec = task(5, hosts({"h"}).front());
                simgrid_api::start(exec);
                engine.run();
                return fmt::format("{}", sg4::Engine::get_clock());
              }),
              "5");
}

TEST(SimGridFacts, RunReturnsNormallyWithUnassignedAndWaitingActivities) {
  const std::string states = in_engine([](sg4::Engine& engine) {
    sg4::Host* host = hosts({"h"}).front();
    const sg4::ExecPtr unassigned = task(1, nullptr), waiting = task(1, host), free = task(1, host);
    unassigned->add_successor(waiting);
    for (const sg4::ExecPtr& exec : {unassigned, waiting, free}) simgrid_api::start(exec);
    engine.run();
    std::string finished;
    for (const sg4::ExecPtr& exec : {unassigned, waiting, free})
      finished += exec->get_state() == sg4::Activity::State::FINISHED ? "finished " : "unfinished ";
    return finished;
  });
  EXPECT_EQ(states, "unfinished unfinished finished ");
}

TEST(SimGridFacts, HostsAreListedByNameNotByCreation) {
  const std::string names = in_engine([](const sg4::Engine& engine) {
    hosts({"h2", "h10", "h1"});
    std::string listed;
    for (const sg4::Host* host : engine.get_all_hosts()) listed += host->get_name() + ' ';
    return listed;
  });
  EXPECT_EQ(names, "h1 h10 h2 ");
}

std::string option(const char* name) { return fmt::format("{}", simgrid::config::get_value<double>(name)); }

TEST(SimGridFacts, TcpGammaIsFourMebibytesUnlessSet) {
  EXPECT_EQ(in_engine([](const sg4::Engine&) { return option("network/TCP-gamma"); }), "4194304");
}

TEST(SimGridFacts, DatesAreAsPreciseAsThisUnlessSet) {
  EXPECT_EQ(in_engine([](const sg4::Engine&) { return option(simgrid_api::k_date_precision); }), "1e-09");
}

TEST(SimGridFacts, ConfigurationOutlivesTheEngine) {
  const std::string gamma = in_child([] {
    for (const char* given : {"--cfg=network/TCP-gamma:7", "--log=root.thres:critical"}) {
      EngineArguments arguments({given});
      const sg4::Engine engine(arguments.count(), arguments.values());
    }
    return option("network/TCP-gamma");
  });
  EXPECT_EQ(gamma, "7");
}

TEST(SimGridFacts, AnActivityWhoseLastHandleWasDroppedCrashesTheSimulation) {
  if (k_sanitized) GTEST_SKIP() << "what freed memory holds is up to the sanitizer's allocator";
  const std::string end = in_engine([](const sg4::Engine& engine) {
    simgrid_api::start(task(5, hosts({"h"}).front()));
    engine.run();
    return std::string("survived");
  });
  EXPECT_NE(end, "survived");  // signal 11
}

// Palio starts activities that were waiting in the callback of another one; a running Engine accepts them as usual.
TEST(SimGridFacts, AnActivityMayBeMadeWhenAnotherOneCompletes) {
  const std::string dates = in_engine([](const sg4::Engine& engine) {
    sg4::Host* const host = hosts({"h"}).front();
    const sg4::ExecPtr first = task(5, host);
    sg4::ExecPtr second;
    simgrid_api::on_completion([&](const sg4::Activity& activity) {
      if (&activity != first.get()) return;
      second = task(2, host);
      simgrid_api::start(second);
    });
    simgrid_api::start(first);
    engine.run();
    return fmt::format("{} {}", second->get_start_time(), second->get_finish_time());
  });
  EXPECT_EQ(dates, "5 7");
}

TEST(SimGridFacts, DependenciesAreASetOfPointersSoTheirOrderIsNotOurs) {
  using Dependencies = decltype(std::declval<const sg4::Exec&>().get_dependencies());
  EXPECT_TRUE((std::is_same_v<Dependencies, const std::set<sg4::ActivityPtr>&>));
}

TEST(SimGridFacts, AWrongOptionAbortsTheProcess) {
  const std::string end = in_child([] {
    EngineArguments arguments({"--cfg=host/model:no_such_model"});
    const sg4::Engine engine(arguments.count(), arguments.values());
    hosts({"h"});
    engine.run();
    return std::string("survived");
  });
  EXPECT_THAT(end, testing::HasSubstr("killed by signal"));
}

}  // namespace
}  // namespace palio
