#include "strategies/ptg/critical_path.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace palio {
namespace {

constexpr int k_most_shifts = 5000;
constexpr std::size_t k_most_work = 10000;  // tasks and edges looked at, beside ten times all of them
constexpr double k_alike = 2e-15;           // of the length: falls closer than this are one
constexpr double k_surely = 1 + 1e-9;

std::size_t at(int block) { return static_cast<std::size_t>(block); }

// Whatever the order of `tasks` additions and k_most_shifts offsets: twice what they can be off by.
double rounding(int tasks) { return 4 * std::numeric_limits<double>::epsilon() * tasks + 2 * k_alike * k_most_shifts; }

}  // namespace

CriticalPath::CriticalPath(const TaskGraph& graph, const std::vector<double>& task_time,
                           const std::vector<double>& least_time)
    : graph_(graph),
      nodes_(task_time.size() + 1),
      followers_(nodes_.size()),
      level_(nodes_.size()),
      least_level_(nodes_.size()),
      offset_(nodes_.size() / k_block + 1),
      outdated_(offset_.size()),
      open_(offset_.size() + 1),
      closing_(offset_.size()) {
  nodes_[k_root].is_on_path = true;
  first_child_.reserve(nodes_.size() + 1);
  children_.reserve(graph.edges().size() + task_time.size());
  first_child_.push_back(0);
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) children_.push_back(static_cast<Position>(position(task)));
  for (const int task : graph.topological_order()) {
    first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
    for (const Edge& edge : graph.out_edges(task)) children_.push_back(static_cast<Position>(position(edge.to)));
    nodes_[position(task)].time = task_time[static_cast<std::size_t>(task)];
    least_level_[position(task)] = least_time[static_cast<std::size_t>(task)];
  }
  first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
  add_up(least_level_);
  settle();
}

void CriticalPath::lower_task_time(int task, double time) {
  changes_.clear();
  Node& node = nodes_[position(task)];
  if (node.is_twin && node.time - time <= tolerance_) fragile_ = std::min(fragile_, node.top);
  node.time = time;
  if (!node.is_reached) return;
  const std::size_t all = nodes_.size() + children_.size();
  if (!propagate(static_cast<Position>(position(task)))) {
    settle();
    patience_ = all;
  } else if (work_ > k_most_work + 10 * all || shifts_ >= k_most_shifts) {
    settle();
    patience_ = 0;
  } else {
    for (std::size_t i = rerouted_.size(); i-- > 0;)
      if (nodes_[rerouted_[i]].is_on_path) reroute(rerouted_[i]);
  }
  rerouted_.clear();
}

double CriticalPath::length() {
  if (shifts_ > 0) settle();
  return level(k_root);
}

// --- choices --------------------------------------------------------------------------------------------------------

// The child with the largest level, the first one of equals.
CriticalPath::Choice CriticalPath::choose(Position position) {
  constexpr double k_nothing = -std::numeric_limits<double>::infinity();
  const std::span<const Position> candidates = children_of(position);
  Choice choice{k_none, k_nothing, true};
  double largest = k_nothing;
  for (const Position candidate : candidates) {
    const double its = level(candidate);
    choice.runner_up = std::max(choice.runner_up, std::min(largest, its));
    choice.chosen = its > largest ? candidate : choice.chosen;
    largest = std::max(largest, its);
  }
  if (candidates.size() < 2 || largest - choice.runner_up > tolerance_) return choice;
  if (const Position twin = first_of_twins(candidates, largest - tolerance_); twin != k_none) {
    choice.chosen = twin;
    return choice;
  }
  fragile_ = std::min(fragile_, static_cast<int>(position / k_block));
  choice.is_certain = shifts_ == 0;
  return choice;
}

// Tasks of the same time and the same next are equal, to the last bit. Nothing if others, too, are not below `least`.
CriticalPath::Position CriticalPath::first_of_twins(std::span<const Position> candidates, double least) {
  Node* first = nullptr;
  for (const Position candidate : candidates) {
    if (level(candidate) < least) continue;
    Node& node = nodes_[candidate];
    if (first == nullptr) first = &node;
    if (node.time != first->time || node.next != first->next) return k_none;
    first->is_twin = node.is_twin = true;
  }
  return static_cast<Position>(first - nodes_.data());
}

