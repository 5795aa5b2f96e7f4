#include "strategies/ptg/cpa/critical_path.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace palio {
namespace {

constexpr int k_most_shifts = 5000;
constexpr std::size_t k_most_work = 10000;  // tasks and edges visited, on top of ten times all of them
constexpr double k_alike = 2e-15;           // of the length: falls that differ less than this count as equal
constexpr double k_margin = 1 + 1e-9;

// Twice the largest error of `tasks` additions and k_most_shifts offsets, in any order.
double rounding(int tasks) { return 4 * std::numeric_limits<double>::epsilon() * tasks + 2 * k_alike * k_most_shifts; }

}  // namespace

CriticalPath::CriticalPath(const TaskGraph& graph, const std::vector<double>& task_time,
                           const std::vector<double>& least_time)
    : graph_(&graph),
      nodes_(task_time.size() + 2),
      followers_(nodes_.size()),
      level_(nodes_.size()),
      least_level_(nodes_.size()),
      offset_(end() / k_block + 1),
      outdated_(offset_.size()),
      open_(offset_.size() + 1),
      closing_(offset_.size()),
      path_(offset_.size()) {
  link();
  for (int task = 0; task < graph.task_count(); ++task) {
    nodes_[position(task)].time = task_time[task];
    least_level_[position(task)] = least_time[task];
  }
  add_up(least_level_);
  nodes_[k_root].path_next = end();
  path_.front() = bit_of(k_root);
  path_.back() |= bit_of(end());
  settle();
}

void CriticalPath::link() {
  first_child_.reserve(nodes_.size() + 1);
  children_.reserve(graph_->edges().size() + 2 * nodes_.size());
  first_child_.push_back(0);
  for (int task = 0; task < graph_->task_count(); ++task)
    if (graph_->in_edges(task).empty()) children_.push_back(position(task));
  for (const int task : graph_->topological_order()) {
    first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
    for (const Edge& edge : graph_->out_edges(task)) children_.push_back(position(edge.to));
    if (first_child_.back() == children_.size()) children_.push_back(end());
  }
  first_child_.resize(nodes_.size() + 1, static_cast<std::uint32_t>(children_.size()));
}

void CriticalPath::lower_task_time(int task, double time) {
  changed_blocks_.clear();
  const Position changed = position(task);
  Node& node = nodes_[changed];
  const double fall = node.time - time;
  if (node.is_twin && fall <= tolerance_) fragile_ = std::min(fragile_, node.top);
  node.time = time;
  if (!node.is_reached) return;
  const auto block = static_cast<int>(changed / k_block);
  outdated_[block] |= bit_of(changed);
  first_late_ = std::min(first_late_, block);
  last_late_ = std::max(last_late_, block);
  if (is_on_path(changed)) fallen_ += fall;
  if (fallen_ >= lead_) catch_up(fall);
}

// Applies all changes that were put off. Finding the lead pays if the path stays for a while and walking it costs no
// more than the updates.
void CriticalPath::catch_up(double latest_fall) {
  const std::size_t all = nodes_.size() + children_.size();
  const std::size_t work_before = work_;
  const bool is_decided = propagate();
  work_since_lead_ += work_ - work_before;
  if (!is_decided) {
    settle();
    patience_ = all;
  } else if (work_ > k_most_work + 10 * all || shifts_ >= k_most_shifts) {
    settle();
    patience_ = 0;
  } else {
    for (std::size_t i = rerouted_.size(); i-- > 0;)
      if (is_on_path(rerouted_[i])) reroute(rerouted_[i]);
  }
  rerouted_.clear();
  be_up_to_date();
  if (changed_blocks_.empty() && work_since_lead_ >= walked_) find_lead(2 * latest_fall);
}

void CriticalPath::be_up_to_date() {
  first_late_ = std::numeric_limits<int>::max();
  last_late_ = -1;
  fallen_ = 0;
  lead_ = 0;
}

