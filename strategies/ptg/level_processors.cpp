#include "strategies/ptg/level_processors.h"

namespace palio {

LevelProcessors::LevelProcessors(const TaskGraph& graph, double most)
    : graph_(graph), most_(most), tasks_(static_cast<std::size_t>(graph.level_count())), processors_(tasks_.size(), 0) {
  for (int task = 0; task < graph.task_count(); ++task) {
    tasks_[level(task)].push_back(task);
    add(task);
  }
}

}  // namespace palio
