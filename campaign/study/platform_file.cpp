#include "campaign/study/platform_file.h"

#include <memory>

#include "platforms/formats/simgrid_scan.h"
#include "runners/client/engine_choice.h"
#include "runners/client/worker_runner.h"

namespace palio {

std::string read_simgrid_file(const std::string& content, const std::string& path) {
  scan_simgrid(content, path);
  WorkerRunner worker(worker_program(engine_named("simgrid")), std::make_shared<Patience>(Patience::k_brief));
  return worker.read_platform(content, path);
}

}  // namespace palio
