#include "strategies/ptg/cpa/critical_path.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace palio {
namespace {

constexpr std::uint32_t k_block = 32;  // positions
constexpr int k_most_shifts = 5000;
constexpr double k_most_work = 10000;  // tasks and edges looked at, beside ten times all of them
constexpr double k_alike = 2e-15;      // of the length: falls closer than this are one
constexpr double k_surely = 1 + 1e-9;
constexpr int k_lowest = std::numeric_limits<int>::max();

int block_of(std::uint32_t position) { return static_cast<int>(position / k_block); }
std::size_t at(int block) { return static_cast<std::size_t>(block); }

// Whatever the order of `tasks` additions and k_most_shifts offsets: twice what they can be off by.
double rounding(int tasks) { return 4 * std::numeric_limits<double>::epsilon() * tasks + 2 * k_alike * k_most_shifts; }

}  // namespace

CriticalPath::CriticalPath(const TaskGraph& graph, const std::vector<double>& task_time,
                           const std::vector<double>& least_time)
    : graph_(graph),
      edges_(graph),
      nodes_(task_time.size()),
      followers_(task_time.size()),
      level_(task_time.size()),
      least_level_(task_time.size()),
      offset_(task_time.size() / k_block + 1),
      outdated_(offset_.size()),
      closing_(offset_.size()) {
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const auto id = static_cast<std::size_t>(graph.topological_order()[i]);
    nodes_[i].time = task_time[id];
    double below = 0;
    for (const Position child : edges_.children_of(i)) below = std::max(below, least_level_[child]);
    least_level_[i] = least_time[id] + below;
  }
  settle();
}

double CriticalPath::level(Position position) const { return level_[position] + offset_[position / k_block]; }

void CriticalPath::lower_task_time(int task, double time) {
  changes_.clear();
  Node& node = nodes_[position(task)];
  if (node.is_twin && node.time - time <= tolerance_) fragile_ = std::min(fragile_, node.top);
  node.time = time;
  if (!node.is_reached) return;
  const auto all = static_cast<double>(nodes_.size() + edges_.children.size());
  if (!propagate(static_cast<Position>(position(task)))) {
    settle();
    patience_ = all;
  } else if (work_ > k_most_work + 10 * all || shifts_ >= k_most_shifts) {
    settle();
    patience_ = 0;
  } else {
    if (path_first_ != first_) reroute(k_none);
    for (std::size_t i = rerouted_.size(); i-- > 0;)
      if (nodes_[rerouted_[i]].is_on_path) reroute(rerouted_[i]);
  }
  rerouted_.clear();
}

double CriticalPath::length() {
  if (shifts_ > 0) settle();
  return level(first_);
}

// --- choices --------------------------------------------------------------------------------------------------------

// The largest, the first one of equals.
CriticalPath::Choice CriticalPath::choose(std::span<const Position> candidates, int block) {
  constexpr double k_nothing = -std::numeric_limits<double>::infinity();
  Choice choice{k_none, k_nothing, true};
  double largest = k_nothing;
  for (const Position candidate : candidates) {
    const double its = level(candidate);
    choice.runner_up = std::max(choice.runner_up, std::min(largest, its));
    choice.chosen = its > largest ? candidate : choice.chosen;
    largest = std::max(largest, its);
  }
  if (largest - choice.runner_up > tolerance_ || candidates.empty()) return choice;
  if (const Position twin = first_of_twins(candidates, largest - tolerance_); twin != k_none) {
    choice.chosen = twin;
    return choice;
  }
  fragile_ = std::min(fragile_, block);
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
  const double offset = offset_[position / k_block];
  const std::span<const Position> children = edges_.children_of(position);
  const Choice choice = choose(children, block_of(position));
  work_ += static_cast<double>(children.size());
  node.runner_up = choice.runner_up - offset;
  if (choice.chosen != node.next) {
    leave(position);
    join(position, choice.chosen);
    if (node.is_twin) fragile_ = std::min(fragile_, node.top);  // and perhaps nobody's twin any more
    if (node.is_on_path) rerouted_.push_back(position);
  }
  return choice.is_certain;
}

bool CriticalPath::choose_first() {
  const Choice choice = choose(edges_.entries, -1);
  first_ = choice.chosen;
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
  const int from = block_of(position);
  outdated_[at(from)] |= std::uint32_t{1} << (position % k_block);
  Front front{.alike = k_alike * level(first_), .top = k_lowest, .unlike_top = k_lowest, .highest = from};
  for (int block = from; block >= 0; --block) {
    if (!update_block(block, front)) return false;
    front.open -= std::exchange(closing_[at(block)], 0);
    if (front.open == 0) return true;
    if (front.open == open_[at(block)] && front.unlike_top >= block && fragile_ >= block && work_ >= patience_) {
      lower_above(block, front);
      return true;
    }
  }
  return choose_first();
}

inline void CriticalPath::note_fall(const Node& node, double fall, Front& front) {
  if (std::abs(fall - front.fall) > front.alike) {
    front.unlike_top = std::min(front.unlike_top, front.top);
    front.top = k_lowest;
    front.fall = fall;
  }
  front.top = std::min(front.top, node.top);
  front.highest = std::min(front.highest, node.top);
  ++front.open;
  if (node.top >= 0) ++closing_[at(node.top)];
}

