#include "runners/engines/fluid/fair_bottleneck.h"

#include <algorithm>
#include <limits>

namespace palio {

void FairBottleneck::grow(std::size_t flows) {
  if (states_.size() < flows) states_.resize(flows);
}

void FairBottleneck::clear() {
  flows_.clear();
  links_.clear();
}

void FairBottleneck::add_flow(std::uint32_t flow, double bound) {
  states_[flow] = {.bound = bound, .grows = true};
  flows_.push_back(flow);
}

void FairBottleneck::add_link(double bandwidth, Contention contention, std::span<const User> users) {
  links_.push_back({bandwidth, 0, contention, users});
}

void FairBottleneck::solve() {
  growing_ = flows_.size();
  do {
    for (const std::uint32_t flow : flows_)
      if (states_[flow].grows) states_[flow].growth = std::numeric_limits<double>::max();
    std::erase_if(links_, [&](SharedLink& link) { return !offer(link); });
    grow();
    std::erase_if(links_, [&](SharedLink& link) { return !use(link); });
  } while (growing_ > 0 && !links_.empty());
}

// False if no user grows any more.
bool FairBottleneck::offer(SharedLink& link) {
  std::size_t growing = link.users.size();
  if (growing_ < flows_.size())
    growing = static_cast<std::size_t>(
        std::ranges::count_if(link.users, [&](const User& user) { return states_[user.flow].grows; }));
  if (growing == 0) return false;
  link.offer = link.contention == Contention::contended ? link.left / static_cast<double>(growing) : link.left;
  for (const User& user : link.users) {
    State& flow = states_[user.flow];
    if (flow.grows) flow.growth = std::min(flow.growth, link.offer / user.bytes);
  }
  return true;
}

void FairBottleneck::grow() {
  for (const std::uint32_t number : flows_) {
    State& flow = states_[number];
    if (!flow.grows) continue;
    if (flow.bound > 0) flow.growth = std::min(flow.growth, flow.bound - flow.rate);
    flow.rate += flow.growth;
    if (flow.rate == flow.bound) stop(flow);
  }
}

// False if nothing is left. The latest users come first: their order decides how the rest is rounded.
bool FairBottleneck::use(SharedLink& link) {
  if (link.contention == Contention::contended) {
    for (auto user = link.users.rbegin(); user != link.users.rend(); ++user)
      link.left = left_of(link.left, user->bytes * states_[user->flow].growth, k_precision);
  } else {
    double least = link.offer;
    for (const User& user : link.users) least = std::min(least, user.bytes * states_[user.flow].growth);
    link.left = left_of(link.left, least, k_precision);
  }
  if (link.left > 0) return true;
  for (const User& user : link.users) stop(states_[user.flow]);
  return false;
}

}  // namespace palio