// False if that is not decided.
bool CriticalPath::choose_next(Position position) {
  Node& node = nodes_[position];
  const Choice choice = choose(position);
  work_ += children_of(position).size();
  node.runner_up = choice.runner_up - offset_[position / k_block];
  if (choice.chosen != node.next) {
    leave(position);
    join(position, choice.chosen);
    if (node.is_twin) fragile_ = std::min(fragile_, node.top);  // and perhaps nobody's twin any more
    if (node.is_on_path) rerouted_.push_back(position);
  }
  return choice.is_certain;
}

void CriticalPath::join(Position position, Position next) {
  Node& node = nodes_[position];
  node.next = next;
  if (next == k_none) return;
  Link& link = followers_[position];
  link = {k_none, std::exchange(nodes_[next].first_follower, position)};
  if (link.after != k_none) followers_[link.after].before = position;
}

void CriticalPath::leave(Position position) {
  const Link& link = followers_[position];
  if (link.before == k_none)
    nodes_[nodes_[position].next].first_follower = link.after;
  else
    followers_[link.before].after = link.after;
  if (link.after != k_none) followers_[link.after].before = link.before;
}

// --- updates --------------------------------------------------------------------------------------------------------

// Upwards block by block, so that each level is computed once. False if a choice is not decided.
bool CriticalPath::propagate(Position position) {
  const auto from = static_cast<int>(position / k_block);
  outdated_[at(from)] |= std::uint32_t{1} << (position % k_block);
  Front front{.alike = k_alike * level(k_root)};
  for (int block = from; block >= 0; --block) {
    if (!update_block(block, front)) return false;
    front.open -= std::exchange(closing_[at(block)], 0);
    if (front.open == 0) break;
    if (front.open == open_[at(block)] && front.unlike_top >= block && fragile_ >= block && work_ >= patience_) {
      lower_above(block, front);
      break;
    }
  }
  return true;
}

inline void CriticalPath::note_fall(const Node& node, double fall, Front& front) {
  if (std::abs(fall - front.fall) > front.alike) {
    front.unlike_top = std::min(front.unlike_top, front.top);
    front.top = std::numeric_limits<int>::max();
    front.fall = fall;
  }
  front.top = std::min(front.top, node.top);
  ++front.open;
  ++closing_[at(node.top)];
}

bool CriticalPath::update_block(int block, Front& front) {
  std::uint32_t outdated = std::exchange(outdated_[at(block)], 0);
  const double offset = offset_[at(block)];
  for (; outdated != 0; ++work_) {
    const auto bit = k_block - 1 - static_cast<std::uint32_t>(std::countl_zero(outdated));
    outdated ^= std::uint32_t{1} << bit;
    const Position position = static_cast<Position>(block) * k_block + bit;
    const Node& node = nodes_[position];
    double updated = node.time;
    if (node.next != k_none) {
      // Levels only fall: the runner-up's is a bound until the best one falls to it.
      if (level(node.next) - offset - node.runner_up <= tolerance_ && !choose_next(position)) return false;
      updated = level_[node.next] + (node.time + (offset_[node.next / k_block] - offset));
    }
    const double fall = level_[position] - updated;
    if (fall == 0) continue;
    level_[position] = updated;
    if (node.top < block) note_fall(node, fall, front);
    for (Position above = node.first_follower; above != k_none; above = followers_[above].after) {
      const std::uint32_t its_bit = std::uint32_t{1} << (above % k_block);
      (above / k_block == position / k_block ? outdated : outdated_[above / k_block]) |= its_bit;
    }
  }
  return true;
}

// All levels in the blocks before this one fall alike.
void CriticalPath::lower_above(int block, const Front& front) {
  for (std::size_t i = 0; i < at(block); ++i) offset_[i] -= front.fall;
  for (std::size_t i = at(std::min(front.top, front.unlike_top)); i < at(block); ++i) outdated_[i] = 0, closing_[i] = 0;
  ++shifts_;
}

