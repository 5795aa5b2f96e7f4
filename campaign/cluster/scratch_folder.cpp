#include "campaign/cluster/scratch_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace palio {
namespace {

// The place, and the variable that names it.
std::pair<std::filesystem::path, std::string> scratch_place() {
  for (const char* variable : {"SLURM_TMPDIR", "TMPDIR"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0')
      return {value, fmt::format(", which ${} names", variable)};
  return {"/tmp", ""};
}

}  // namespace

ScratchFolder::ScratchFolder(const std::string& name) {
  const auto [place, source] = scratch_place();
  std::string pattern = (place / (name + "-XXXXXX")).string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw UserError(fmt::format(
        "cannot make a folder for the results of this task in {}{}: {}; TMPDIR=FOLDER names a disk of this machine",
        place.string(), source, std::generic_category().message(errno)));
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!kept_) std::filesystem::remove_all(path_, ignored);
}

}  // namespace palio
