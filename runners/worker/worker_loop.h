#pragma once

#include "runners/kinds/engine.h"
#include "runners/kinds/scenario.h"

namespace palio {

/// A scenario that sleeps or waits ends after k_waits times its limit of CPU time, or after the shortest wait.
constexpr double k_waits = 10;
constexpr double k_shortest_wait = 60;  // s

/// Says hello on `replies` and answers requests from `requests` until that ends (runners/wire/protocol.h). Returns the
/// exit status: 0, or 1 after a line that is not a request.
int worker_loop(int requests, int replies, const Engine& engine, const RunScenario& run = run_scenario,
                double shortest_wait = k_shortest_wait);

/// The same on standard input and output; anything that a library prints goes elsewhere.
int serve_standard_streams(const Engine& engine, const RunScenario& run = run_scenario,
                           double shortest_wait = k_shortest_wait);

/// The whole program: without arguments it serves its standard streams, with `--one REQUEST` it runs one scenario.
int worker_main(int argc, char** argv, const Engine& engine);

}  // namespace palio
