// Writing and reading a campaign of 1.8 million results: 300 platforms x 300 workloads x 20 strategies.
// The rows come as parallel workers send them: instances in order, slightly shuffled, in batches of 256 results.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <random>

#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

constexpr std::int64_t k_platforms = 300;
constexpr std::int64_t k_workloads = 300;
constexpr std::int64_t k_strategies = 20;
constexpr std::int64_t k_results = k_platforms * k_workloads * k_strategies;
constexpr std::int64_t k_batch = 256;
constexpr std::size_t k_in_flight = 8;  // how far an instance can overtake others

std::vector<std::int64_t> shuffled_instances() {
  std::vector<std::int64_t> order(static_cast<std::size_t>(k_platforms * k_workloads));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
  std::ranges::sort(order, {}, [](std::int64_t i) { return id_of({i / k_workloads + 1, i % k_workloads + 1, 1}); });
  std::mt19937 random(1);  // NOLINT: the same order every time
  for (std::size_t i = 0; i + k_in_flight < order.size(); ++i) std::swap(order[i], order[i + random() % k_in_flight]);
  return order;
}

// The `n`-th result to arrive.
StoredResult result(std::int64_t n) {
  static const std::vector<std::int64_t> order = shuffled_instances();
  const std::int64_t instance = order[static_cast<std::size_t>(n / k_strategies)];
  const ScenarioId id{instance / k_workloads + 1, instance % k_workloads + 1, n % k_strategies + 1};
  return completed(id, 1.1 * static_cast<double>(n));
}

std::unique_ptr<ResultStore> new_store(const std::filesystem::path& file) {
  auto store = std::make_unique<ResultStore>(file, study_info("bench"));
  store->add_platforms(stars(k_platforms));
  store->add_workloads(chains(k_workloads));
  store->add_strategies(fasts(k_strategies));
  store->begin_session(session_info());
  return store;
}

// Reused by all benchmarks that read; filled by the first.
const std::filesystem::path& full_campaign() {
  static const TemporaryFolder folder;
  static const std::filesystem::path file = []() -> std::filesystem::path {
    auto path = folder.file("full.db");
    const auto store = new_store(path);
    std::vector<StoredResult> batch;
    for (std::int64_t n = 0; n < k_results; ++n) {
      batch.push_back(result(n));
      if (std::ssize(batch) < k_batch && n + 1 < k_results) continue;
      store->write(batch);
      batch.clear();
    }
    store->end_session("finished");
    store->checkpoint();
    return path;
  }();
  return file;
}

void write_batches(benchmark::State& state) {
  const TemporaryFolder folder;
  const auto store = new_store(folder.file("written.db"));
  std::vector<StoredResult> batch(k_batch);
  std::int64_t n = 0;
  for (auto _ : state) {
    state.PauseTiming();
    for (StoredResult& row : batch) row = result(n++);
    state.ResumeTiming();
    store->write(batch);
  }
  state.SetItemsProcessed(n);
}
BENCHMARK(write_batches)->Iterations(k_results / k_batch)->UseRealTime()->Unit(benchmark::kMicrosecond);

// The yardstick: the sqlite3 shell imports the same rows into the same table, foreign keys on, in one transaction.
void sqlite_shell_import(benchmark::State& state) {
  const TemporaryFolder folder;
  const std::string full = full_campaign().string();
  const std::string rows = folder.file("rows.csv");
  const std::string copy = folder.file("copy.db");
  output_of(fmt::format("sqlite3 -csv '{}' 'SELECT * FROM result' > '{}'", full, rows));
  output_of(fmt::format("sqlite3 '{}' .schema | sqlite3 '{}'", full, copy));
  output_of(
      fmt::format("sqlite3 '{}' '.dump platform workload strategy session' | grep ^INSERT | sqlite3 '{}'", full, copy));
  for (auto _ : state)
    output_of(fmt::format("sqlite3 -csv '{}' 'PRAGMA foreign_keys = ON' '.import \"{}\" result'", copy, rows));
  if (sqlite_shell(copy, "SELECT count(*) FROM result") != fmt::format("{}\n", k_results))
    state.SkipWithError("the shell did not import all rows");
  state.SetItemsProcessed(k_results);
}
BENCHMARK(sqlite_shell_import)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

void count_results(benchmark::State& state) {
  const CampaignReader reader(full_campaign());
  for (auto _ : state) benchmark::DoNotOptimize(reader.counts().completed);
}
BENCHMARK(count_results)->Unit(benchmark::kMillisecond);

void visit_results(benchmark::State& state) {
  const CampaignReader reader(full_campaign());
  for (auto _ : state) {
    std::int64_t sum = 0;
    reader.for_each_result([&](const ScenarioId& id, bool done) { sum += id.workload + static_cast<int>(done); });
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(k_results * static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK(visit_results)->Unit(benchmark::kMillisecond);

void mean_by_strategy(benchmark::State& state) {
  const CampaignReader reader(full_campaign());
  for (auto _ : state)
    reader.query(
        "SELECT strategy, avg(makespan) FROM results GROUP BY strategy", [](const auto&) {},
        [](const std::vector<SqlValue>& row) {
          const SqlValue* cells = row.data();
          benchmark::DoNotOptimize(cells);
        });
}
BENCHMARK(mean_by_strategy)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace palio::test

BENCHMARK_MAIN();
