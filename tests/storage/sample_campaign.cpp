#include "tests/storage/sample_campaign.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>

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

StoredResult completed(const ScenarioId& id, double makespan, int attempt) {
  Completed outcome;
  double offset = 0;
  for (const MetricInfo& metric : metric_table()) {
    outcome.metrics[metric] = metric.type == MetricType::integer ? offset : makespan + offset;
    ++offset;
  }
  return {id, attempt, {outcome, {0.001, 0.002, 0.004, 1048576}}};
}

StoredResult completed(const ScenarioId& id, double makespan, std::vector<ApplicationMetrics> applications) {
  StoredResult result = completed(id, makespan);
  std::get<Completed>(result.result.outcome).applications = std::move(applications);
  return result;
}

StoredResult failed(const ScenarioId& id, FailureKind kind, const std::string& message, int attempt) {
  return {id, attempt, {Failure{kind, 0, message, "last line"}, {0.001, 0, 0.004, 1048576}}};
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

std::string sqlite_shell(const std::filesystem::path& file, const std::string& sql) {
  // From version 3.42 on the shell protects the schema.
  constexpr std::string_view options = "-batch -cmd '.output /dev/null' -cmd '.dbconfig defensive off' -cmd .output";
  return output_of(fmt::format("sqlite3 {} '{}' \"{}\" 2>&1", options, file.string(), sql));
}

}  // namespace palio::test
