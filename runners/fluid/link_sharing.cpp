#include "runners/fluid/link_sharing.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace palio {
namespace {

// How far below a switch's bandwidth a flow must stay for rounding to have no say in whether the switch bounds it.
constexpr double k_relative_margin = 1e-6;
constexpr double k_margin = 1e-3;  // byte/s

}  // namespace

LinkSharing::LinkSharing(const Network& network) : network_(network) {
  for (std::size_t link = 0; link < network.links().size(); ++link) {
    const auto& [name, bandwidth, contention] = network.links()[link];
    const auto is_home = [&](const Bundle& bundle) { return bundle.bandwidth == bandwidth; };
    const bool is_private = link < network.processors();
    const auto home = is_private ? std::ranges::find_if(first_bundles_, is_home) : first_bundles_.end();
    const auto number = static_cast<std::uint32_t>(home - first_bundles_.begin());
    if (home == first_bundles_.end())
      first_bundles_.push_back({.bandwidth = bandwidth, .contention = contention, .home = number});
    ++first_bundles_[number].size;
    first_bundle_of_link_.push_back(number);
  }
}

void LinkSharing::reset(std::size_t flows) {
  bundle_of_link_ = first_bundle_of_link_;
  bundles_ = first_bundles_;
  free_bundles_.clear();
  uses_.clear();
  free_use_ = k_none;
  flows_.assign(flows, {});
  changed_.clear();
  now_ = 1;
}

void LinkSharing::begin(std::uint32_t flow, const LinkLoads& loads, const Terms& terms) {
  flows_[flow].flowing = true;
  flows_[flow].bound = terms.bound;
  for (const LinkLoads::Group& group : loads.groups()) cross(flow, group);
  for (const int trunk : terms.crossing.trunks()) use_latest(fixed_bundle(trunk), flow, loads.total());
  for (const int link : terms.crossing.switches()) {
    const std::uint32_t bundle = fixed_bundle(link);
    const std::uint32_t use = use_latest(bundle, flow, loads.largest());
    uses_[use].bounding = may_bound(link, loads, terms);
    bundles_[bundle].bounding += uses_[use].bounding ? 1 : 0;
  }
  changed_.push_back(flow);
}

void LinkSharing::end(std::uint32_t flow) {
  for (std::uint32_t use = flows_[flow].first_use; use != k_none;) {
    Bundle& bundle = bundles_[uses_[use].bundle];
    if (couples(bundle))
      for (std::uint32_t other = bundle.latest; other != k_none; other = uses_[other].earlier)
        if (other != use) changed_.push_back(uses_[other].flow);
    bundle.bounding -= uses_[use].bounding ? 1 : 0;
    use = drop(use);
  }
  flows_[flow].first_use = k_none;
  flows_[flow].flowing = false;
}

// In three walks: which bundles the links belong to and how many of each; what the crossed part of each becomes; the
// links' new bundles. Links that nobody uses are taken for one bundle, which is always split.
void LinkSharing::cross(std::uint32_t flow, const LinkLoads::Group& group) {
  crossed_.clear();
  for (const int link : group.processors) {
    const std::uint32_t bundle = used_or_home(bundle_of_link_[static_cast<std::size_t>(link)]);
    if (bundles_[bundle].crossed++ == 0) crossed_.push_back(bundle);
  }
  for (const std::uint32_t bundle : crossed_) {
    const bool whole = bundles_[bundle].latest != k_none && bundles_[bundle].crossed == bundles_[bundle].size;
    const std::uint32_t part = whole ? bundle : copy_of(bundle);
    bundles_[bundle].part = part;
    use_latest(part, flow, group.bytes);
  }
  for (const int link : group.processors) {
    std::uint32_t& place = bundle_of_link_[static_cast<std::size_t>(link)];
    const std::uint32_t part = bundles_[used_or_home(place)].part;
    if (part == place) continue;
    leave(place);
    ++bundles_[part].size;
    place = part;
  }
  for (const std::uint32_t bundle : crossed_) bundles_[bundle].crossed = 0;
}

std::uint32_t LinkSharing::used_or_home(std::uint32_t bundle) const {
  return bundles_[bundle].latest == k_none ? bundles_[bundle].home : bundle;
}

// A bundle without links yet, with the same users.
std::uint32_t LinkSharing::copy_of(std::uint32_t bundle) {
  std::uint32_t copy = static_cast<std::uint32_t>(bundles_.size());
  if (free_bundles_.empty()) {
    bundles_.emplace_back();
  } else {
    copy = free_bundles_.back();
    free_bundles_.pop_back();
  }
  const Bundle& old = bundles_[bundle];
  bundles_[copy] = {.bandwidth = old.bandwidth, .contention = old.contention, .home = old.home};
  std::uint32_t later = k_none;
  for (std::uint32_t use = old.latest; use != k_none; use = uses_[use].earlier) {
    const std::uint32_t made = new_use(copy, uses_[use].flow, uses_[use].bytes);
    uses_[made].later = later;
    (later == k_none ? bundles_[copy].latest : uses_[later].earlier) = made;
    later = made;
  }
  return copy;
}

