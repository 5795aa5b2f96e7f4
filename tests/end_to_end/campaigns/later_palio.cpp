// The palio of a later version, which has one metric more.
#include "campaign/cli/commands.h"
#include "tests/support/later_metric.h"

int main(int argc, char** argv) {
  const palio::test::LaterMetric later;
  return palio::run_program(argc, argv, palio::all_commands());
}
