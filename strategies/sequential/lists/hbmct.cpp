// HBMCT (Sakellariou, Zhao, HCW 2004): tasks by decreasing upward rank, in groups of independent tasks. Each group is
// scheduled by minimum completion time. Then tasks move one by one from the host that ends last to another host, always
// by the move after which the group ends first, as long as it ends earlier. On a host the tasks of a group keep the
// order of their ranks.
#include <algorithm>
#include <tuple>

#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

using Group = std::vector<int>;  // tasks

// In the order of the list; a task that needs data from the group opens the next one.
std::vector<Group> independent_groups(const TaskGraph& graph, std::span<const int> list) {
  std::vector<Group> groups(1);
  std::vector<std::size_t> group_of(list.size(), 0);
  for (const int task : list) {
    const auto in_last = [&](const Edge& edge) { return group_of[edge.from] == groups.size(); };
    if (std::ranges::any_of(graph.in_edges(task), in_last)) groups.emplace_back();
    groups.back().push_back(task);
    group_of[task] = groups.size();
  }
  return groups;
}

// A group on top of a schedule, not yet placed.
class GroupPlan {
public:
  GroupPlan(const HostSchedule& schedule, const Group& group)
      : schedule_(schedule),
        instance_(schedule.instance()),
        group_(group),
        hosts_(instance_.host_count()),
        ready_(group.size() * static_cast<std::size_t>(hosts_)),
        tasks_on_(hosts_),
        end_(hosts_, 0) {
    for (std::size_t i = 0; i < group.size(); ++i)
      schedule.find_data_ready(group[i], std::span(ready_).subspan(i * end_.size(), end_.size()));
  }

  void assign_by_completion() {
    for (std::size_t i = 0; i < group_.size(); ++i) {
      int best = 0;
      for (int host = 1; host < hosts_; ++host)
        if (end_after(i, host) < end_after(i, best)) best = host;
      end_[best] = end_after(i, best);
      on(best).push_back(i);
    }
  }

  void balance() {
    while (improve()) {
    }
  }

  void place(HostSchedule& schedule) {
    for (int host = 0; host < hosts_; ++host)
      for (const std::size_t i : on(host))
        schedule.place(group_[i], schedule.slot(group_[i], host, data_ready(i, host), Placing::append));
  }

private:
  using Members = std::vector<std::size_t>;  // positions in the group, ascending

  Members& on(int host) { return tasks_on_[host]; }
  double data_ready(std::size_t i, int host) const { return ready_[i * end_.size() + static_cast<std::size_t>(host)]; }

  double finish(std::size_t i, int host, double free) const {
    return std::max(data_ready(i, host), free) + instance_.time(group_[i], host);
  }
  // End of the host with one more task after the group's tasks.
  double end_after(std::size_t i, int host) {
    return finish(i, host, on(host).empty() ? schedule_.free(host) : end_[host]);
  }
  // End of these members on a host; 0 without members.
  double end_of(const Members& members, int host) const {
    if (members.empty()) return 0;
    double end = schedule_.free(host);
    for (const std::size_t i : members) end = finish(i, host, end);
    return end;
  }

  static Members without(Members members, std::size_t i) {
    std::erase(members, i);
    return members;
  }
  static Members with(Members members, std::size_t i) {
    members.insert(std::ranges::lower_bound(members, i), i);
    return members;
  }

  bool improve() {
    const auto latest = static_cast<int>(std::ranges::max_element(end_) - end_.begin());
    const double end = end_[latest];
    double others = 0;
    for (int host = 0; host < hosts_; ++host)
      if (host != latest) others = std::max(others, end_[host]);
    std::tuple<double, int, int> best{end, -1, -1};  // end of the group, task, host
    std::size_t moved = 0;
    for (const std::size_t i : on(latest)) {
      const double left = std::max(others, end_of(without(on(latest), i), latest));
      for (int host = 0; host < hosts_; ++host) {
        if (host == latest) continue;
        const double group_end = std::max(left, end_of(with(on(host), i), host));
        const std::tuple move(group_end, group_[i], host);
        if (group_end >= end || move >= best) continue;
        best = move;
        moved = i;
      }
    }
    if (std::get<1>(best) < 0) return false;
    const int target = std::get<2>(best);
    on(latest) = without(on(latest), moved);
    on(target) = with(on(target), moved);
    for (const int host : {latest, target}) end_[host] = end_of(on(host), host);
    return true;
  }

  const HostSchedule& schedule_;
  const SequentialInstance& instance_;
  const Group& group_;
  int hosts_;
  std::vector<double> ready_;      // by position in the group, then host
  std::vector<Members> tasks_on_;  // by host
  std::vector<double> end_;        // of the group's tasks on each host; 0: none
};

}  // namespace

HostSchedule schedule_hbmct(const SequentialInstance& instance, const Parameters& parameters) {
  const TaskGraph& graph = instance.graph();
  const std::vector<int> list = by_upward_rank(graph, upward_ranks(graph, mean_costs(instance, parameters)));
  HostSchedule schedule(instance);
  for (const Group& group : independent_groups(graph, list)) {
    GroupPlan plan(schedule, group);
    plan.assign_by_completion();
    plan.balance();
    plan.place(schedule);
  }
  return schedule;
}

}  // namespace palio
