// A command's answer: what is accepted is a plan that the validator can judge.
#include "runners/custom/command_keeper.h"
#include "runners/custom/graph_lines.h"
#include "strategies/ptg/schedule_validator.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/support/builders.h"

namespace palio::fuzz {

void fuzz_plan(std::string_view input) {
  static const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(1, 2)});
  static const Workload workload = test::workload(test::graph({{6, 0}, {4, 0}, {3, 1}}, {{0, 1, 0}, {0, 2, 5}}));
  GraphPlan plan(platform, workload);
  try {
    read_plan("fuzz", std::string(input), plan);
  } catch (const FailedElsewhere& error) {
    require(error.failure().kind == FailureKind::protocol, "what is no answer is a failure of the protocol");
    return;
  }
  try {
    plan.trouble().check();
  } catch (const std::runtime_error&) {  // the strategy says so
    return;
  }
  try {
    find_violation(platform, workload, plan.schedule());
  } catch (const InvalidAnswer&) {
    return;
  }
}

}  // namespace palio::fuzz
