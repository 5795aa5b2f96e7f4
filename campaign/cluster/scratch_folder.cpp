#include "campaign/cluster/scratch_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "campaign/run/this_session.h"
#include "core/error.h"

namespace palio {
namespace {

struct Place {
  std::filesystem::path folder;
  std::string variable;  // that names it
  bool is_named = false;
};

Place scratch_place() {
  for (const char* variable : {"SLURM_TMPDIR", "TMPDIR"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') return {value, variable, true};
  return {"/tmp", "TMPDIR"};
}

}  // namespace

ScratchFolder::ScratchFolder(const std::string& name) {
  const Place place = scratch_place();
  std::string pattern = (place.folder / (name + "-XXXXXX")).string();
  variable_ = place.variable;
  if (mkdtemp(pattern.data()) == nullptr)
    throw UserError(fmt::format(
        "cannot make a folder for the results of this task in {}{} on {}: {}; {}=FOLDER names another disk of the node",
        place.folder.string(), place.is_named ? fmt::format(", which ${} names,", place.variable) : "",
        this_session().host, std::generic_category().message(errno), place.variable));
  path_ = pattern;
}

std::string ScratchFolder::place() const {
  return fmt::format("this task works in {} on {}; {}=FOLDER names another disk of the node",
                     path_.parent_path().string(), this_session().host, variable_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!kept_) std::filesystem::remove_all(path_, ignored);
}

}  // namespace palio
