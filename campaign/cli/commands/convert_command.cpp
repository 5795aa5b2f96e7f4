#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/spec_argument.h"
#include "campaign/cli/output/output.h"
#include "campaign/files/input_files.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/text/talk.h"
#include "platforms/explicit/simgrid_xml.h"
#include "platforms/family.h"
#include "workloads/family.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

// Whether a typed recipe makes a platform; with is_platform(), what is not a workflow.
bool names_platform_recipe(const std::string& typed) {
  const std::string name = recipe_name(typed);
  return name != k_file_family &&
         std::ranges::find(platform_families(), name, &PlatformFamily::name) != platform_families().end();
}

bool is_platform(std::string_view content) {
  const auto has = [&](std::string_view text) { return content.find(text) != std::string_view::npos; };
  return (has("\"palio-platform\"") && !has("\"palio-workload\"")) || has("<platform");
}

struct ConvertOptions {
  std::string in, out, format, solution;
  double reference_speed = Scaling{}.reference_speed;
};

constexpr std::string_view k_simgrid_format = "simgrid";  // of platforms

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const WorkflowFormat& format : workflow_formats())
    if (format.write != nullptr) names.push_back(format.name);
  return names;
}

const WorkflowFormat& format_to_write(const ConvertOptions& options) {
  if (!options.format.empty()) {
    const WorkflowFormat& format = workflow_format(options.format);
    if (format.write == nullptr)
      throw UserError("Palio does not write the format {}: give --to {}", format.name, fmt::join(format_names(), "|"));
    return format;
  }
  const std::string extension = std::filesystem::path(options.out).extension().string();
  for (const WorkflowFormat& format : workflow_formats())
    if (format.write != nullptr && std::ranges::find(format.extensions, extension) != format.extensions.end())
      return format;
  throw UserError("cannot derive the format from the name {}: give --to {}", options.out,
                  fmt::join(format_names(), "|"));
}

DescribedWorkload workflow_of_recipe(const std::string& typed) {
  const auto [recipe, definition] = workload_argument(typed);
  const AnyWorkload made = workload_family(recipe.name).build(recipe, definition);
  if (const auto* graphs = as_if<Workload>(made)) return description_of(*graphs);
  throw UserError("{} makes {}, but the formats can only store task graphs", recipe.name, made.called());
}

void write_workflow(const ConvertOptions& options, const DescribedWorkload& workflow, const WorkflowFormat& format) {
  const WrittenWorkflow written = format.write(workflow, options.reference_speed);
  write_output(options.out, written.text);
  for (const std::string& note : written.notes) talk("palio: {}\n", note);
}

// The format of a platform: by default .json is Palio's, everything else SimGrid's.
std::string_view platform_format(const ConvertOptions& options) {
  if (options.format.empty())
    return std::filesystem::path(options.out).extension() == ".json" ? k_palio_format : k_simgrid_format;
  if (options.format == k_palio_format || options.format == k_simgrid_format) return options.format;
  throw UserError("{} is a platform, which is written as {} or {}, not as {}", options.in, k_simgrid_format,
                  k_palio_format, options.format);
}

void write_platform(const ConvertOptions& options, const Spec& platform) {
  const auto& [recipe, definition] = platform;
  const AnyPlatform built = platform_family(recipe.name).build(recipe, definition);  // refuses what is none
  if (platform_format(options) == k_simgrid_format) {
    const auto* clusters = as_if<Platform>(built);
    if (clusters != nullptr &&
        std::ranges::any_of(clusters->clusters, [](const Cluster& each) { return each.power.has_value(); }))
      talk("palio: SimGrid's XML as Palio writes it has no idle_power and busy_power: they are left out\n");
    return write_output(options.out, to_simgrid_xml(built));
  }
  if (definition.empty())
    throw UserError("{} is drawn from its parameters: write it as simgrid, which Palio can read back", recipe.name);
  write_output(options.out, definition);
}

void refuse_solution(const ConvertOptions& options) {
  if (!options.solution.empty())
    throw UserError("--solution {} belongs to a file of independent tasks with times, which {} is not",
                    options.solution, options.in);
}

void convert_recipe(const ConvertOptions& options) {
  if (!options.solution.empty())
    throw UserError(
        "--solution {} needs the file of its instance, not the recipe {}: palio convert FILE OUT --solution {}",
        options.solution, options.in, brief_shell_word(options.solution));
  if (names_platform_recipe(options.in)) return write_platform(options, platform_argument(options.in));
  const WorkflowFormat& format = format_to_write(options);
  write_workflow(options, workflow_of_recipe(options.in), format);
}

void convert_file(const ConvertOptions& options) {
  const std::string name = input_name(options.in);
  std::string content = read_input(options.in, k_largest_workflow);
  if (is_platform(content)) {
    refuse_solution(options);
    return write_platform(options, platform_in_file(std::move(content), name));
  }
  const WorkflowFormat& format = format_to_write(options);
  DescribedWorkload workflow = read_workflow(content, name);
  described_from_json(to_json(workflow), name);  // refuses what a study would
  if (!options.solution.empty()) {
    const double makespan = add_solution(read_input(options.solution), input_name(options.solution), workflow);
    talk("palio: the solution {} ends at {} s\n", input_name(options.solution), makespan);
  }
  write_workflow(options, workflow, format);
}

int run_convert(const ConvertOptions& options) {
  names_recipe(options.in) ? convert_recipe(options) : convert_file(options);
  return k_success;
}

}  // namespace

void setup_convert(const CommandSyntax& app) {
  const auto [command, options] = add_command<ConvertOptions>(
      app, "convert", "Write a workflow in another format, a platform as SimGrid's XML", run_convert);
  command
      .add_option("in IN", options.in,
                  "File in any of the formats (detected by its content), - for standard input, or a recipe, as in "
                  "workflow:path=w.dax,alpha=0.1 or mesh:hosts=4,sample=0,seed=1")
      .required();
  command.add_option("out OUT", options.out, "Output file; - is standard output").required();
  std::vector<std::string_view> names = format_names();
  names.push_back(k_simgrid_format);
  command
      .add_option(
          fmt::format("--to {}", fmt::join(names, "|")), options.format,
          "Format to write (default: by the file name; .json is palio, .dax and .xml are dax, .dag is dag, .dot "
          "and .gv are dot; for a platform .json is palio, all else simgrid)")
      .offer(names);
  command
      .add_option("--reference-speed FLOP/S", options.reference_speed,
                  "Speed that converts between formats with seconds and formats with flop")
      .capture_default_str()
      .number(Least::above_zero, "flop/s");
  command.add_option("--solution FILE", options.solution,
                     "Machine of each task (.sol of HCSP), for the strategy Assignment");
}

}  // namespace palio
