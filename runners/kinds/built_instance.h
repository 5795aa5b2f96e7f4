#pragma once

#include <memory>
#include <span>
#include <string>

#include "runners/kinds/kind_instance.h"

namespace palio {

/// The kinds of application that a worker can carry out: task graphs, bags of tasks, tasks that share files.
std::span<const InstanceKind> instance_kinds();

/// An instance with what building it took.
struct BuiltInstance {
  std::unique_ptr<KindInstance> content;
  std::string trace = {};  // file that SimGrid's trace of the scenario goes to; empty: none
  double build_time = 0;   // s of CPU: all that the scenarios share
};

/// The platform and the workload of the request. Throws what the families throw for a recipe or a definition they
/// refuse.
BuiltInstance build_instance(const RunRequest& request);

/// The same from what the families made.
BuiltInstance build_instance(AnyPlatform platform, AnyWorkload workload, const std::string& trace = {},
                             std::span<const InstanceKind> kinds = instance_kinds());

}  // namespace palio
