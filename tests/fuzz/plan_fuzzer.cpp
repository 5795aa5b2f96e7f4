// A command's answer: what is accepted is a plan that the validator can judge.
#include "runners/custom/command_keeper.h"
#include "runners/custom/graph_lines.h"
#include "strategies/ptg/schedule_validator.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/support/builders.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  static const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(1, 2)});
  static const Workload workload = test::workload(test::graph({{6, 0}, {4, 0}, {3, 1}}, {{0, 1, 0}, {0, 2, 5}}));
  GraphPlan plan(platform, workload);
  try {
    read_plan("fuzz", std::string(fuzz::text_of(data, size)), plan);
  } catch (const FailedElsewhere& error) {
    fuzz::require(error.failure().kind == FailureKind::protocol, "what is no answer is a failure of the protocol");
    return 0;
  }
  try {
    plan.trouble().check();
  } catch (const std::runtime_error&) {  // the strategy says so
    return 0;
  }
  try {
    find_violation(platform, workload, plan.schedule());
  } catch (const InvalidAnswer&) {
    return 0;
  }
  return 0;
}
