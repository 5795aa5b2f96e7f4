// bench NAME [--quick]: a benchmark that calls Palio's libraries in this process; prints one line of JSON per figure.
// bench.py runs it and makes the table.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>

#include "tests/bench/figure.h"

namespace palio::bench {
namespace {

struct Benchmark {
  std::string_view name;
  void (*run)(Workbench& bench);
};

constexpr auto k_benchmarks = std::to_array<Benchmark>({
    {"schedule", bench_paper_scheduling},
    {"sequential", bench_sequential_scheduling},
    {"online", bench_online_lists},
    {"batches", bench_batches},
    {"tasks", bench_task_counts},
    {"wide", bench_wide_cluster},
    {"masters", bench_optimum},
    {"duel", bench_duels},
});

}  // namespace
}  // namespace palio::bench

int main(int argc, char** argv) {
  using namespace palio::bench;
  const auto* row = std::ranges::find(k_benchmarks, argc > 1 ? argv[1] : "", &Benchmark::name);
  if (row == k_benchmarks.end()) {
    fmt::print(stderr, "usage: bench NAME [--quick]\n");
    return 1;
  }
  try {
    Workbench bench(argc > 2 ? Scale::quick : Scale::full);
    row->run(bench);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