// A link goes away. What nobody uses and has no links may become another bundle.
void LinkSharing::leave(std::uint32_t bundle) {
  if (--bundles_[bundle].size == 0 && bundle >= first_bundles_.size()) free_bundles_.push_back(bundle);
}

std::uint32_t LinkSharing::use_latest(std::uint32_t bundle, std::uint32_t flow, double bytes) {
  const std::uint32_t use = new_use(bundle, flow, bytes);
  const std::uint32_t before = bundles_[bundle].latest;
  uses_[use].earlier = before;
  if (before != k_none) uses_[before].later = use;
  bundles_[bundle].latest = use;
  return use;
}

// In the flow's list, but not yet in the bundle's.
std::uint32_t LinkSharing::new_use(std::uint32_t bundle, std::uint32_t flow, double bytes) {
  std::uint32_t use = free_use_;
  if (use == k_none) {
    use = static_cast<std::uint32_t>(uses_.size());
    uses_.emplace_back();
  } else {
    free_use_ = uses_[use].next_of_flow;
  }
  uses_[use] = {.flow = flow, .bundle = bundle, .bytes = bytes, .next_of_flow = flows_[flow].first_use};
  flows_[flow].first_use = use;
  return use;
}

// From the bundle's list; returns the next one of the flow.
std::uint32_t LinkSharing::drop(std::uint32_t use) {
  const std::uint32_t later = uses_[use].later;
  const std::uint32_t earlier = uses_[use].earlier;
  (later == k_none ? bundles_[uses_[use].bundle].latest : uses_[later].earlier) = earlier;
  if (earlier != k_none) uses_[earlier].later = later;
  const std::uint32_t next = std::exchange(uses_[use].next_of_flow, free_use_);
  free_use_ = use;
  return next;
}

// Whether a link without contention might bound a flow. It never does when the flow crosses a contended link that is
// not faster with no less on it, since what is left of that one is then at most what is left of this one, in every
// rounding; nor when even alone on its contended links the flow stays well below its bandwidth.
bool LinkSharing::may_bound(int link, const LinkLoads& loads, const Terms& terms) const {
  const double bandwidth = network_.link(link).bandwidth;
  double rate = std::numeric_limits<double>::infinity();
  bool is_looser = false;
  const auto cross = [&](int contended, double bytes) {
    const double other = network_.link(contended).bandwidth;
    rate = std::min(rate, other / bytes);
    is_looser = is_looser || (other <= bandwidth && bytes >= loads.largest());
  };
  // The processors of a group belong to two clusters at most.
  for (const LinkLoads::Group& group : loads.groups()) {
    cross(group.processors.front(), group.bytes);
    cross(group.processors.back(), group.bytes);
  }
  for (const int trunk : terms.crossing.trunks()) cross(trunk, loads.total());
  return !is_looser && loads.largest() * rate > bandwidth - std::max(k_relative_margin * bandwidth, k_margin);
}

// All flows that share a link with this one, directly or through others.
void LinkSharing::find_component(std::uint32_t seed) {
  component_.assign(1, seed);
  component_bundles_.clear();
  flows_[seed].seen = now_;
  for (std::size_t i = 0; i < component_.size(); ++i) {
    for (std::uint32_t use = flows_[component_[i]].first_use; use != k_none; use = uses_[use].next_of_flow) {
      Bundle& bundle = bundles_[uses_[use].bundle];
      if (!couples(bundle) || bundle.seen == now_) continue;
      bundle.seen = now_;
      component_bundles_.push_back(uses_[use].bundle);
      for (std::uint32_t other = bundle.latest; other != k_none; other = uses_[other].earlier) {
        Flow& flow = flows_[uses_[other].flow];
        if (flow.seen == now_) continue;
        flow.seen = now_;
        component_.push_back(uses_[other].flow);
      }
    }
  }
}

void LinkSharing::solve_component() {
  solver_.clear();
  for (std::uint32_t i = 0; i < component_.size(); ++i) {
    flows_[component_[i]].place = i;
    solver_.add_flow(flows_[component_[i]].bound);
  }
  for (const std::uint32_t number : component_bundles_) {
    const Bundle& bundle = bundles_[number];
    solver_.add_link(bundle.bandwidth, bundle.contention);
    for (std::uint32_t use = bundle.latest; use != k_none; use = uses_[use].earlier)
      solver_.add_user(flows_[uses_[use].flow].place, uses_[use].bytes);
  }
  solver_.solve();
}

}  // namespace palio
