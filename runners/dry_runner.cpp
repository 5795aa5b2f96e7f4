#include "runners/dry_runner.h"

#include <fmt/format.h>

namespace palio {

void DryRunner::run(const RunRequest& request, const Sink&) {
  for (const Recipe& strategy : request.strategies)
    fmt::print(out_, "{}\t{}\t{}\n", canonical_text(request.platform.recipe), canonical_text(request.workload.recipe),
               canonical_text(strategy));
}

}  // namespace palio
