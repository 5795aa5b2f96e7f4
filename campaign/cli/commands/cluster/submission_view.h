#pragma once

#include <optional>
#include <string>

#include "campaign/cli/output/table.h"

namespace palio {

/// Whether a name is that of a folder, so that `palio status` is about a submission.
bool is_folder(const std::string& typed);

/// What `palio status DIR` says.
void show_submission(const std::string& folder, Format format);
void watch_submission(const std::string& folder, std::optional<double> seconds);

}  // namespace palio
