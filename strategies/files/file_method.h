#pragma once

#include "strategies/files/file_policy.h"
#include "strategies/files/scalability/isoefficiency.h"
#include "strategies/model/star_method.h"

namespace palio {

/// How a strategy schedules tasks that share files, on a star with one port.
class FileMethod final : public StarMethod<SharedFileTasks> {
public:
  FileMethod(MakeFilePolicy make, PredictFileMakespan predict)
      : StarMethod(PortNeed::one_port), policy(make), makespan(predict) {}

  /// An open number of tasks becomes what the strategy needs (counted_tasks).
  SharedFileTasks settled_workload(std::string_view strategy, const Parameters& parameters, const Star& star,
                                   const SharedFileTasks& tasks) const override {
    return counted_tasks(strategy, makespan, parameters, star, tasks);
  }

  MakeFilePolicy policy;
  PredictFileMakespan makespan;
};

}  // namespace palio
