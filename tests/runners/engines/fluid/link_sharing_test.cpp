#include "runners/engines/fluid/link_sharing.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "core/identity/random_stream.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

constexpr std::uint32_t k_flows = 40;

struct Moved {
  double bytes = 0;
  int source_cluster = 0, target_cluster = 0;
  std::vector<int> source, target;
  double bound = 0;
};

// The rates by definition: each link on its own, all flows at once.
class EveryLink {
public:
  explicit EveryLink(Network& network) : network_(network), users_(network.links().size()) {}

  void begin(std::uint32_t flow, const Moved& moved) {
    LinkLoads loads;
    loads.find(moved.bytes, moved.source, moved.target);
    const Network::Crossing crossing = network_.crossing(moved.source_cluster, moved.target_cluster);
    users_.resize(network_.links().size());
    if (network_.has_private_links())
      for (const LinkLoads::Group& group : loads.groups())
        for (const int processor : group.processors) use(processor, flow, group.bytes);
    for (const int link : crossing.trunks()) use(link, flow, loads.total());
    for (const int link : crossing.switches()) use(link, flow, loads.largest());
    flows_.emplace_back(flow, moved.bound);
  }

  void end(std::uint32_t flow) {
    std::erase_if(flows_, [&](const auto& each) { return each.first == flow; });
    for (auto& users : users_) std::erase_if(users, [&](const auto& user) { return user.flow == flow; });
  }

  std::map<std::uint32_t, double> rates() const {
    FairBottleneck solver;
    solver.grow(k_flows);
    for (const auto& [flow, bound] : flows_) solver.add_flow(flow, bound);
    for (std::size_t link = 0; link < users_.size(); ++link)
      solver.add_link(network_.links()[link].bandwidth, network_.links()[link].contention, users_[link]);
    solver.solve();
    std::map<std::uint32_t, double> rates;
    for (const auto& [flow, bound] : flows_) rates[flow] = solver.rate(flow);
    return rates;
  }

private:
  void use(int link, std::uint32_t flow, double bytes) { users_[link].push_back({bytes, flow}); }

  Network& network_;
  std::vector<std::vector<FairBottleneck::User>> users_;  // by link
  std::vector<std::pair<std::uint32_t, double>> flows_;   // with their bounds
};

class RandomFlows {
public:
  explicit RandomFlows(std::uint64_t seed) : random_(seed) {}

  Platform mesh() {
    Platform platform = test::mesh(std::vector<double>(static_cast<std::size_t>(number(2, 4)), 1));
    for (Link& link : platform.pair_links) link = {bandwidth(), 0};
    return platform;
  }

  Platform platform() {
    Platform platform;
    const bool switches_as_links = number(0, 1) == 0;
    for (int k = number(1, 3); k > 0; --k) {
      const Link link{bandwidth(), 0};
      platform.clusters.push_back(
          {"c", number(1, 12), 1, link, switches_as_links ? link : Link{bandwidth(), 0}, {bandwidth(), 0}});
    }
    platform.backbone = {bandwidth(), 0};
    platform.interconnect = static_cast<Interconnect>(number(0, 2));
    platform.shared_switch = {bandwidth(), 0};
    return platform;
  }

  Moved moved(const Platform& platform) {
    Moved moved{random_.uniform_real(1, 100), cluster(platform), cluster(platform), {}, {}, 0};
    do {
      moved.source = processors(platform, moved.source_cluster);
      moved.target = processors(platform, moved.target_cluster);
      if (processor_count(platform) == 1) break;
      if (moved.source == moved.target) moved.target_cluster = cluster(platform);
    } while (moved.source == moved.target);
    if (number(0, 2) == 0) moved.bound = random_.uniform_real(0.001, 1);
    return moved;
  }

  int number(int low, int high) { return static_cast<int>(random_.uniform_integer(low, high)); }

private:
  double bandwidth() { return number(0, 2) == 0 ? random_.uniform_real(1, 20) : number(1, 3) * 10.0; }
  int cluster(const Platform& platform) { return number(0, static_cast<int>(platform.clusters.size()) - 1); }

