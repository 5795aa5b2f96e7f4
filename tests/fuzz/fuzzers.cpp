#include "tests/fuzz/fuzzer.h"
#include "workloads/formats/format.h"

namespace palio::fuzz {

void fuzz_description(std::string_view input);
void fuzz_format(std::string_view format, std::string_view input);
void fuzz_http(std::string_view input);
void fuzz_lines(std::string_view input);
void fuzz_network(std::string_view input);
void fuzz_plan(std::string_view input);
void fuzz_platform(std::string_view input);
void fuzz_recipe(std::string_view input);
void fuzz_reply(std::string_view input);
void fuzz_request(std::string_view input);
void fuzz_schedule(std::string_view input);
void fuzz_simgrid(std::string_view input);
void fuzz_solution(std::string_view input);
void fuzz_study(std::string_view input);
void fuzz_workload(std::string_view input);

namespace {

Fuzzer of_format(const std::string& format) {
  return {format, [format](std::string_view input) { fuzz_format(format, input); }};
}

std::vector<Fuzzer> all_fuzzers() {
  std::vector<Fuzzer> all{
      {"description", fuzz_description},
      {"http", fuzz_http},
      {"lines", fuzz_lines},
      {"network", fuzz_network},
      {"plan", fuzz_plan},
      {"platform", fuzz_platform},
      {"recipe", fuzz_recipe},
      {"reply", fuzz_reply},
      {"request", fuzz_request},
      {"schedule", fuzz_schedule},
      {"simgrid", fuzz_simgrid},
      {"solution", fuzz_solution},
      {"study", fuzz_study},
      {"workload", fuzz_workload},
      of_format("workflow"),
  };
  for (const WorkflowFormat& format : workflow_formats())
    if (format.name != k_palio_format) all.push_back(of_format(std::string(format.name)));  // workload has Palio's own
  return all;
}

}  // namespace

const std::vector<Fuzzer>& fuzzers() {
  static const std::vector<Fuzzer> all = all_fuzzers();
  return all;
}

}  // namespace palio::fuzz
