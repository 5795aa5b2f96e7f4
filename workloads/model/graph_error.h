#pragma once

#include <string>

#include "core/error.h"

namespace palio {

/// A task graph that is none because of a task, perhaps with others.
class GraphError : public UserError {
public:
  GraphError(int task, const std::string& problem) : UserError(problem), task_(task) {}
  int task() const { return task_; }

private:
  int task_;
};

}  // namespace palio
