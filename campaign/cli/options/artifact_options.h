#pragma once

#include "campaign/archive/archive.h"
#include "campaign/cli/syntax/syntax.h"

namespace palio {

/// `--max-size`
void add_most_size(const CommandSyntax& command, ArchiveLimits& limits);

}  // namespace palio
