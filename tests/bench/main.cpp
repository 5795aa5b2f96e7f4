// bench [--quick] [NAME...]: measures and prints one line of JSON per figure; bench_report makes the table of them.
// bench --names: what can be measured, in the table's order.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

struct Benchmark {
  std::string_view name;
  void (*run)(Workbench& bench);
};

constexpr auto k_benchmarks = std::to_array<Benchmark>({
    {"parallel", bench_against_parallel},
    {"cpu", bench_cpu_per_scenario},
    {"engines", bench_engines},
    {"fluid", bench_fluid_campaigns},
    {"harness", bench_harness},
    {"workers", bench_two_workers},
    {"results", bench_stored_results},
    {"plan", bench_planning},
    {"scale", bench_paper_scale},
    {"memory", bench_worker_memory},
    {"schedule", bench_paper_scheduling},
    {"sequential", bench_sequential_scheduling},
    {"batches", bench_batches},
    {"tasks", bench_task_counts},
    {"masters", bench_masters},
    {"own", bench_own_strategies},
    {"answers", bench_answers},
    {"merge", bench_merging},
    {"submissions", bench_submissions},
    {"workflows", bench_workflows},
    {"scaling", bench_scaling},
    {"duel", bench_duels},
    {"left", bench_time_left},
});

std::string all_names() {
  std::vector<std::string_view> names;
  for (const Benchmark& benchmark : k_benchmarks) names.push_back(benchmark.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// All of them when none is named.
std::vector<Benchmark> chosen(const std::vector<std::string_view>& names) {
  if (names.empty()) return {k_benchmarks.begin(), k_benchmarks.end()};
  std::vector<Benchmark> found;
  for (const std::string_view name : names) {
    const auto* row = std::ranges::find(k_benchmarks, name, &Benchmark::name);
    if (row == k_benchmarks.end())
      throw std::runtime_error(fmt::format("no benchmark \"{}\"; there are {}", name, all_names()));
    found.push_back(*row);
  }
  return found;
}

int print_names() {
  for (const Benchmark& benchmark : k_benchmarks) fmt::print("{}\n", benchmark.name);
  return 0;
}

// Ratios bear some noise, absolute figures none.
void warn_of_load() {
  double load = 0;
  const bool one_of_many = std::getenv("PALIO_LOAD") != nullptr;  // the load is that of the benchmark before
  if (!one_of_many && getloadavg(&load, 1) == 1 && load > 0.5)
    fmt::print(stderr, "bench: this machine is busy (load {:.1f}); measure again when it is idle\n", load);
}

int measure(Scale scale, const std::vector<std::string_view>& names) {
  warn_of_load();
  Workbench bench(scale);
  for (const Benchmark& benchmark : chosen(names)) benchmark.run(bench);
  return 0;
}

}  // namespace
}  // namespace palio::bench

int main(int argc, char** argv) {
  using palio::bench::Scale;
  std::vector<std::string_view> names(argv + 1, argv + argc);
  if (names == std::vector<std::string_view>{"--names"}) return palio::bench::print_names();
  const bool quick = std::erase(names, "--quick") > 0;
  try {
    return palio::bench::measure(quick ? Scale::quick : Scale::full, names);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
