#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "campaign/plan/plan.h"
#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

using Items = std::span<const std::uint32_t>;

// The draws of the platforms or the workloads, sorted so that equal values of the first axes lie together.
class SampledSide {
public:
  using ParametersOf = std::span<const ParameterSpec> (*)(std::string_view family);

  SampledSide(const std::vector<Spec>& specs, ParametersOf parameters_of) {
    const std::vector<Recipe> draws = group(specs, parameters_of);
    std::set<std::string> names;
    for (const Recipe& draw : draws)
      for (const auto& [name, value] : draw.parameters) names.insert(name);
    std::vector<std::string> axes(names.begin(), names.end());
    std::stable_partition(axes.begin(), axes.end(),
                          [](const std::string& name) { return role_of(name) != ParameterRole::sample; });
    for (const Recipe& draw : draws) {
      std::vector<std::string>& values = values_.emplace_back(1, draw.name);
      for (const std::string& axis : axes) {
        const auto found = draw.parameters.find(axis);
        values.push_back(found == draw.parameters.end() ? "" : axis + '=' + to_text(found->second));
      }
    }
    axis_count_ = axes.size() + 1;
    order_.resize(draws.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(
        order_, {}, [&](std::uint32_t item) -> const auto& { return values_[item]; });
    place_.resize(specs.size());
    for (std::uint32_t place = 0; place < order_.size(); ++place)
      for (const std::uint32_t member : members_[order_[place]]) place_[member] = place;
  }

  Items all() const { return order_; }
  // Where the draw of a platform or workload lies in all().
  std::uint32_t place(std::uint32_t member) const { return place_[member]; }
  // The place of the first of these items.
  std::uint32_t begin(Items items) const { return static_cast<std::uint32_t>(items.data() - order_.data()); }
  // The platforms or workloads that share a draw.
  const std::vector<std::uint32_t>& members(std::uint32_t item) const { return members_[item]; }
  std::size_t axis_count() const { return axis_count_; }
  const std::string& value(std::uint32_t item, std::size_t axis) const { return values_[item][axis]; }

  // Moves on to the next axis on which the items differ; axis_count() if there is none.
  std::size_t varying_axis(Items items, std::size_t axis) const {
    while (axis < axis_count_ && value(items.front(), axis) == value(items.back(), axis)) ++axis;
    return axis;
  }

  std::vector<Items> split(Items items, std::size_t axis) const {
    std::vector<Items> parts;
    for (std::size_t begin = 0; begin < items.size();) {
      std::size_t end = begin + 1;
      while (end < items.size() && value(items[end], axis) == value(items[begin], axis)) ++end;
      parts.push_back(items.subspan(begin, end - begin));
      begin = end;
    }
    return parts;
  }

private:
  std::vector<Recipe> group(const std::vector<Spec>& specs, ParametersOf parameters_of) {
    std::vector<Recipe> draws;
    std::map<std::string, std::size_t> known;
    for (std::uint32_t i = 0; i < specs.size(); ++i) {
      Recipe draw = drawn_part(specs[i].recipe, parameters_of(specs[i].recipe.name));
      const auto [entry, is_new] = known.emplace(canonical_text(draw), draws.size());
      if (is_new) {
        draws.push_back(std::move(draw));
        members_.emplace_back();
      }
      members_[entry->second].push_back(i);
    }
    return draws;
  }

  std::vector<std::uint32_t> order_, place_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<std::vector<std::string>> values_;  // by item, then axis
  std::size_t axis_count_ = 0;
};

// The instances items[0] x items[1], of platforms and workloads, and the axes still to be split.
struct Branch {
  std::array<Items, 2> items;
  std::array<std::size_t, 2> axis = {};
  std::size_t turn = 0;    // the side that is split next, if it can be
  std::uint64_t hash = 0;  // of the seed and the values that lead here

  std::uint64_t size() const { return std::uint64_t{items[0].size()} * items[1].size(); }
};

class Sampler {
public:
  explicit Sampler(const Study& study)
      : sides_{SampledSide(study.platforms, [](std::string_view name) { return platform_family(name).parameters; }),
               SampledSide(study.workloads, [](std::string_view name) { return workload_family(name).parameters; })} {}

  std::vector<Instance> take(const Study& study, std::uint64_t count) const {
    const Branch all = root(study);
    std::vector<Instance> instances;
    for (const auto& [platforms, workloads] : take(all, std::min(count, all.size())))
      for (const std::uint32_t platform : sides_[0].members(platforms))
        for (const std::uint32_t workload : sides_[1].members(workloads))
          if (instances.size() < count) instances.push_back({platform, workload});
    return instances;
  }

  // Sorts instances by their places in the order of all.
  std::vector<Instance> sort(const Study& study, const std::vector<Instance>& instances) const {
    std::map<Places, std::vector<Instance>> of_draw;
    for (const Instance& at : instances)
      of_draw[{sides_[0].place(at.platform), sides_[1].place(at.workload)}].push_back(at);
    std::vector<Places> draws;
    for (auto& [places, members] : of_draw) {
      std::ranges::sort(members);
      draws.push_back(places);
    }
    std::vector<Instance> sorted;
    for (const auto& [rank, places] : ranked(root(study), draws))
      sorted.insert(sorted.end(), of_draw[places].begin(), of_draw[places].end());
    return sorted;
  }

private:
  using Draw = std::pair<std::uint32_t, std::uint32_t>;  // a leaf of the tree: items of the two sides
  using Places = std::array<std::uint32_t, 2>;           // the same: places in all() of the two sides
  using Ranked = std::pair<std::uint64_t, Places>;       // and its position in the order of a branch

