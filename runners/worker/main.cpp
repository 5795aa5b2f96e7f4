#include <string_view>

#include "core/text/talk.h"
#include "runners/worker/one_scenario.h"
#include "runners/worker/worker_loop.h"

int main(int argc, char** argv) {
  if (argc == 1) return palio::serve_standard_streams();
  if (argc == 3 && std::string_view(argv[1]) == "--one") return palio::run_one_scenario(argv[2]);
  palio::talk("palio-worker: it takes no arguments, or --one REQUEST (docs/worker-protocol.md)\n");
  return 1;
}
