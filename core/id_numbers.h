#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace palio {

/// Numbers ids, which may be any, from 0 in the order in which they come: what belongs to an id is then in a list.
class IdNumbers {
public:
  static constexpr std::size_t k_none = std::numeric_limits<std::size_t>::max();

  /// The number of an id, which is new at its first time. Nothing is searched for the id of the last call and the one
  /// that came after it: results are in the order of ids.
  std::size_t add(std::int64_t id) {
    if (last_ < ids_.size() && ids_[last_] == id) return last_;
    if (last_ + 1 < ids_.size() && ids_[last_ + 1] == id) return ++last_;
    if (2 * ids_.size() >= slots_.size()) grow();
    std::uint32_t& slot = slots_[slot_of(id)];
    if (slot == k_free) {
      slot = static_cast<std::uint32_t>(ids_.size());
      ids_.push_back(id);
    }
    return last_ = slot;
  }

  /// The number of an id; k_none: it never came.
  std::size_t find(std::int64_t id) const {
    const std::uint32_t slot = slots_.empty() ? k_free : slots_[slot_of(id)];
    return slot == k_free ? k_none : slot;
  }

  std::size_t size() const { return ids_.size(); }
  const std::vector<std::int64_t>& ids() const { return ids_; }

private:
  static constexpr std::uint32_t k_free = std::numeric_limits<std::uint32_t>::max();

  // Where an id is or belongs.
  std::size_t slot_of(std::int64_t id) const {
    constexpr std::uint64_t k_golden_ratio = 0x9E3779B97F4A7C15;  // spreads ids that are multiples of something
    std::size_t at = static_cast<std::uint64_t>(id) * k_golden_ratio >> shift_;
    while (slots_[at] != k_free && ids_[slots_[at]] != id) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  void grow() {
    shift_ = slots_.empty() ? 61 : shift_ - 1;
    slots_.assign(std::size_t{1} << (64 - shift_), k_free);
    for (std::size_t number = 0; number < ids_.size(); ++number)
      slots_[slot_of(ids_[number])] = static_cast<std::uint32_t>(number);
  }

  std::vector<std::int64_t> ids_;     // by number
  std::vector<std::uint32_t> slots_;  // numbers, a power of two of which at most half are taken
  int shift_ = 64;                    // 64 less the bits of a place among them
  std::size_t last_ = 0;
};

}  // namespace palio