  Branch root(const Study& study) const {
    return {.items = {sides_[0].all(), sides_[1].all()}, .hash = static_cast<std::uint64_t>(study.seed)};
  }

  // The side that splits a branch, whose axes move on; nothing for a leaf.
  std::optional<std::size_t> splitting_side(Branch& branch) const {
    std::array<bool, 2> varies{};
    for (const std::size_t side : {0U, 1U}) {
      branch.axis[side] = sides_[side].varying_axis(branch.items[side], branch.axis[side]);
      varies[side] = branch.axis[side] < sides_[side].axis_count();
    }
    if (!varies[0] && !varies[1]) return std::nullopt;
    return varies[branch.turn] ? branch.turn : 1 - branch.turn;
  }

  // Of some leaves of a branch, in order, without looking at the others.
  std::vector<Ranked> ranked(Branch branch, const std::vector<Places>& leaves) const {
    const std::optional<std::size_t> side = splitting_side(branch);
    if (!side) return {{0, leaves.front()}};
    const std::vector<Branch> children = split(branch, *side);
    std::vector<std::vector<Places>> parts(children.size());
    for (const Places& leaf : leaves) {
      const auto next = std::ranges::upper_bound(
          children, leaf[*side], {}, [&](const Branch& child) { return sides_[*side].begin(child.items[*side]); });
      parts[static_cast<std::size_t>(next - children.begin()) - 1].push_back(leaf);
    }
    std::vector<Ranked> all;
    for (std::size_t child = 0; child < children.size(); ++child)
      if (!parts[child].empty())
        for (const auto& [rank, leaf] : ranked(children[child], parts[child]))
          all.emplace_back(merged_rank(children, child, rank), leaf);
    std::ranges::sort(all);
    return all;
  }

  // The position in their order together of a child's leaf, by its position in the child's.
  static std::uint64_t merged_rank(const std::vector<Branch>& children, std::size_t child, std::uint64_t rank) {
    const DrawPlace own = place(children, child, rank);
    std::uint64_t merged = rank;
    for (std::size_t other = 0; other < children.size(); ++other) {
      if (other == child) continue;
      const std::uint64_t size = children[other].size();
      auto before = static_cast<std::uint64_t>(std::get<0>(own) * static_cast<double>(size));
      while (before > 0 && place(children, other, before - 1) > own) --before;
      while (before < size && place(children, other, before) < own) ++before;
      merged += before;
    }
    return merged;
  }

  std::vector<Draw> take(Branch branch, std::uint64_t count) const {
    const std::optional<std::size_t> side = splitting_side(branch);
    if (!side) return {{branch.items[0].front(), branch.items[1].front()}};
    const std::vector<Branch> children = split(branch, *side);

    const std::vector<std::size_t> turns = interleave(children, count);
    std::vector<std::uint64_t> share(children.size());
    for (const std::size_t child : turns) ++share[child];
    std::vector<std::vector<Draw>> taken(children.size());
    for (std::size_t i = 0; i < children.size(); ++i)
      if (share[i] > 0) taken[i] = take(children[i], share[i]);
    std::vector<Draw> merged;
    merged.reserve(turns.size());
    std::vector<std::size_t> used(children.size());
    for (const std::size_t child : turns) merged.push_back(taken[child][used[child]++]);
    return merged;
  }

  std::vector<Branch> split(const Branch& branch, std::size_t side) const {
    std::vector<Branch> children;
    for (const Items part : sides_[side].split(branch.items[side], branch.axis[side])) {
      Branch& child = children.emplace_back(branch);
      child.hash = hash64(sides_[side].value(part.front(), child.axis[side]++), branch.hash);
      child.items[side] = part;
      child.turn = 1 - side;
    }
    return children;
  }

  using DrawPlace = std::tuple<double, std::size_t, std::uint64_t>;  // point, child, j

  // Child i of size n has its j-th place at a random point of [j/n, (j+1)/n).
  static DrawPlace place(const std::vector<Branch>& children, std::size_t child, std::uint64_t j) {
    const std::uint64_t hash = hash64(fmt::format("{}", j), children[child].hash);
    const double random = static_cast<double>(hash >> 11U) * 0x1p-53;
    return {(static_cast<double>(j) + random) / static_cast<double>(children[child].size()), child, j};
  }

  // The child of each of the first `count` places; all places are sorted.
  static std::vector<std::size_t> interleave(const std::vector<Branch>& children, std::uint64_t count) {
    std::priority_queue<DrawPlace, std::vector<DrawPlace>, std::greater<>> next;
    for (std::size_t child = 0; child < children.size(); ++child) next.push(place(children, child, 0));
    std::vector<std::size_t> turns;
    while (turns.size() < count && !next.empty()) {
      const auto [point, child, j] = next.top();
      next.pop();
      turns.push_back(child);
      if (j + 1 < children[child].size()) next.push(place(children, child, j + 1));
    }
    return turns;
  }

  std::array<SampledSide, 2> sides_;  // platforms, workloads
};

}  // namespace

std::vector<Instance> stratified_sample(const Study& study, std::uint64_t count) {
  if (study.instance_count() == 0) return {};
  return Sampler(study).take(study, count);
}

std::vector<Instance> stratified_order(const Study& study, const std::vector<Instance>& instances) {
  if (instances.empty()) return {};
  return Sampler(study).sort(study, instances);
}

}  // namespace palio
