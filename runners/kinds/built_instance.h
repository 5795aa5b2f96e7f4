#pragma once

#include <memory>
#include <span>
#include <string>

#include "runners/kinds/kind_instance.h"

namespace palio {

/// An instance with what building it took.
struct BuiltInstance {
  std::unique_ptr<KindInstance> content;
  std::string trace = {};  // file that the engine's trace of the scenario goes to; empty: none
  double build_time = 0;   // s of CPU: all that the scenarios share
  StrategySet known = {};  // those of the request, ready to be carried out
};

/// The platform and the workload of the request, by the rows of an engine. Throws what the families throw for a recipe
/// or a definition they refuse.
BuiltInstance build_instance(const RunRequest& request, std::span<const InstanceKind> kinds);

/// The same from what the families made.
BuiltInstance build_instance(AnyPlatform platform, AnyWorkload workload, std::span<const InstanceKind> kinds,
                             const std::string& trace = {});

}  // namespace palio
