#include "runners/fluid/fair_bottleneck.h"

#include <algorithm>
#include <limits>

namespace palio {

void FairBottleneck::clear() {
  flows_.clear();
  links_.clear();
  users_.clear();
}

void FairBottleneck::add_flow(double bound) { flows_.push_back({.bound = bound}); }

void FairBottleneck::add_link(double bandwidth, Contention contention) {
  const auto first = static_cast<std::uint32_t>(users_.size());
  links_.push_back({bandwidth, 0, contention, first, first});
}

void FairBottleneck::add_user(std::uint32_t flow, double bytes) {
  users_.push_back({flow, bytes});
  ++links_.back().end;
}

void FairBottleneck::solve() {
  growing_ = flows_.size();
  do {
    for (Flow& flow : flows_)
      if (flow.grows) flow.growth = std::numeric_limits<double>::max();
    std::erase_if(links_, [&](NetLink& link) { return !offer(link); });
    grow();
    std::erase_if(links_, [&](NetLink& link) { return !use(link); });
  } while (growing_ > 0);
}

// False if nobody grows any more.
bool FairBottleneck::offer(NetLink& link) {
  int growing = 0;
  for (const User& user : users(link)) growing += flows_[user.flow].grows ? 1 : 0;
  if (growing == 0) return false;
  link.offer = link.contention == Contention::contended ? link.left / growing : link.left;
  for (const User& user : users(link)) {
    Flow& flow = flows_[user.flow];
    if (flow.grows) flow.growth = std::min(flow.growth, link.offer / user.bytes);
  }
  return true;
}

void FairBottleneck::grow() {
  for (Flow& flow : flows_) {
    if (!flow.grows) continue;
    if (flow.bound > 0) flow.growth = std::min(flow.growth, flow.bound - flow.rate);
    flow.rate += flow.growth;
    if (flow.rate != flow.bound) continue;
    flow.grows = false;
    --growing_;
  }
}

// False if nothing is left.
bool FairBottleneck::use(NetLink& link) {
  if (link.contention == Contention::contended) {
    for (const User& user : users(link))
      link.left = left_of(link.left, user.bytes * flows_[user.flow].growth, k_precision);
  } else {
    double least = link.offer;
    for (const User& user : users(link)) least = std::min(least, user.bytes * flows_[user.flow].growth);
    link.left = left_of(link.left, least, k_precision);
  }
  if (link.left > 0) return true;
  for (const User& user : users(link)) {
    Flow& flow = flows_[user.flow];
    growing_ -= flow.grows ? 1 : 0;
    flow.grows = false;
  }
  return false;
}

}  // namespace palio