// How far the path may fall and certainly stay the longest one everywhere, however the others fall. Runners-up may have
// fallen since.
void CriticalPath::find_lead(double worth) {
  work_since_lead_ = 0;
  walked_ = 0;
  double lead = std::numeric_limits<double>::infinity();
  for (Position i = k_root; i != end(); i = nodes_[i].path_next, ++walked_) {
    lead = std::min(lead, level(nodes_[i].path_next) - offset_[i / k_block] - nodes_[i].runner_up);
    if (lead <= worth) return;
  }
  lead_ = lead - 2 * tolerance_;
}

double CriticalPath::length() {
  if (shifts_ > 0)
    settle();
  else if (last_late_ >= 0)
    catch_up(0);
  return level(k_root);
}

// --- choices --------------------------------------------------------------------------------------------------------

// The child with the largest level, the first one of equals.
CriticalPath::Choice CriticalPath::choose(Position position) {
  const std::span<const Position> candidates = children_of(position);
  Choice choice;
  double largest = choice.runner_up;
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

// Tasks with the same time and the same next task are equal to the last bit. Empty if others, too, are not below
// `least`.
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

// False if the choice is not decided.
bool CriticalPath::choose_next(Position position) {
  Node& node = nodes_[position];
  const Choice choice = choose(position);
  work_ += children_of(position).size();
  node.runner_up = choice.runner_up - offset_[position / k_block];
  if (choice.chosen != node.next) {
    leave(position);
    join(position, choice.chosen);
    if (node.is_twin) fragile_ = std::min(fragile_, node.top);  // and perhaps no longer a twin
    if (is_on_path(position)) rerouted_.push_back(position);
  }
  return choice.is_certain;
}

void CriticalPath::join(Position position, Position next) {
  nodes_[position].next = next;
  if (next / k_block == position / k_block) {
    nodes_[next].near_followers |= bit_of(position);
    return;
  }
  Link& link = followers_[position];
  link = {k_none, std::exchange(nodes_[next].first_follower, position)};
  if (link.after != k_none) followers_[link.after].before = position;
}

void CriticalPath::leave(Position position) {
  Node& next = nodes_[nodes_[position].next];
  if (nodes_[position].next / k_block == position / k_block) {
    next.near_followers ^= bit_of(position);
    return;
  }
  const Link& link = followers_[position];
  (link.before == k_none ? next.first_follower : followers_[link.before].after) = link.after;
  if (link.after != k_none) followers_[link.after].before = link.before;
}

// --- updates --------------------------------------------------------------------------------------------------------

// Upwards block by block, so that each level is computed once. False if a choice is not decided.
bool CriticalPath::propagate() {
  Front front{.alike = k_alike * level(k_root)};
  for (int block = last_late_; block >= 0; --block) {
    if (!update_block(block, front)) return false;
    front.open -= std::exchange(closing_[block], 0);
    if (block > first_late_) continue;
    if (front.open == 0) break;
    if (front.open == open_[block] && front.unlike_top >= block && fragile_ >= block && work_ >= patience_) {
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
  ++closing_[node.top];
}

bool CriticalPath::update_block(int block, Front& front) {
  const Position first = static_cast<Position>(block) * k_block;
  const double offset = offset_[block];
  std::uint32_t outdated = std::exchange(outdated_[block], 0);
  for (; outdated != 0; ++work_) {
    const Position position = first + k_block - 1 - static_cast<Position>(std::countl_zero(outdated));
    outdated ^= bit_of(position);
    const Node& node = nodes_[position];
    // Levels only fall: the runner-up's old level is a bound until the best one falls to it.
    if (level(node.next) - offset - node.runner_up <= tolerance_ && !choose_next(position)) return false;
    const double updated = level_[node.next] + (node.time + (offset_[node.next / k_block] - offset));
    const double fall = level_[position] - updated;
    if (fall == 0) continue;
    level_[position] = updated;
    if (node.top < block) note_fall(node, fall, front);
    outdated |= node.near_followers;
    for (Position above = node.first_follower; above != k_none; above = followers_[above].after)
      outdated_[above / k_block] |= bit_of(above);
  }
  return true;
}

// All levels in the blocks before this one fall alike.
void CriticalPath::lower_above(int block, const Front& front) {
  for (int i = 0; i < block; ++i) offset_[i] -= front.fall;
  for (int i = std::min(front.top, front.unlike_top); i < block; ++i) outdated_[i] = 0, closing_[i] = 0;
  ++shifts_;
}

// --- all anew -------------------------------------------------------------------------------------------------------

void CriticalPath::settle() {
  std::ranges::fill(offset_, 0);
  std::ranges::fill(outdated_, 0);
  std::ranges::fill(closing_, 0);
  shifts_ = 0;
  work_ = 0;
  be_up_to_date();
  for (std::size_t i = 0; i < nodes_.size(); ++i) level_[i] = nodes_[i].time;
  add_up(level_);
  tolerance_ = level_[k_root] * rounding(graph_->task_count());
  prune();
  count_open();
  fragile_ = std::numeric_limits<int>::max();
  for (Position i = end(); i-- > 0;) {
    if (!nodes_[i].is_reached) continue;
    const Choice choice = choose(i);
    nodes_[i].runner_up = choice.runner_up;
    join(i, choice.chosen);
  }
  for (Position i = k_root; i != end(); i = nodes_[i].path_next) reroute(i);
}

// From times to bottom levels.
void CriticalPath::add_up(std::vector<double>& level) const {
  for (Position i = end(); i-- > 0;) {
    double below = 0;
    for (const Position child : children_of(i)) below = std::max(below, level[child]);
    level[i] += below;
  }
}

// Drops children that are below the least level to which the best of their siblings can fall, and all tasks that are
// reached only through them.
void CriticalPath::prune() {
  for (Node& node : nodes_) {
    node.near_followers = 0;
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

// Keeps those of the children in [begin, end) that may matter; they go to `kept`. Returns the end of those kept.
std::uint32_t CriticalPath::keep_children(Position parent, std::uint32_t begin, std::uint32_t end, std::uint32_t kept) {
  double least = 0;
  for (std::uint32_t i = begin; i < end; ++i) least = std::max(least, least_level_[children_[i]]);
  for (std::uint32_t i = begin; i < end; ++i) {
    const Position child = children_[i];
    if (level_[child] * k_margin < least) continue;
    children_[kept++] = child;
    if (std::exchange(nodes_[child].is_reached, true)) continue;
    nodes_[child].top = static_cast<int>(parent / k_block);
  }
  return kept;
}

void CriticalPath::count_open() {
  std::ranges::fill(open_, 0);
  for (Position i = 0; i <= end(); ++i) {
    if (!nodes_[i].is_reached) continue;
    ++open_[nodes_[i].top + 1];
    --open_[i / k_block + 1];
  }
  std::partial_sum(open_.begin(), open_.end(), open_.begin());
}

// --- the path -------------------------------------------------------------------------------------------------------

// Adds the position to the path or takes it off.
void CriticalPath::flip(Position position) {
  const Position block = position / k_block;
  path_[block] ^= bit_of(position);
  if (changed_blocks_.empty() || changed_blocks_.back() != block) changed_blocks_.push_back(block);
}

// From this position on the path takes another way until it meets the old one.
void CriticalPath::reroute(Position from) {
  const Position target = nodes_[from].next;
  const Position old = std::exchange(nodes_[from].path_next, target);
  if (old == target) return;
  Position meeting = target;
  while (!is_on_path(meeting)) meeting = nodes_[meeting].next;
  for (Position i = old; i != meeting; i = nodes_[i].path_next) flip(i);
  for (Position i = target; i != meeting; i = nodes_[i].next) {
    flip(i);
    nodes_[i].path_next = nodes_[i].next;
  }
}

}  // namespace palio
