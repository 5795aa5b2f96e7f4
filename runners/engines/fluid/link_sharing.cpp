#include "runners/engines/fluid/link_sharing.h"

#include <algorithm>
#include <limits>

namespace palio {
namespace {

// How far below a switch's bandwidth a flow must stay so that rounding cannot decide whether the switch bounds it.
constexpr double k_relative_margin = 1e-6;
constexpr double k_margin = 1e-3;  // byte/s

}  // namespace

LinkSharing::LinkSharing(const Network& network) : network_(network) {
  for (std::size_t link = 0; link < network.links().size(); ++link) {
    const NetworkLink& each = network.links()[link];
    const auto is_home = [&](const Bundle& bundle) { return bundle.bandwidth == each.bandwidth; };
    const bool is_private = network.has_private_links() && link < network.processors();
    const auto home = is_private ? std::ranges::find_if(first_bundles_, is_home) : first_bundles_.end();
    const auto number = static_cast<std::uint32_t>(home - first_bundles_.begin());
    if (home == first_bundles_.end())
      first_bundles_.push_back({.bandwidth = each.bandwidth, .contention = each.contention, .home = number});
    ++first_bundles_[number].size;
    first_bundle_of_link_.push_back(number);
  }
  bundles_ = first_bundles_;
}

// Bundles and flows keep their memory; marks of earlier searches stay out of date.
void LinkSharing::reset(std::size_t flows) {
  bundle_of_link_ = first_bundle_of_link_;
  free_bundles_.clear();
  for (std::size_t i = 0; i < bundles_.size(); ++i) {
    bundles_[i].users.clear();
    bundles_[i].bounding = 0;
    if (i < first_bundles_.size())
      bundles_[i].size = first_bundles_[i].size;
    else
      free_bundles_.push_back(static_cast<std::uint32_t>(i));
  }
  for (Flow& flow : flows_) {
    flow.bundles.clear();
    flow.bounded_by.clear();
    flow.flowing = false;
  }
  changed_.clear();
  grow(flows);
}

void LinkSharing::grow(std::size_t flows) {
  if (flows_.size() < flows) flows_.resize(flows);
  solver_.grow(flows);
}

// Links that are new in the network get a bundle each. In networks with such links, bundles are never split.
void LinkSharing::add_pair_links() {
  for (std::size_t link = first_bundle_of_link_.size(); link < network_.links().size(); ++link) {
    const NetworkLink& pair = network_.links()[link];
    const auto number = static_cast<std::uint32_t>(bundles_.size());
    bundles_.push_back({.bandwidth = pair.bandwidth, .contention = pair.contention, .home = number, .size = 1});
    first_bundles_.push_back(bundles_.back());
    bundle_of_link_.push_back(number);
    first_bundle_of_link_.push_back(number);
  }
}

std::span<const LinkLoads::Group> LinkSharing::private_loads(const LinkLoads& loads) const {
  return network_.has_private_links() ? loads.groups() : std::span<const LinkLoads::Group>();
}

void LinkSharing::begin(std::uint32_t flow, const LinkLoads& loads, const Terms& terms) {
  add_pair_links();
  flows_[flow].flowing = true;
  flows_[flow].bound = terms.bound;
  for (const LinkLoads::Group& group : private_loads(loads)) cross(flow, group);
  for (const int trunk : terms.crossing.trunks()) use(fixed_bundle(trunk), flow, loads.total());
  for (const int link : terms.crossing.switches()) {
    const std::uint32_t bundle = fixed_bundle(link);
    use(bundle, flow, loads.largest());
    if (!may_bound(link, loads, terms)) continue;
    flows_[flow].bounded_by.push_back(bundle);
    ++bundles_[bundle].bounding;
  }
  changed_.push_back(flow);
}

void LinkSharing::end(std::uint32_t flow) {
  for (const std::uint32_t number : flows_[flow].bundles) {
    Bundle& bundle = bundles_[number];
    std::erase_if(bundle.users, [&](const User& user) { return user.flow == flow; });
    if (!couples(bundle) || bundle.users.empty()) continue;
    if (bundle.contention == Contention::contended)
      changed_.push_back(bundle.users.back().flow);  // leads to the others
    else
      for (const User& user : bundle.users) changed_.push_back(user.flow);
  }
  for (const std::uint32_t bundle : flows_[flow].bounded_by) --bundles_[bundle].bounding;
  flows_[flow].flowing = false;
}

// In three passes: find the bundles of the links and count their crossed links; decide what becomes of each crossed
// part; assign the links to their new bundles. Links without users count as one bundle, which is always split.
void LinkSharing::cross(std::uint32_t flow, const LinkLoads::Group& group) {
  crossed_.clear();
  for (const int link : group.processors) {
    const std::uint32_t bundle = used_or_home(bundle_of_link_[link]);
    if (bundles_[bundle].crossed++ == 0) crossed_.push_back(bundle);
  }
  for (const std::uint32_t bundle : crossed_) {
    const bool whole = !bundles_[bundle].users.empty() && bundles_[bundle].crossed == bundles_[bundle].size;
    const std::uint32_t part = whole ? bundle : copy_of(bundle);
    bundles_[bundle].part = part;
    use(part, flow, group.bytes);
  }
  for (const int link : group.processors) {
    std::uint32_t& place = bundle_of_link_[link];
    const std::uint32_t part = bundles_[used_or_home(place)].part;
    if (part == place) continue;
    leave(place);
    ++bundles_[part].size;
    place = part;
  }
  for (const std::uint32_t bundle : crossed_) bundles_[bundle].crossed = 0;
}

std::uint32_t LinkSharing::used_or_home(std::uint32_t bundle) const {
  return bundles_[bundle].users.empty() ? bundles_[bundle].home : bundle;
}

// A new bundle with the same users and no links yet.
std::uint32_t LinkSharing::copy_of(std::uint32_t bundle) {
  auto copy = static_cast<std::uint32_t>(bundles_.size());
  if (free_bundles_.empty()) {
    bundles_.emplace_back();
  } else {
    copy = free_bundles_.back();
    free_bundles_.pop_back();
  }
  const Bundle& old = bundles_[bundle];
  Bundle& made = bundles_[copy];
  made.bandwidth = old.bandwidth;
  made.home = old.home;
  made.size = 0;
  made.users = old.users;
  for (const User& user : made.users) flows_[user.flow].bundles.push_back(copy);
  return copy;
}

// Removes a link. A bundle without links, and thus without users, may be used again.
void LinkSharing::leave(std::uint32_t bundle) {
  if (--bundles_[bundle].size == 0 && bundle >= first_bundles_.size()) free_bundles_.push_back(bundle);
}

void LinkSharing::use(std::uint32_t bundle, std::uint32_t flow, double bytes) {
  bundles_[bundle].users.push_back({bytes, flow});
  flows_[flow].bundles.push_back(bundle);
}

// Whether a link without contention might bound a flow. It cannot if the flow also crosses a contended link that is no
// faster and carries no less: that one never has more left than this one, in any rounding. Nor can it if the flow stays
// well below its bandwidth even when alone on its contended links.
bool LinkSharing::may_bound(int link, const LinkLoads& loads, const Terms& terms) const {
  const double bandwidth = network_.link(link).bandwidth;
  const auto is_tighter = [&](int contended, double bytes) {
    return network_.link(contended).bandwidth <= bandwidth && bytes >= loads.largest();
  };
  // The processors of a group belong to two clusters at most.
  for (const LinkLoads::Group& group : private_loads(loads))
    if (is_tighter(group.processors.front(), group.bytes) || is_tighter(group.processors.back(), group.bytes))
      return false;
  for (const int trunk : terms.crossing.trunks())
    if (is_tighter(trunk, loads.total())) return false;
  double alone = std::numeric_limits<double>::infinity();  // 1/s
  for (const LinkLoads::Group& group : private_loads(loads))
    for (const int end : {group.processors.front(), group.processors.back()})
      alone = std::min(alone, network_.link(end).bandwidth / group.bytes);
  for (const int trunk : terms.crossing.trunks())
    alone = std::min(alone, network_.link(trunk).bandwidth / loads.total());
  return loads.largest() * alone > bandwidth - std::max(k_relative_margin * bandwidth, k_margin);
}

// All flows that share a link with this one, directly or through others, and these links.
void LinkSharing::find_component(std::uint32_t seed) {
  solver_.clear();
  add_to_component(seed);
  for (std::size_t i = 0; i < solver_.flows().size(); ++i) {
    for (const std::uint32_t number : flows_[solver_.flows()[i]].bundles) {
      Bundle& bundle = bundles_[number];
      if (bundle.seen == now_ || !couples(bundle)) continue;
      bundle.seen = now_;
      solver_.add_link(bundle.bandwidth, bundle.contention, bundle.users);
      for (const User& user : bundle.users)
        if (flows_[user.flow].seen != now_) add_to_component(user.flow);
    }
  }
}

void LinkSharing::add_to_component(std::uint32_t flow) {
  flows_[flow].seen = now_;
  solver_.add_flow(flow, flows_[flow].bound);
}

}  // namespace palio
