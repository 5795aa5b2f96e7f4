#include "runners/engines/simgrid/platform/engine_arguments.h"

#include <fmt/format.h>

#include <system_error>

#include "core/error.h"
#include "core/text/new_file.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"

namespace palio {
namespace {

// The file gets its name at once, so that a failed simulation also leaves its trace.
int opened_trace(const std::string& file) {
  try {
    NewFile trace(file);
    trace.take_name();
    return trace.take_descriptor();
  } catch (const std::system_error& error) {
    throw UserError(fmt::format("cannot write the trace {}: {}", file, error.code().message()));
  }
}

}  // namespace

std::vector<std::string> trace_options(const std::string& file) {
  if (file.empty()) return {};
  const int opened = opened_trace(file);
  // Stays open, to be named by its number: SimGrid ends an option's value at the first blank.
  return {"--cfg=tracing:yes", "--cfg=tracing/uncategorized:yes", "--cfg=tracing/platform:yes",
          simgrid_api::k_trace_topology, fmt::format("--cfg=tracing/filename:/proc/self/fd/{}", opened)};
}

}  // namespace palio
