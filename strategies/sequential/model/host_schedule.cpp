#include "strategies/sequential/model/host_schedule.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "platforms/model/comm_estimate.h"
#include "strategies/ptg/graph_method.h"
#include "workloads/model/speedup.h"

namespace palio {

HostSchedule::HostSchedule(const SequentialInstance& instance)
    : instance_(&instance),
      slots_(instance.graph().tasks().size()),
      busy_(instance.host_count()),
      end_(instance.release_date()),
      ready_(busy_.size(), 0) {
  free_.reserve(busy_.size());
  for (int host = 0; host < instance.host_count(); ++host) {
    busy_[host].reserve(2 + 2 * slots_.size() / busy_.size());
    free_.push_back(instance.free_from(host));
    end_ = std::max(end_, free_.back());
    if (free_.back() > instance.release_date()) busy_[host].push_back({instance.release_date(), free_.back()});
  }
}

int HostSchedule::first_free_host() const { return static_cast<int>(std::ranges::min_element(free_) - free_.begin()); }

void HostSchedule::find_data_ready(int task, std::span<double> by_host) const {
  std::ranges::fill(by_host, instance_->release_date());
  const auto receive = [&](double bytes, int sender, double sent) {
    const double on_sender = std::max(by_host[sender], sent);
    const int source = instance_->cluster_of(sender);
    auto host = by_host.begin();
    for (int cluster = 0; cluster < instance_->cluster_count(); ++cluster) {
      const double arrival = sent + instance_->transfer(bytes, source, cluster);
      for (int left = instance_->hosts_of(cluster); left > 0; --left, ++host) *host = std::max(*host, arrival);
    }
    by_host[sender] = on_sender;
  };
  for (const Inflow& data : instance_->inflows(task)) {
    const bool has_left = !data.there.empty();
    const double others = has_left ? std::max(by_host[data.there.front()], data.arrival) : 0;
    receive(data.bytes, data.processors.front(), data.sent);
    if (has_left) by_host[data.there.front()] = others;
  }
  for (const Edge& edge : instance_->graph().in_edges(task))
    receive(edge.bytes, slots_[edge.from].host, slots_[edge.from].finish);
}

HostSlot HostSchedule::slot(int task, int host, double ready, Placing placing) const {
  const double time = instance_->time(task, host);
  double start = std::max(ready, free(host));
  if (placing == Placing::insertion && ready < free(host)) {
    const std::vector<Busy>& busy = busy_[host];
    double gap = ready;
    for (auto next = std::ranges::upper_bound(busy, ready, {}, &Busy::finish); next != busy.end(); ++next) {
      if (gap + time <= next->start) {
        start = gap;
        break;
      }
      gap = next->finish;
    }
  }
  return {host, start, start + time};
}

HostSlot HostSchedule::slot_on(int host, int task, Placing placing) {
  find_data_ready(task, ready_);
  return slot(task, host, ready_[host], placing);
}

void HostSchedule::place(int task, const HostSlot& slot) {
  slots_[task] = slot;
  const int host = slot.host;
  std::vector<Busy>& busy = busy_[host];
  busy.insert(std::ranges::upper_bound(busy, slot.start, {}, &Busy::start), {slot.start, slot.finish});
  free_[host] = busy.back().finish;
  end_ = std::max(end_, slot.finish);
}

std::vector<Placement> HostSchedule::placements() const {
  std::vector<Placement> placements;
  placements.reserve(slots_.size());
  for (const HostSlot& slot : slots_)
    placements.push_back({instance_->cluster_of(slot.host), {slot.host}, slot.start, slot.finish});
  return placements;
}

SequentialInstance::SequentialInstance(const Platform& platform, const Workload& workload)
    : graph_(&workload.applications.front().graph),
      release_date_(workload.applications.front().release_date),
      background_(workload.background.get()) {
  check_times(platform, workload.applications.front());
  const auto clusters = static_cast<int>(platform.clusters.size());
  first_host_.reserve(platform.clusters.size() + 1);
  first_host_.push_back(0);
  cluster_of_.reserve(static_cast<std::size_t>(processor_count(platform)));
  for (int cluster = 0; cluster < clusters; ++cluster) {
    const int hosts = platform.clusters[cluster].processors;
    cluster_of_.insert(cluster_of_.end(), hosts, cluster);
    first_host_.push_back(first_host_.back() + hosts);
  }
  times_.reserve(graph_->tasks().size() * platform.clusters.size());
  for (const Task& task : graph_->tasks())
    for (int cluster = 0; cluster < clusters; ++cluster)
      times_.push_back(execution_time(task, 1, cluster, platform.clusters[cluster].speed));
  routes_.reserve(platform.clusters.size() * platform.clusters.size());
  for (int source = 0; source < clusters; ++source)
    for (int target = 0; target < clusters; ++target) routes_.push_back(estimated_route(platform, source, target));
  if (background_ == nullptr) return;
  first_inflow_.assign(graph_->tasks().size() + 1, 0);
  for (const Inflow& data : background_->inflows) ++first_inflow_[data.task + 1];
  std::partial_sum(first_inflow_.begin(), first_inflow_.end(), first_inflow_.begin());
}

ReadyQueue::ReadyQueue(const TaskGraph& graph, std::vector<int> order, std::size_t bound)
    : order_(std::move(order)), position_of_(order_.size()), bound_(bound), missing_(graph) {
  for (std::size_t i = 0; i < order_.size(); ++i) position_of_[order_[i]] = static_cast<int>(i);
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) push(task);
}

int ReadyQueue::pop() {
  const int task = order_[positions_.front()];
  std::ranges::pop_heap(positions_, std::greater{});
  positions_.pop_back();
  if (!waiting_.empty()) {
    push(waiting_.front());
    waiting_.pop_front();
  }
  return task;
}

void ReadyQueue::push(int task) {
  if (positions_.size() >= bound_) return waiting_.push_back(task);
  positions_.push_back(position_of_[task]);
  std::ranges::push_heap(positions_, std::greater{});
}

ReadyPool::ReadyPool(HostSchedule& schedule, ReadySet set)
    : schedule_(&schedule),
      set_(set),
      missing_(schedule.instance().graph()),
      hosts_(schedule.instance().host_count()),
      row_(schedule.instance().graph().tasks().size(), 0) {
  const TaskGraph& graph = schedule.instance().graph();
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) waiting_.push_back(task);
  enter();
}

void ReadyPool::place(int task, int host) {
  schedule_->place(task, slot(task, host));
  tasks_.erase(std::ranges::lower_bound(tasks_, task));
  unused_rows_.push_back(row_[task]);
  missing_.placed(task, [&](int child) { waiting_.push_back(child); });
  entered_.clear();
  if (set_ == ReadySet::each || tasks_.empty()) enter();
}

void ReadyPool::enter() {
  for (const int task : waiting_) {
    if (unused_rows_.empty()) {
      unused_rows_.push_back(dates_.size() / hosts_);
      dates_.resize(dates_.size() + hosts_);
    }
    const std::size_t row = unused_rows_.back();
    unused_rows_.pop_back();
    row_[task] = row;
    schedule_->find_data_ready(task, std::span(dates_).subspan(row * hosts_, hosts_));
    tasks_.insert(std::ranges::lower_bound(tasks_, task), task);
  }
  entered_.swap(waiting_);
  waiting_.clear();
}

}  // namespace palio
