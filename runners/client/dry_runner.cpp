#include "runners/client/runner.h"

#include <fmt/format.h>

#include "core/text/visible_text.h"

namespace palio {

void DryRunner::run(const RunRequest& request, const Sink&) {
  for (const Recipe& strategy : request.strategies)
    fmt::print(out_, "{}\t{}\t{}\n", visible_line(canonical_text(request.platform.recipe)),
               visible_line(canonical_text(request.workload.recipe)), visible_line(canonical_text(strategy)));
}

}  // namespace palio