  std::vector<int> processors(const Platform& platform, int cluster) {
    const int first = first_processor(platform, cluster);
    const int size = platform.clusters[cluster].processors;
    std::vector<int> chosen;
    while (chosen.empty())
      for (int p = first; p < first + size; ++p)
        if (number(0, 1) == 0) chosen.push_back(p);
    return chosen;
  }

  RandomStream random_;
};

void begin(LinkSharing& sharing, Network& network, std::uint32_t flow, const Moved& moved) {
  LinkLoads loads;
  loads.find(moved.bytes, moved.source, moved.target);
  sharing.begin(flow, loads, {network.crossing(moved.source_cluster, moved.target_cluster), moved.bound});
}

// One run of a network, with all flows.
class Life {
public:
  Life(RandomFlows& random, const Platform& platform, LinkSharing& sharing, Network& network)
      : random_(random), platform_(platform), sharing_(sharing), network_(network), expected_(network) {
    sharing_.reset(k_flows);
  }

  bool over() const { return begun_ == k_flows && rates_.empty(); }

  // Several flows come and go at once.
  void change() {
    for (int changes = random_.number(1, 3); changes > 0; --changes) {
      if (begun_ < k_flows && random_.number(0, 2) > 0)
        begin_one();
      else if (!rates_.empty())
        end_one();
    }
    sharing_.update([&](std::uint32_t flow, double rate) { rates_.at(flow) = rate; });
    ASSERT_EQ(rates_, expected_.rates()) << begun_ << " flows begun";
  }

private:
  void begin_one() {
    const Moved moved = random_.moved(platform_);
    begin(sharing_, network_, begun_, moved);
    expected_.begin(begun_, moved);
    rates_[begun_++] = 0;
  }

  void end_one() {
    const auto ended = std::next(rates_.begin(), random_.number(0, static_cast<int>(rates_.size()) - 1));
    sharing_.end(ended->first);
    expected_.end(ended->first);
    rates_.erase(ended);
  }

  RandomFlows& random_;
  const Platform& platform_;
  LinkSharing& sharing_;
  Network& network_;
  EveryLink expected_;
  std::map<std::uint32_t, double> rates_;
  std::uint32_t begun_ = 0;
};

// The same object serves three runs of a network.
void expect_rates_of_every_link(Platform (RandomFlows::*draw)()) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomFlows random(seed);
    const Platform platform = (random.*draw)();
    if (processor_count(platform) == 1) continue;
    Network network(platform);
    LinkSharing sharing(network);
    for (int i = 0; i < 3; ++i) {
      Life life(random, platform, sharing, network);
      while (!life.over() && !testing::Test::HasFailure()) life.change();
    }
  }
}

TEST(LinkSharing, RatesAreThoseOfEveryLinkByItself) { expect_rates_of_every_link(&RandomFlows::platform); }

TEST(LinkSharing, RatesInAMeshAreThoseOfEveryLinkByItself) { expect_rates_of_every_link(&RandomFlows::mesh); }

TEST(LinkSharing, FlowsThatShareNothingAreLeftAlone) {
  // Two pairs of processors in one cluster, behind a switch as fast as the links: a flow between the first two does not
  // affect one between the others.
  const Platform platform = test::platform({test::cluster(4, 1)});
  Network network(platform);
  LinkSharing sharing(network);
  sharing.reset(3);
  begin(sharing, network, 0, {100, 0, 0, {0}, {1}, 0});
  std::map<std::uint32_t, double> found;
  const auto note = [&](std::uint32_t flow, double rate) { found[flow] = rate; };
  sharing.update(note);
  EXPECT_EQ(found, (std::map<std::uint32_t, double>{{0, 0.1}}));
  found.clear();
  begin(sharing, network, 1, {50, 0, 0, {2}, {3}, 0});
  sharing.update(note);
  EXPECT_EQ(found, (std::map<std::uint32_t, double>{{1, 0.2}}));
  found.clear();
  // 10 byte/s for two on the link of processor 3: 5 each.
  begin(sharing, network, 2, {25, 0, 0, {3}, {0}, 0});
  sharing.end(0);
  sharing.update(note);
  EXPECT_EQ(found, (std::map<std::uint32_t, double>{{1, 0.1}, {2, 0.2}}));
}

}  // namespace
}  // namespace palio