// --- all anew -------------------------------------------------------------------------------------------------------

void CriticalPath::settle() {
  std::ranges::fill(offset_, 0);
  std::ranges::fill(outdated_, 0);
  std::ranges::fill(closing_, 0);
  shifts_ = 0;
  work_ = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) level_[i] = nodes_[i].time;
  add_up(level_);
  tolerance_ = level_[k_root] * rounding(graph_.task_count());
  prune();
  count_open();
  fragile_ = std::numeric_limits<int>::max();
  for (auto i = static_cast<Position>(nodes_.size()); i-- > 0;) {
    const Choice choice = choose(i);
    nodes_[i].runner_up = choice.runner_up;
    join(i, choice.chosen);
  }
  for (Position i = k_root; i != k_none; i = nodes_[i].path_next) reroute(i);
}

// From times to bottom levels.
void CriticalPath::add_up(std::vector<double>& level) const {
  for (auto i = static_cast<Position>(nodes_.size()); i-- > 0;) {
    double below = 0;
    for (const Position child : children_of(i)) below = std::max(below, level[child]);
    level[i] += below;
  }
}

// Drops what is below the least that the best of its siblings can fall to, and all that is reached in no other way.
void CriticalPath::prune() {
  for (Node& node : nodes_) {
    node.first_follower = k_none;
    node.is_twin = false;
    node.is_reached = false;
  }
  nodes_[k_root].is_reached = true;
  std::uint32_t begin = 0;
  std::uint32_t kept = 0;
  for (Position i = 0; i < nodes_.size(); ++i) {
    const std::uint32_t end = first_child_[i + 1];
    first_child_[i] = kept;
    if (nodes_[i].is_reached) kept = keep_children(i, begin, end, kept);
    begin = end;
  }
  first_child_.back() = kept;
  children_.resize(kept);
}

// Of those in [begin, end); they go to `kept`. Returns the end of that.
std::uint32_t CriticalPath::keep_children(Position parent, std::uint32_t begin, std::uint32_t end, std::uint32_t kept) {
  double least = 0;
  for (std::uint32_t i = begin; i < end; ++i) least = std::max(least, least_level_[children_[i]]);
  for (std::uint32_t i = begin; i < end; ++i) {
    const Position child = children_[i];
    if (level_[child] * k_surely < least) continue;
    children_[kept++] = child;
    if (std::exchange(nodes_[child].is_reached, true)) continue;
    nodes_[child].top = static_cast<int>(parent / k_block);
  }
  return kept;
}

// The end is a child of all exits and never falls.
void CriticalPath::count_open() {
  std::ranges::fill(open_, 0);
  Position first_exit = k_none;
  for (auto i = static_cast<Position>(nodes_.size()); i-- > 0;) {
    if (!nodes_[i].is_reached) continue;
    ++open_[at(nodes_[i].top) + 1];
    --open_[i / k_block + 1];
    if (children_of(i).empty()) first_exit = i;
  }
  ++open_[first_exit / k_block + 1];
  std::partial_sum(open_.begin(), open_.end(), open_.begin());
}

// --- the path -------------------------------------------------------------------------------------------------------

// From there on the path takes another way until it meets the old one.
void CriticalPath::reroute(Position from) {
  const Position target = nodes_[from].next;
  const Position old = std::exchange(nodes_[from].path_next, target);
  if (old == target) return;
  Position meeting = target;
  while (meeting != k_none && !nodes_[meeting].is_on_path) meeting = nodes_[meeting].next;
  for (Position i = old; i != meeting; i = nodes_[i].path_next) change(i, false);
  for (Position i = target; i != meeting; i = nodes_[i].next) {
    change(i, true);
    nodes_[i].path_next = nodes_[i].next;
  }
}

void CriticalPath::change(Position position, bool is_on_path) {
  nodes_[position].is_on_path = is_on_path;
  changes_.push_back(task(position));
}

}  // namespace palio