bool CriticalPath::update_block(int block, Front& front) {
  std::uint32_t& outdated = outdated_[at(block)];
  const double offset = offset_[at(block)];
  while (outdated != 0) {
    const auto bit = k_block - 1 - static_cast<std::uint32_t>(std::countl_zero(outdated));
    outdated ^= std::uint32_t{1} << bit;
    const Position position = static_cast<Position>(block) * k_block + bit;
    const Node& node = nodes_[position];
    work_ += 1;
    // Levels only fall: the runner-up's is a bound until the best one falls to it.
    if (node.next != k_none && level(node.next) - (node.runner_up + offset) <= tolerance_ && !choose_next(position))
      return false;
    const double before = level_[position] + offset;
    const double updated = node.time + (node.next == k_none ? 0 : level(node.next));
    if (updated == before) continue;
    level_[position] = updated - offset;
    note_fall(node, before - updated, front);
    for (Position above = node.first_follower; above != k_none; above = followers_[above].after)
      outdated_[above / k_block] |= std::uint32_t{1} << (above % k_block);
  }
  return true;
}

// All levels in the blocks before this one fall alike.
void CriticalPath::lower_above(int block, const Front& front) {
  for (std::size_t i = 0; i < at(block); ++i) offset_[i] -= front.fall;
  for (std::size_t i = at(std::max(front.highest, 0)); i < at(block); ++i) outdated_[i] = 0, closing_[i] = 0;
  ++shifts_;
}

// --- all anew -------------------------------------------------------------------------------------------------------

void CriticalPath::settle() {
  std::ranges::fill(offset_, 0);
  std::ranges::fill(outdated_, 0);
  std::ranges::fill(closing_, 0);
  shifts_ = 0;
  work_ = 0;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    Node& node = nodes_[i];
    node.next = choose(edges_.children_of(i), 0).chosen;
    level_[i] = node.time + (node.next == k_none ? 0 : level_[node.next]);
    node.first_follower = k_none;
    node.is_twin = false;
  }
  choose_first();
  tolerance_ = level_[first_] * rounding(graph_.task_count());
  prune();
  weigh_choices();
  measure_edges();
  follow_path();
}

// Drops what is below the least that the best of its siblings can fall to, and all that is reached in no other way.
void CriticalPath::prune() {
  for (Node& node : nodes_) node.is_reached = false;
  const auto keep = [&](std::span<const Position> candidates, auto kept) {
    double least = 0;
    for (const Position candidate : candidates) least = std::max(least, least_level_[candidate]);
    for (const Position candidate : candidates) {
      if (level_[candidate] * k_surely < least) continue;
      nodes_[candidate].is_reached = true;
      *kept++ = candidate;
    }
    return kept;
  };
  edges_.entries.erase(keep(edges_.entries, edges_.entries.begin()), edges_.entries.end());
  auto kept = edges_.children.begin();
  std::size_t begin = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const std::size_t end = edges_.first_child[i + 1];
    edges_.first_child[i] = static_cast<std::size_t>(kept - edges_.children.begin());
    if (nodes_[i].is_reached) kept = keep(std::span(edges_.children).subspan(begin, end - begin), kept);
    begin = end;
  }
  edges_.children.erase(kept, edges_.children.end());
  edges_.first_child.back() = edges_.children.size();
  edges_.link_parents();
}

// How close they are, and who follows whom.
void CriticalPath::weigh_choices() {
  fragile_ = k_lowest;
  for (Position i = 0; i < nodes_.size(); ++i) {
    const Choice choice = choose(edges_.children_of(i), block_of(i));
    nodes_[i].runner_up = choice.runner_up;
    join(i, choice.chosen);
  }
  choose_first();
}

// The end is a child of all exits and never falls.
void CriticalPath::measure_edges() {
  open_.assign(offset_.size() + 1, 0);
  Position first_exit = k_none;
  const auto measure = [&](Position i, int top) {
    nodes_[i].top = top;
    ++open_[at(top + 1)];
    --open_[at(block_of(i) + 1)];
    if (edges_.children_of(i).empty()) first_exit = std::min(first_exit, i);
  };
  for (Position i = 0; i < nodes_.size(); ++i)
    if (const auto parents = edges_.parents_of(i); !parents.empty()) measure(i, block_of(parents.front()));
  for (const Position entry : edges_.entries) measure(entry, -1);
  ++open_[at(block_of(first_exit) + 1)];
  std::partial_sum(open_.begin(), open_.end(), open_.begin());
}

// --- the path -------------------------------------------------------------------------------------------------------

void CriticalPath::follow_path() {
  reroute(k_none);
  for (Position i = path_first_; i != k_none; i = nodes_[i].path_next) reroute(i);
}

// From there on (k_none: from the beginning) the path takes another way until it meets the old one.
void CriticalPath::reroute(Position from) {
  Position& link = from == k_none ? path_first_ : nodes_[from].path_next;
  const Position target = from == k_none ? first_ : nodes_[from].next;
  if (link == target) return;
  Position meeting = target;
  while (meeting != k_none && !nodes_[meeting].is_on_path) meeting = nodes_[meeting].next;
  for (Position i = link; i != meeting; i = nodes_[i].path_next) change(i, false);
  for (Position i = target; i != meeting; i = nodes_[i].next) {
    change(i, true);
    nodes_[i].path_next = nodes_[i].next;
  }
  link = target;
}

void CriticalPath::change(Position position, bool is_on_path) {
  nodes_[position].is_on_path = is_on_path;
  changes_.push_back({task(position), is_on_path});
}

}  // namespace palio
