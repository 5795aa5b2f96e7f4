#include "tests/storage/sample_campaign.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

namespace palio::test {
namespace {

constexpr std::array k_star_specs{parameter("hosts", ParameterType::integer),
                                  parameter("seed", ParameterType::integer)};
constexpr std::array k_chain_specs{parameter("tasks", ParameterType::integer),
                                   parameter("sample", ParameterType::integer)};
constexpr std::array k_fast_specs{parameter("threshold", ParameterType::real)};

DimensionRow row(Recipe recipe, std::span<const ParameterSpec> specs) {
  const std::string name = label(recipe, specs);
  return {std::move(recipe), name, specs, {}};
}

// The ids of the rows of one number.
const ScenarioId& ids_of(std::int64_t number) {
  thread_local std::map<std::int64_t, ScenarioId> known;
  const auto [found, is_new] = known.try_emplace(number);
  if (is_new) {
    const auto id = [](const DimensionRow& row) { return content_id(canonical_text(row.recipe)); };
    found->second = {id(star(number, 7)), id(chain(number, 1)), id(fast(static_cast<double>(number) - 0.5))};
  }
  return found->second;
}

}  // namespace

CampaignInfo study_info(const std::string& name) {
  return {name, "Title of " + name, "Source of " + name, 2007, name + ".toml", "[study]\nname = \"" + name + "\"\n"};
}

SessionInfo session_info(std::int64_t stored_before) {
  return {.host = "siena",
          .pid = getpid(),
          .palio_version = "0.1.0",
          .compiler = "g++ 12",
          .engine = "simgrid",
          .engine_version = "3.32",
          .jobs = 2,
          .sample = 0,
          .planned = 8,
          .wanted = 10,
          .stored_before = stored_before};
}

DimensionRow star(std::int64_t hosts, std::int64_t seed) {
  return row({"star", {{"hosts", hosts}, {"seed", seed}}}, k_star_specs);
}

DimensionRow chain(std::int64_t tasks, std::int64_t sample) {
  return row({"chain", {{"tasks", tasks}, {"sample", sample}}}, k_chain_specs);
}

DimensionRow fast(double threshold) { return row({"FAST", {{"threshold", threshold}}}, k_fast_specs); }

std::vector<DimensionRow> stars(std::int64_t count) {
  std::vector<DimensionRow> rows;
  for (std::int64_t i = 1; i <= count; ++i) rows.push_back(star(i, 7));
  return rows;
}

std::vector<DimensionRow> chains(std::int64_t count) {
  std::vector<DimensionRow> rows;
  for (std::int64_t i = 1; i <= count; ++i) rows.push_back(chain(i, 1));
  return rows;
}

std::vector<DimensionRow> fasts(std::int64_t count) {
  std::vector<DimensionRow> rows;
  for (std::int64_t i = 0; i < count; ++i) rows.push_back(fast(static_cast<double>(i) + 0.5));
  return rows;
}

void add_samples(ResultStore& store, std::int64_t platforms, std::int64_t workloads, std::int64_t strategies) {
  store.add_platforms(stars(platforms));
  store.add_workloads(chains(workloads));
  store.add_strategies(fasts(strategies));
}

ScenarioId id_of(const ScenarioId& numbers) {
  return {ids_of(numbers.platform).platform, ids_of(numbers.workload).workload, ids_of(numbers.strategy).strategy};
}

ScenarioId numbers_of(const ScenarioId& id) {
  static const std::map<std::int64_t, std::int64_t> numbers = [] {
    constexpr std::int64_t k_known = 200;
    std::map<std::int64_t, std::int64_t> made;
    for (std::int64_t i = 1; i <= k_known; ++i) {
      const ScenarioId of_number = id_of({i, i, i});
      for (const std::int64_t one : {of_number.platform, of_number.workload, of_number.strategy}) made.emplace(one, i);
    }
    return made;
  }();
  return {numbers.at(id.platform), numbers.at(id.workload), numbers.at(id.strategy)};
}

std::vector<ScenarioId> in_order(std::vector<ScenarioId> numbers) {
  std::ranges::transform(numbers, numbers.begin(), id_of);
  std::ranges::sort(numbers);
  return numbers;
}

StoredResult completed(const ScenarioId& numbers, double makespan, int attempt) {
  Completed outcome;
  MetricValues& metrics = outcome.metrics;
  double offset = 0;
  for (const MetricInfo& metric : metric_table()) {
    metrics[metric] = metric.type == MetricType::integer ? offset : makespan + offset;
    ++offset;
  }
  metrics["lower_bound"] = makespan / (1.25 + makespan / 3);  // no ratio below its least value
  metrics["least_path"] = makespan / (1.75 + makespan / 3);
  metrics["optimal_max_stretch"] = metrics["max_stretch"] / (2.25 + makespan / 3);
  metrics["relative_max_stretch"] = metrics["max_stretch"] / metrics["optimal_max_stretch"];
  metrics["bound_ratio"] = metrics["makespan"] / metrics["lower_bound"];
  metrics["slr"] = metrics["makespan"] / metrics["least_path"];
  metrics["speedup"] = metrics["sequential_makespan"] / metrics["makespan"];
  metrics["gap"] = metrics["makespan"] / metrics["reference"];
  metrics["energy_delay"] = metrics["energy"] * metrics["makespan"];
  metrics["expected_ratio"] = metrics["mean_makespan"] / metrics["predicted_makespan"];
  return {id_of(numbers), attempt, {outcome, {0.001, 0.002, 0.004, 1048576}}};
}

StoredResult completed(const ScenarioId& numbers, double makespan, std::vector<ApplicationMetrics> applications) {
  StoredResult result = completed(numbers, makespan);
  std::get<Completed>(result.result.outcome).applications = std::move(applications);
  return result;
}

StoredResult failed(const ScenarioId& numbers, FailureKind kind, const std::string& message, int attempt) {
  return {id_of(numbers), attempt, {Failure{kind, 0, message, "last line"}, {0.001, 0, 0.004, 1048576}}};
}

std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("popen " + command);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), size);
  pclose(pipe);
  return output;
}

std::string with_ids(std::string sql) {
  for (std::size_t at = 0; (at = sql.find('#', at)) != std::string::npos; ++at) {
    const ScenarioId id = id_of({sql[at + 1] - '0', sql[at + 1] - '0', sql[at + 1] - '0'});
    const char side = sql[at - 1];
    sql.replace(at - 1, 3, fmt::format("{}", side == 'p' ? id.platform : side == 'w' ? id.workload : id.strategy));
  }
  return sql;
}

std::string sqlite_shell(const std::filesystem::path& file, const std::string& sql) {
  // From version 3.42 on the shell protects the schema.
  constexpr std::string_view options = "-batch -cmd '.output /dev/null' -cmd '.dbconfig defensive off' -cmd .output";
  return output_of(fmt::format("sqlite3 {} '{}' \"{}\" 2>&1", options, file.string(), with_ids(sql)));
}

}  // namespace palio::test
