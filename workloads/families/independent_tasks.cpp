#include "workloads/families/families.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "workloads/families/parts/batch.h"

namespace palio {
namespace {

constexpr auto k_bag_parameters = std::to_array<ParameterSpec>({
    with_role(ParameterRole::applications, {"applications", ParameterType::integer, "",
                                            "applications; different numbers are independent draws", 1, 10000, "8"}),
    {"min_bytes", ParameterType::real, "byte", "least input of an application, all tasks together", 1, 1e18, "20e6"},
    {"max_bytes", ParameterType::real, "byte", "most input of an application", 1, 1e18, "2e9"},
    {"min_flop", ParameterType::real, "flop", "least work of an application, all tasks together", 1, 1e24, "1e10"},
    {"max_flop", ParameterType::real, "flop", "most work of an application", 1, 1e24, "1e12"},
    scale_parameter("min_task_bytes", "byte", "least input of a task", 1, 1e18, "1e6"),
    scale_parameter("min_task_flop", "flop", "least work of a task", 1, 1e24, "1e9"),
    {"max_tasks", ParameterType::integer, "", "most tasks of an application", 1, k_most_tasks, "400",
     DrawRole::leaves_draws},
    open_below(scale_parameter(
        "load", "", "dedicated makespans of all applications together, divided by the time from first to last release",
        0, 1e6, "1")),
    k_sample,
    k_seed,
});

struct Range {
  double low, high;
};

Range range_of(const Recipe& recipe, const std::string& quantity) {
  const Range range{real_of(recipe.parameters, "min_" + quantity), real_of(recipe.parameters, "max_" + quantity)};
  if (range.low > range.high)
    throw UserError("min_{0} of {1} is {2}, above max_{0}, {3}", quantity, recipe.name, range.low, range.high);
  return range;
}

// The normal draw itself decides what is outside; the bounds only absorb rounding errors.
double draw_total(const Range& range, RandomStream& stream) {
  if (range.low == range.high) return range.low;
  double z = stream.normal();
  while (std::abs(z) > 2) z = stream.normal();
  const double deviation = portable_log(range.high / range.low) / 4;
  return std::clamp(std::sqrt(range.low) * std::sqrt(range.high) * portable_exp(deviation * z), range.low, range.high);
}

std::vector<double> draw_places(std::int64_t applications, RandomStream& gaps) {
  std::vector<double> places{0};
  for (std::int64_t i = 1; i < applications; ++i) places.push_back(places.back() + portable_exp(gaps.normal()));
  const double last = places.back();
  for (double& place : places) place = last > 0 ? place / last : 0;
  return places;
}

int task_count(double bytes, double flop, const Parameters& given) {
  const double fitting = std::min(bytes / real_of(given, "min_task_bytes"), flop / real_of(given, "min_task_flop"));
  return static_cast<int>(std::clamp(std::floor(fitting), 1.0, static_cast<double>(integer_of(given, "max_tasks"))));
}

constexpr std::array<std::string_view, 2> k_sharings{"shared", "per-task"};

constexpr ParameterSpec k_flop{"flop", ParameterType::real, "flop", "work of each task", 1e-3, 1e24, ""};
constexpr ParameterSpec k_file_bytes{
    "file_bytes", ParameterType::real, "byte", "size of each input file", 1e-3, 1e18, ""};

constexpr auto k_shared_file_parameters = std::to_array<ParameterSpec>({
    {"tasks", ParameterType::integer, "", "number of tasks", 1, k_most_file_tasks, ""},
    k_flop,
    k_file_bytes,
    {"output_bytes", ParameterType::real, "byte", "size of each task's output; 0: nothing is sent back", 0, 1e18, "0"},
    {"files", ParameterType::integer, "", "number of input files, each of consecutive tasks; 0: one for each task", 0,
     k_most_file_tasks, "1"},
});

constexpr auto k_open_parameters = std::to_array<ParameterSpec>({
    open_below(
        {"target", ParameterType::real, "", "efficiency that the number of tasks is to reach", 0, 0.9999, "0.99"}),
    text_parameter("sharing", "one input file for all tasks (shared), or one for each (per-task)", "shared",
                   k_sharings),
    k_flop,
    k_file_bytes,
});

// Tasks 0 to tasks - 1 divided over files 0 to files - 1, the first files one more.
std::vector<int> split(int tasks, int files) {
  std::vector<int> file_of_task;
  file_of_task.reserve(tasks);
  for (int file = 0; file < files; ++file) {
    const int share = tasks / files + (file < tasks % files ? 1 : 0);
    file_of_task.insert(file_of_task.end(), share, file);
  }
  return file_of_task;
}

}  // namespace

std::span<const ParameterSpec> random_bags_parameters() { return k_bag_parameters; }

BagBatch build_random_bags(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const std::int64_t applications = integer_of(given, "applications");
  const Range bytes_range = range_of(recipe, "bytes");
  const Range flop_range = range_of(recipe, "flop");
  if (integer_of(given, "max_tasks") > k_most_tasks / applications)
    throw UserError(
        "{} applications of up to {} tasks are more than {} tasks: lower applications or "
        "max_tasks",
        applications, integer_of(given, "max_tasks"), k_most_tasks);
  RandomStream bytes_stream(recipe, k_bag_parameters, "bytes");
  RandomStream flop_stream(recipe, k_bag_parameters, "flop");
  RandomStream gaps(recipe, k_bag_parameters, "gaps");

  BagBatch batch;
  batch.load = real_of(given, "load");
  for (const double place : draw_places(applications, gaps)) {
    const double bytes = draw_total(bytes_range, bytes_stream);
    const double flop = draw_total(flop_range, flop_stream);
    const int tasks = task_count(bytes, flop, given);
    batch.applications.push_back({"", tasks, flop / tasks, bytes / tasks, place});
  }
  return batch;
}

std::span<const ParameterSpec> shared_file_tasks_parameters() { return k_shared_file_parameters; }

SharedFileTasks build_shared_file_tasks(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const auto tasks = static_cast<int>(integer_of(given, "tasks"));
  const auto asked = static_cast<int>(integer_of(given, "files"));
  const int files = asked == 0 ? tasks : asked;
  if (files > tasks)
    throw UserError(
        "{} has {} files for {} tasks, but every file is needed by a task: give at most as many files as tasks",
        recipe.name, files, tasks);
  SharedFileTasks built;
  built.file_bytes.assign(files, real_of(given, "file_bytes"));
  built.file_of_task = split(tasks, files);
  built.flop = real_of(given, "flop");
  built.output_bytes = real_of(given, "output_bytes");
  return built;
}

std::span<const ParameterSpec> isoefficiency_tasks_parameters() { return k_open_parameters; }

SharedFileTasks build_isoefficiency_tasks(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  SharedFileTasks open;
  open.file_bytes = {real_of(given, "file_bytes")};
  open.flop = real_of(given, "flop");
  open.target_efficiency = real_of(given, "target");
  open.sharing = text_of(given, "sharing") == "shared" ? FileSharing::shared : FileSharing::per_task;
  return open;
}

SharedFileTasks with_task_count(const SharedFileTasks& open, int tasks) {
  if (open.target_efficiency <= 0) throw InternalError("these tasks are already counted");
  const int files = open.sharing == FileSharing::shared ? 1 : tasks;
  SharedFileTasks counted = open;
  counted.file_bytes.assign(files, open.file_bytes.front());
  counted.file_of_task = split(tasks, files);
  counted.target_efficiency = 0;
  return counted;
}

}  // namespace palio
