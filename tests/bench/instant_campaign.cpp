// bench_instant_campaign DATABASE: the whole mixed-parallel study with results that cost nothing, through planner,
// executor and store as `palio run` does it: what palio itself needs.
#include <fmt/format.h>

#include <exception>
#include <memory>
#include <string>

#include "campaign/campaign.h"
#include "tests/support/fake_runner.h"

namespace palio {
namespace {

void run_instantly(const std::string& database) {
  Interruption interruption;
  const Study study = load_study(PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel.toml");
  RunOptions options;
  options.database = database;
  options.jobs = 2;
  options.progress = ProgressDisplay::Mode::off;
  options.engine = {"SimGrid", "instant"};  // palio goes on with it, finds nothing missing, and simulates nothing
  options.make_runner = [] { return std::make_unique<test::FakeRunner>(test::FakeRunner::Memory::forget); };
  run_campaign(study, options, interruption);
}

}  // namespace
}  // namespace palio

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench_instant_campaign DATABASE\n");
    return 1;
  }
  try {
    palio::run_instantly(argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_instant_campaign: {}\n", error.what());
    return 1;
  }
}
