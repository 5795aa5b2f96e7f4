#pragma once

#include <utility>

#include "strategies/files/file_policy.h"
#include "strategies/files/scalability/scalability.h"
#include "strategies/model/strategy.h"

namespace palio {

/// How a strategy schedules tasks that share files, on a star with one port.
class FileMethod final : public StarMethod<SharedFileTasks> {
public:
  /// `predict` may be null: no closed model holds anywhere.
  FileMethod(MakeFilePolicy make, PredictFileMakespan predict)
      : StarMethod(PortNeed::one_port), policy(std::move(make)), makespan(predict) {}

  void check_workload(std::string_view strategy, const SharedFileTasks& tasks) const override {
    if (makespan == nullptr && tasks.target_efficiency > 0)
      throw UserError(
          fmt::format("strategy {} has no model of its makespan, so that it cannot say how many tasks a "
                      "target efficiency takes: give the number of tasks",
                      strategy));
  }

  /// An open number of tasks becomes what the strategy needs (counted_tasks).
  SharedFileTasks settled_workload(std::string_view strategy, const Parameters& parameters, const Star& star,
                                   const SharedFileTasks& tasks) const override {
    return counted_tasks(strategy, makespan, parameters, star, tasks);
  }

  MakeFilePolicy policy;
  PredictFileMakespan makespan;
};

}  // namespace palio
