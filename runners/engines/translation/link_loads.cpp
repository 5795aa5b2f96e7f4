#include "runners/engines/translation/link_loads.h"

#include <algorithm>
#include <iterator>

namespace palio {
namespace {

constexpr int k_not_both = -1;

bool share_a_processor(std::span<const int> source, std::span<const int> target) {
  if (source.back() < target.front() || target.back() < source.front()) return false;
  for (std::size_t s = 0, t = 0; s < source.size() && t < target.size();) {
    if (source[s] == target[t]) return true;
    source[s] < target[t] ? ++s : ++t;
  }
  return false;
}

}  // namespace

void LinkLoads::find(double bytes, std::span<const int> source, std::span<const int> target) {
  groups_.clear();
  processors_.clear();
  total_ = largest_ = 0;
  if (share_a_processor(source, target))
    find_overlapping(bytes, source, target);
  else
    find_apart(bytes, source, target);
}

void LinkLoads::add_block(const BlockTransfer& block, bool stays) {
  if (stays) return;
  total_ += block.bytes;
  largest_ = std::max(largest_, block.bytes);
}

void LinkLoads::add_group(double bytes, std::span<const int> processors) {
  if (bytes > 0) groups_.push_back({bytes, processors});
}

// All processors of a set have an equal share, computed once and exactly, so that equal loads compare equal.
void LinkLoads::find_apart(double bytes, std::span<const int> source, std::span<const int> target) {
  visit_blocks(bytes, static_cast<int>(source.size()), static_cast<int>(target.size()),
               [&](const BlockTransfer& block) { add_block(block, false); });
  const double sent = bytes / static_cast<double>(source.size());
  const double received = bytes / static_cast<double>(target.size());
  if (sent == received) {
    std::ranges::merge(source, target, std::back_inserter(processors_));
    add_group(sent, processors_);
    return;
  }
  processors_.assign(source.begin(), source.end());
  processors_.insert(processors_.end(), target.begin(), target.end());
  const std::span<const int> all(processors_);
  const auto senders = all.first(source.size());
  const auto receivers = all.last(target.size());
  if (sent < received) add_group(sent, senders);
  add_group(received, receivers);
  if (sent > received) add_group(sent, senders);
}

// A processor that only sends, or only receives, has exactly its share; the others have the sum of their messages,
// which is exactly zero when all their blocks stay.
void LinkLoads::find_overlapping(double bytes, std::span<const int> source, std::span<const int> target) {
  source_places_.assign(source.size(), k_not_both);
  target_places_.assign(target.size(), k_not_both);
  loads_.clear();
  sums_.clear();
  for (std::size_t s = 0, t = 0; s < source.size() || t < target.size();) {
    if (t == target.size() || (s < source.size() && source[s] < target[t])) {
      loads_.push_back({bytes / static_cast<double>(source.size()), source[s++]});
    } else if (s == source.size() || target[t] < source[s]) {
      loads_.push_back({bytes / static_cast<double>(target.size()), target[t++]});
    } else {
      source_places_[s] = target_places_[t] = static_cast<int>(sums_.size());
      sums_.push_back(0);
      ++s;
      ++t;
    }
  }
  add_blocks(bytes, source, target);
  for (std::size_t s = 0; s < source.size(); ++s)
    if (source_places_[s] != k_not_both) loads_.push_back({sums_[source_places_[s]], source[s]});
  group_loads();
}

void LinkLoads::add_blocks(double bytes, std::span<const int> source, std::span<const int> target) {
  visit_blocks(bytes, static_cast<int>(source.size()), static_cast<int>(target.size()),
               [&](const BlockTransfer& block) {
                 const int from = source_places_[block.sender];
                 const int to = target_places_[block.receiver];
                 const bool stays = from != k_not_both && from == to;
                 add_block(block, stays);
                 if (stays) return;
                 if (from != k_not_both) sums_[from] += block.bytes;
                 if (to != k_not_both) sums_[to] += block.bytes;
               });
}

void LinkLoads::group_loads() {
  std::erase_if(loads_, [](const Load& load) { return load.bytes <= 0; });
  std::ranges::sort(loads_);
  for (const Load& load : loads_) processors_.push_back(load.processor);
  const std::span<const int> all(processors_);
  for (std::size_t first = 0, end = 0; first < loads_.size(); first = end) {
    while (end < loads_.size() && loads_[end].bytes == loads_[first].bytes) ++end;
    add_group(loads_[first].bytes, all.subspan(first, end - first));
  }
}

}  // namespace palio
