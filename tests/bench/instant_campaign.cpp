// bench_instant_campaign DATABASE SAMPLE: the mixed-parallel study (SAMPLE instances of it; 0: all) with results that
// cost nothing, through planner, executor and store as `palio run` does it: what palio itself needs. Prints one line of
// JSON: scenarios, seconds.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include "campaign/campaign.h"
#include "runners/fake_runner.h"

namespace palio {
namespace {

RunSummary run_instantly(const std::string& database, std::uint64_t sample) {
  Interruption interruption;
  const Study study = load_study(std::string(PALIO_SOURCE_DIR) + "/campaign/studies/mixed-parallel.toml");
  RunOptions options;
  options.database = database;
  options.jobs = 2;
  options.progress = ProgressDisplay::Mode::off;
  options.engine = {"none", "1"};
  options.make_runner = [] { return std::make_unique<FakeRunner>(FakeRunner::Memory::forget); };
  options.selection.sample = sample;
  return run_campaign(study, options, interruption);
}

}  // namespace
}  // namespace palio

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: bench_instant_campaign DATABASE SAMPLE\n");
    return 1;
  }
  try {
    const palio::RunSummary summary = palio::run_instantly(argv[1], std::strtoull(argv[2], nullptr, 10));
    fmt::print("{{\"scenarios\": {}, \"seconds\": {}}}\n", summary.completed, summary.seconds);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_instant_campaign: {}\n", error.what());
    return 1;
  }
}
