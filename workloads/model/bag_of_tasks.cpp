#include "workloads/model/bag_of_tasks.h"

#include <cmath>

#include "core/error.h"

namespace palio {
namespace {

bool is_positive(double value) { return std::isfinite(value) && value > 0; }

void check_bag(const BagOfTasks& bag, std::size_t index, double previous_release) {
  if (bag.tasks < 1) throw UserError("application {} has {} tasks, but needs at least one", index, bag.tasks);
  if (!is_positive(bag.flop))
    throw UserError("tasks of application {} have {} flop, but must have a positive number", index, bag.flop);
  if (!is_positive(bag.bytes))
    throw UserError("tasks of application {} have {} bytes, but must have a positive number", index, bag.bytes);
  if (!std::isfinite(bag.release_date) || bag.release_date < 0)
    throw UserError("application {} is released at {} s, but must be at 0 or later", index, bag.release_date);
  if (bag.release_date < previous_release)
    throw UserError(
        "application {} is released at {} s, before application {} at {} s: sort them by release "
        "date",
        index, bag.release_date, index - 1, previous_release);
}

}  // namespace

void check(const BagBatch& batch) {
  if (batch.applications.empty()) throw UserError("a batch of bags of tasks needs at least one application");
  if (!(batch.load >= 0) || !std::isfinite(batch.load))
    throw UserError("the load is {}, but must be 0 or more", batch.load);
  double previous_release = 0;
  for (std::size_t i = 0; i < batch.applications.size(); ++i) {
    check_bag(batch.applications[i], i, previous_release);
    previous_release = batch.applications[i].release_date;
  }
}

}  // namespace palio
