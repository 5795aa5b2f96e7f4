#include "workloads/families/families.h"

#include <array>

#include "core/error.h"

namespace palio {
namespace {

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
    {.name = "target",
     .meaning = "efficiency that the number of tasks is to reach",
     .min = 0,
     .max = 0.9999,
     .default_value = "0.99",
     .bounds = Bounds::open_below},
    {.name = "sharing",
     .type = ParameterType::text,
     .meaning = "one input file for all tasks (shared), or one for each (per-task)",
     .default_value = "shared",
     .choices = k_sharings},
    k_flop,
    k_file_bytes,
});

// Tasks 0 to tasks - 1 over files 0 to files - 1, the first files one more.
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
