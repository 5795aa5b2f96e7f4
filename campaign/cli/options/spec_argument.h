#pragma once

#include <string>

#include "core/identity/canonical.h"
#include "core/identity/registry.h"

namespace palio {

/// What `--platform` and `--workload` name: a file, or a recipe as `palio run --dry-run` prints it. A recipe of a
/// family that reads files may leave out their digest; else it must be that of the file's present content. A file
/// stands for a recipe of the first family that keeps what it is: Palio's JSON, a workflow, or SimGrid's platform.
/// Throw UserError, also for a file that cannot be read.
Spec platform_argument(const std::string& typed);
Spec workload_argument(const std::string& typed);

/// Whether the text means a recipe; otherwise it is the name of a file.
bool names_recipe(const std::string& typed);

/// The platform in a file of that name with that content.
Spec platform_in_file(std::string content, const std::string& name);

}  // namespace palio
