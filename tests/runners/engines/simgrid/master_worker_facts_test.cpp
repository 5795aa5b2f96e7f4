// What simulations of masters and workers rely on in SimGrid, or work around, so that a different version is noticed.
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"
#include "tests/support/isolated_master_worker.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

const std::vector<std::string> k_raw_capacities{
    "--cfg=network/model:CM02",       "--cfg=network/bandwidth-factor:1", "--cfg=network/latency-factor:1",
    "--cfg=network/weight-S:0",       "--cfg=network/TCP-gamma:0",        "--cfg=network/crosstraffic:0",
    "--cfg=contexts/stack-size:1024",
};

// Two hosts of 1 flop/s and a third; each sends and receives over links of its own.
struct Net {
  explicit Net(const std::vector<std::string>& options = k_raw_capacities)
      : arguments(options), engine(new sg4::Engine(arguments.count(), arguments.values())) {}

  sg4::Host* host(const std::string& name, double bandwidth, double latency = 0) {
    sg4::Host* host = simgrid_api::add_host(zone, name, 1.0);
    const sg4::Link* up = simgrid_api::add_link(zone, name + "-up", bandwidth)->set_latency(latency)->seal();
    const sg4::Link* down = simgrid_api::add_link(zone, name + "-down", bandwidth)->set_latency(latency)->seal();
    simgrid_api::add_route(zone, host, nullptr, {sg4::LinkInRoute(up)});
    simgrid_api::add_route(zone, nullptr, host, {sg4::LinkInRoute(down)});
    host->seal();
    return host;
  }

  // Sends, each by an actor of its own from date 0 on; when they end.
  struct Flow {
    sg4::Host* from;
    sg4::Host* to;
    std::uint64_t bytes;
  };
  std::vector<double> ends_of(const std::vector<Flow>& flows) {
    std::vector<double> ends(flows.size());
    for (std::size_t i = 0; i < flows.size(); ++i)
      simgrid_api::add_actor("sender", flows[i].from, [&ends, &flows, i] {
        sg4::Comm::sendto(flows[i].from, flows[i].to, flows[i].bytes);
        ends[i] = sg4::Engine::get_clock();
      });
    engine->run();
    return ends;
  }

  EngineArguments arguments;
  sg4::Engine* engine;
  sg4::NetZone* zone = simgrid_api::add_star_zone("star");
};

std::vector<double> one_message(const std::vector<std::string>& options, double latency) {
  return test::numbers_of_child([&] {
    Net net(options);
    sg4::Host* from = net.host("from", 10);
    sg4::Host* to = net.host("to", 4, latency);
    return net.ends_of({{from, to, 7}});
  });
}

TEST(MasterWorkerFacts, AMessageAloneTakesItsLatencyAndTheNarrowestLink) {
  // 7 byte over 10 and 4 byte/s: 1.75 s; with a latency: 0.5 s more.
  EXPECT_EQ(one_message(k_raw_capacities, 0), (std::vector{1.75}));
  EXPECT_EQ(one_message(k_raw_capacities, 0.5), (std::vector{2.25}));
}

TEST(MasterWorkerFacts, UnlessToldOtherwiseBandwidthIsLessThanItsNumber) {
  EXPECT_GT(one_message({"--log=root.thres:critical"}, 0).front(), 1.75 * 1.02);
}

TEST(MasterWorkerFacts, AMessageCountsWholeBytes) {
  using SetSize = sg4::CommPtr (sg4::Comm::*)(std::uint64_t);
  EXPECT_TRUE((std::is_same_v<decltype(&sg4::Comm::set_payload_size), SetSize>));
}

TEST(MasterWorkerFacts, DirectionsAreIndependentOnlyWithoutCrosstraffic) {
  const auto both_ways = [](const std::vector<std::string>& options) {
    return test::numbers_of_child([&] {
      Net net(options);
      sg4::Host* a = net.host("a", 10);
      sg4::Host* b = net.host("b", 10);
      return net.ends_of({{a, b, 100}, {b, a, 50}});
    });
  };
  EXPECT_EQ(both_ways(k_raw_capacities), (std::vector<double>{10, 5}));
  std::vector<std::string> crossing = k_raw_capacities;
  crossing.emplace_back("--cfg=network/crosstraffic:1");
  EXPECT_GT(both_ways(crossing).front(), 10.1);
}

TEST(MasterWorkerFacts, MessagesShareALinkMaxMinFairly) {
  // 12 byte/s out of the master; a worker that takes 2 byte/s leaves 10 to two others, 5 each: 10 / 2, 10 / 5, 20 / 5;
  // when the second is gone, at 2 s, the third has 10: 10 byte are left, 1 s.
  const std::vector<double> ends = test::numbers_of_child([] {
    Net net;
    sg4::Host* master = net.host("master", 12);
    sg4::Host* narrow = net.host("narrow", 2);
    sg4::Host* wide = net.host("wide", 100);
    sg4::Host* wider = net.host("wider", 1000);
    return net.ends_of({{master, narrow, 10}, {master, wide, 10}, {master, wider, 20}});
  });
  EXPECT_DOUBLE_EQ(ends[0], 5);
  EXPECT_DOUBLE_EQ(ends[1], 2);
  EXPECT_DOUBLE_EQ(ends[2], 3);
}

