#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/model/platform.h"

namespace palio {

/// contended: all messages across a link share it. uncontended: it bounds each message by itself, never two together.
enum class Contention { contended, uncontended };

/// A link of a platform as engines see it. Its latency is part of the routes' (Network::Crossing).
struct NetworkLink {
  static constexpr int k_only = -1;

  std::string_view kind;
  int number = 0;        // of its kind; k_only: there are no others
  double bandwidth = 0;  // byte/s
  Contention contention = Contention::contended;
  int target = k_only;  // of the link of a pair, from host `number` to this one
};

std::string name_of(const NetworkLink& link);

/// The links of a platform, numbered: the private link of each processor has the processor's number, the others follow.
/// Those of a mesh without contention, which has no private ones, are numbered as crossing() first meets them.
class Network {
public:
  /// What messages between two clusters cross besides the private links of their ends.
  class Crossing {
  public:
    double latency = 0;  // s, of the whole route

    /// Bound each message alone.
    std::span<const int> switches() const { return {switches_.data(), switch_count_}; }
    /// Shared with all other messages. None inside a cluster, across a shared switch and in a mesh without contention.
    std::span<const int> trunks() const { return {trunks_.data(), trunk_count_}; }

  private:
    friend class Network;
    std::array<int, 2> switches_{};
    std::size_t switch_count_ = 0;
    std::array<int, 3> trunks_{};
    std::size_t trunk_count_ = 0;
  };

  explicit Network(const Platform& platform);

  std::span<const NetworkLink> links() const { return links_; }
  const NetworkLink& link(int number) const { return links_[number]; }
  std::size_t processors() const { return speeds_.size(); }
  bool has_private_links() const { return platform_.interconnect != Interconnect::mesh || has_contention(platform_); }
  std::span<const double> speeds() const { return speeds_; }        // flop/s, by processor
  double speed(int processor) const { return speeds_[processor]; }  // flop/s

  /// The links that messages cross from one cluster to another, or within one. May add a link; other links keep their
  /// numbers.
  Crossing crossing(int from, int to);

private:
  void add_trunks();
  void add_pairs();
  int add(std::string_view kind, int number, double bandwidth, Contention contention, int target = NetworkLink::k_only);
  int pair(int from, int to);

  Platform platform_;
  std::vector<NetworkLink> links_;
  std::vector<double> speeds_;  // by processor
  std::vector<int> switches_;   // by cluster
  std::vector<int> uplinks_;    // by cluster, or empty
  int backbone_ = -1;           // -1: none
  std::vector<int> pairs_;      // of a mesh, as the platform's links; -1: not met yet
};

}  // namespace palio
