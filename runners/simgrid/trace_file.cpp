#include "runners/simgrid/trace_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "core/error.h"

namespace palio {

std::vector<std::string> trace_options(const std::string& file) {
  if (file.empty()) return {};
  const int opened = open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0666);
  if (opened < 0) throw UserError(fmt::format("cannot write the trace {}: {}", file, std::strerror(errno)));
  // Stays open for this name, since SimGrid ends an option's value at the first blank.
  return {"--cfg=tracing:yes", "--cfg=tracing/uncategorized:yes", "--cfg=tracing/platform:yes",
          fmt::format("--cfg=tracing/filename:/proc/self/fd/{}", opened)};
}

}  // namespace palio
