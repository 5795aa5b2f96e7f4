#include "campaign/cli/options/artifact_options.h"

#include "campaign/session/this_machine.h"

namespace palio {

ArchiveLimits limits_of(const ArtifactOptions& options) {
  ArchiveLimits limits;
  limits.bytes = static_cast<std::uint64_t>(options.most_gib * (1U << 30U));
  return limits;
}

void add_most_size(const CommandSyntax& command, ArtifactOptions& options) {
  command.add_option("--max-size GIB", options.most_gib, "GiB of files that an archive may hold (default: 8)")
      .number(Least::above_zero, "GiB");
}

ArtifactCheckOptions check_options(const ArtifactOptions& options) {
  ArtifactCheckOptions check{.part = options.part,
                             .jobs = options.jobs > 0 ? options.jobs : cores(),
                             .bounds = options.bounds,
                             .code = options.code};
  if (options.quiet) check.progress = ProgressDisplay::Mode::off;
  return check;
}

}  // namespace palio