TEST(MasterWorkerFacts, LatenciesOfLinksWeighOnTheirSharing) {
  // From 3 s on both have 60 byte/s for themselves; the first began at 1 s. In equal shares the first would have its
  // last (3 - 1) x 60 = 120 of 240 byte at 3 s + 120 / 30 = 7 s.
  const std::vector<double> ends = test::numbers_of_child([] {
    Net net;
    sg4::Host* master = net.host("master", 60);
    sg4::Host* near = net.host("near", 100, 1);
    sg4::Host* far = net.host("far", 100, 3);
    return net.ends_of({{master, near, 240}, {master, far, 240}});
  });
  EXPECT_LT(ends[0], 6.9);
}

// Three actors whose jobs end at date 4. Each notes its end and asks the kernel how many were noted.
std::vector<double> noted_at_each_request() {
  return test::numbers_of_child([] {
    Net net;
    sg4::Host* a = net.host("a", 10);
    sg4::Host* b = net.host("b", 10);
    std::vector<double> noted;
    int finish_dates = 0;
    const auto end = [&] {
      ++finish_dates;
      simgrid::kernel::actor::simcall_answered([&] { noted.push_back(finish_dates); });
    };
    simgrid_api::add_actor("computes", a, [&] { sg4::this_actor::execute(4), end(); });
    simgrid_api::add_actor("sends", a, [&] { sg4::Comm::sendto(a, b, 40), end(); });
    simgrid_api::add_actor("sleeps", b, [&] { sg4::this_actor::sleep_until(4), end(); });
    net.engine->run();
    noted.push_back(sg4::Engine::get_clock());
    return noted;
  });
}

TEST(MasterWorkerFacts, AllWhoseJobsEndAtADateRunBeforeTheFirstRequestIsServed) {
  EXPECT_EQ(noted_at_each_request(), (std::vector<double>{3, 3, 3, 4}));
}

TEST(MasterWorkerFacts, WhatEndsWithinThePrecisionEndsTogether) {
  const auto ends = [](const std::string& precision) {
    return test::numbers_of_child([&] {
      std::vector<std::string> options = k_raw_capacities;
      options.push_back(fmt::format("--cfg={}:{}", simgrid_api::k_date_precision, precision));
      Net net(options);
      std::vector<double> dates;
      for (const double flop : {1.0, 1.0 + 1e-7})
        simgrid_api::add_actor("computes", net.host("h" + std::to_string(flop * 1e7), 10), [&dates, flop] {
          sg4::this_actor::execute(flop);
          dates.push_back(sg4::Engine::get_clock());
        });
      net.engine->run();
      return dates;
    });
  };
  EXPECT_EQ(ends("1e-6"), (std::vector<double>{1, 1}));
  EXPECT_EQ(ends("1e-9"), (std::vector<double>{1, 1 + 1e-7}));
}

TEST(MasterWorkerFacts, TheKernelCarriesOutRequestsOnTheProgramsOwnStack) {
  const std::vector<double> in_kernel = test::numbers_of_child([] {
    Net net;
    std::vector<double> answers;
    simgrid_api::add_actor("asks", net.host("h", 10), [&answers] {
      answers.push_back(sg4::Actor::is_maestro() ? 1 : 0);
      simgrid::kernel::actor::simcall_answered([&answers] { answers.push_back(sg4::Actor::is_maestro() ? 1 : 0); });
    });
    net.engine->run();
    return answers;
  });
  EXPECT_EQ(in_kernel, (std::vector<double>{0, 1}));
}

TEST(MasterWorkerFacts, ACancelledComputationWakesItsActorAtOnce) {
  const std::vector<double> dates = test::numbers_of_child([] {
    Net net;
    sg4::Host* host = net.host("h", 10);
    std::vector<double> woken;
    sg4::ExecPtr computation;
    simgrid_api::add_actor("computes", host, [&] {
      computation = sg4::this_actor::exec_init(10);
      try {
        computation->start()->wait();
      } catch (const simgrid::CancelException&) {
        woken.push_back(sg4::Engine::get_clock());
      }
      sg4::this_actor::execute(1);  // the processor is free again
      woken.push_back(sg4::Engine::get_clock());
    });
    simgrid_api::add_actor("cancels", host, [&] {
      sg4::this_actor::sleep_for(2);
      simgrid::kernel::actor::simcall_answered([&] { computation->cancel(); });
    });
    net.engine->run();
    return woken;
  });
  EXPECT_EQ(dates, (std::vector<double>{2, 3}));
}

TEST(MasterWorkerFacts, WhoKillsAllOthersEndsTheRunAtThatDate) {
  const std::vector<double> end = test::numbers_of_child([] {
    Net net;
    sg4::Host* host = net.host("h", 10);
    simgrid_api::add_actor("sleeps", host, [] { sg4::this_actor::sleep_for(100); });
    simgrid_api::add_actor("waits", host, [] { sg4::this_actor::suspend(); });
    simgrid_api::add_actor("kills", host, [] {
      sg4::this_actor::sleep_for(2);
      sg4::Actor::kill_all();
    });
    net.engine->run();
    return std::vector{sg4::Engine::get_clock()};
  });
  EXPECT_EQ(end, (std::vector<double>{2}));
}

}  // namespace
}  // namespace palio
