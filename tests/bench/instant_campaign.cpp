// bench_instant_campaign DATABASE [I N]: the whole mixed-parallel study, or shard I of N, with results that cost
// nothing, through planner, executor and store as `palio run` does it: what palio itself needs.
#include <fmt/format.h>

#include <exception>
#include <memory>
#include <string>

#include "campaign/campaign.h"
#include "tests/support/fake_runner.h"

namespace palio {
namespace {

void run_instantly(const std::string& database, Shard shard) {
  Interruption interruption;
  const Study study = load_study(PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel.toml");
  RunOptions options;
  options.database = database;
  options.selection.shard = shard;
  options.jobs = 2;
  options.progress = ProgressDisplay::Mode::off;
  options.engine = {"SimGrid", "instant"};  // palio goes on with it, finds nothing missing, and simulates nothing
  options.make_runner = [] { return std::make_unique<test::FakeRunner>(test::FakeRunner::Memory::forget); };
  run_campaign(study, options, interruption);
}

}  // namespace
}  // namespace palio

int main(int argc, char** argv) {
  if (argc != 2 && argc != 4) {
    fmt::print(stderr, "usage: bench_instant_campaign DATABASE [I N]\n");
    return 1;
  }
  try {
    palio::Shard shard;
    if (argc == 4)
      shard = {static_cast<std::uint32_t>(std::stoul(argv[2])), static_cast<std::uint32_t>(std::stoul(argv[3]))};
    palio::run_instantly(argv[1], shard);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_instant_campaign: {}\n", error.what());
    return 1;
  }
}
