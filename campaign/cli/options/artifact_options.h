#pragma once

#include "campaign/cli/options/options.h"
#include "campaign/pack/check_artifact.h"

namespace palio {

/// How a stranger's artifact is read.
struct ArtifactOptions {
  double most_gib = 8;     // GiB of files in an archive
  std::uint64_t part = 0;  // instances that run again; 0: as many as usual
  int jobs = 0;            // 0: one per core
  QueryBounds bounds;
  CodeOptions code;
  bool quiet = false;
};

ArchiveLimits limits_of(const ArtifactOptions& options);
void add_most_size(const CommandSyntax& command, ArtifactOptions& options);

/// What the options mean for a check; the artifact's commands run only if that is allowed.
ArtifactCheckOptions check_options(const ArtifactOptions& options);

}  // namespace palio
