// bench_instant_campaign DATABASE [I N [STUDY [SAMPLE]]]: the whole mixed-parallel study or another, or shard I of N,
// or that of a sample, with results that cost nothing, through planner, executor and store as `palio run` does it: what
// palio itself needs.
#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include "campaign/run/campaign.h"
#include "tests/support/fake_runner.h"

namespace palio {
namespace {

void run_instantly(const std::string& database, Shard shard, const std::string& file, std::uint64_t sample) {
  Interruption interruption;
  const Study study = load_study(file);
  RunOptions options;
  options.database = database;
  options.selection.shard = shard;
  options.selection.sample = sample;
  options.jobs = 2;
  options.progress = ProgressDisplay::Mode::off;
  // Of no version: palio goes on with any, finds nothing missing, and simulates nothing.
  options.engine = {"SimGrid", {}};
  options.make_runner = [] { return std::make_unique<test::FakeRunner>(test::FakeRunner::Memory::forget); };
  run_campaign(study, options, interruption);
}

}  // namespace
}  // namespace palio

int main(int argc, char** argv) {
  if (argc != 2 && argc != 4 && argc != 5 && argc != 6) {
    fmt::print(stderr, "usage: bench_instant_campaign DATABASE [I N [STUDY [SAMPLE]]]\n");
    return 1;
  }
  try {
    palio::Shard shard;
    if (argc > 2)
      shard = {static_cast<std::uint32_t>(std::stoul(argv[2])), static_cast<std::uint32_t>(std::stoul(argv[3]))};
    const std::string study = argc > 4 ? argv[4] : PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel.toml";
    palio::run_instantly(argv[1], shard, study, argc > 5 ? std::stoul(argv[5]) : 0);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_instant_campaign: {}\n", error.what());
    return 1;
  }
}
