// Metrics that follow from others: the database computes them, with the bits that a program computes.
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "core/identity/random_stream.h"
#include "core/metrics.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using Formula = std::function<double(const MetricValues&)>;

const std::map<std::string_view, Formula> k_formulas{
    {"relative_max_stretch", [](const MetricValues& m) { return m["max_stretch"] / m["optimal_max_stretch"]; }},
    {"bound_ratio", [](const MetricValues& m) { return m["makespan"] / m["lower_bound"]; }},
    {"slr", [](const MetricValues& m) { return m["makespan"] / m["least_path"]; }},
    {"speedup", [](const MetricValues& m) { return m["sequential_makespan"] / m["makespan"]; }},
    {"gap", [](const MetricValues& m) { return m["makespan"] / m["reference"]; }},
    {"energy_delay", [](const MetricValues& m) { return m["energy"] * m["makespan"]; }},
    {"expected_ratio", [](const MetricValues& m) { return m["mean_makespan"] / m["predicted_makespan"]; }}};

// Positive, of any size; now and then nothing.
double any_value(RandomStream& draw) {
  if (draw.uniform_integer(0, 9) == 0) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(draw.uniform_real(1, 2), static_cast<int>(draw.uniform_integer(-1000, 1000)));
}

class FollowingMetricsTest : public ReaderTest {
protected:
  FollowingMetricsTest() : ReaderTest(100) {}
};

TEST_F(FollowingMetricsTest, HaveTheBitsThatAProgramComputes) {
  RandomStream draw(1971);
  std::map<ScenarioId, MetricValues> written;
  std::vector<StoredResult> batch;
  for (std::int64_t i = 0; i < 900; ++i) {
    StoredResult result = completed({i % 3 + 1, i / 9 + 1, i / 3 % 3 + 1}, 1);
    MetricValues& metrics = std::get<Completed>(result.result.outcome).metrics;
    for (const MetricInfo& metric : metric_table())
      if (metric.type == MetricType::real) metrics[metric] = any_value(draw);
    if (std::isnan(metrics["makespan"])) metrics["makespan"] = 0.1;
    written.emplace(result.id, metrics);
    batch.push_back(std::move(result));
  }
  write(batch);
  for (const MetricInfo& metric : metric_table()) {
    if (metric.follows.empty()) continue;
    ASSERT_TRUE(k_formulas.contains(metric.name)) << metric.name;
    int values = 0;
    for (const auto& row : rows_of(reader_, fmt::format("SELECT platform_id, workload_id, strategy_id, {} FROM "
                                                        "main.measured",
                                                        metric.name))) {
      const auto id = [&](std::size_t i) { return std::get<std::int64_t>(row[i]); };
      const double wanted = k_formulas.at(metric.name)(written.at({id(0), id(1), id(2)}));
      const auto* found = std::get_if<double>(&row[3]);
      ASSERT_EQ(found == nullptr, std::isnan(wanted)) << metric.name;
      if (found == nullptr) continue;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(*found), std::bit_cast<std::uint64_t>(wanted)) << metric.name;
      ++values;
    }
    EXPECT_GT(values, 500) << metric.name;
  }
}

}  // namespace
}  // namespace palio::test
