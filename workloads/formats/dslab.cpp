#include <fmt/format.h>

#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/error.h"
#include "core/text/visible_text.h"
#include "workloads/formats/file_transfers.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"
#include "workloads/formats/yaml_document.h"

namespace palio {
namespace {

constexpr double k_giga = 1e9;  // flop: the unit of work
constexpr double k_mega = 1e6;  // byte: the unit of sizes

// How a task uses several cores: with what part it cannot, and how many.
struct Parallelism {
  double alpha = 1;
  Speedup speedup = {};
};

class DslabReader {
public:
  DslabReader(std::string_view content, std::string_view place, Gaps gaps)
      : place_(place),
        root_(read_yaml(content, place)),
        transfers_([this](std::size_t line, const std::string& problem) { fail(line, problem); }, gaps) {}

  DescribedWorkload read() {
    root_.expect_keys({"inputs", "tasks"});
    if (const auto inputs = root_.optional_member("inputs"))
      for (const JsonReader& input : inputs->elements()) add_item(input, k_outside);
    const JsonReader tasks = root_.member("tasks");
    for (const JsonReader& task : tasks.elements()) read_task(task);
    int number = 0;
    for (const JsonReader& task : tasks.elements()) read_inputs(task, number++);
    DescribedWorkload workload = transfers_.build("workflow");
    DescribedApplication& graph = workload.applications.front();
    for (std::size_t i = 0; i < graph.tasks.size(); ++i) {
      const auto& [alpha, speedup] = parallelism_[i];
      graph.tasks[i].unit = WorkUnit::flop;
      if (parameters_of(speedup.law).alpha) graph.tasks[i].alpha = alpha;
      graph.tasks[i].speedup = speedup;
    }
    transfers_.check(graph, tasks.line());
    return workload;
  }

private:
  static constexpr int k_outside = -1;  // the writer of the input of the whole workflow

  [[noreturn]] void fail(std::size_t line, const std::string& problem) const {
    throw UserError("{}:{}: {}", place_, line, shortened(problem));
  }

  double amount(const JsonReader& yaml, std::string_view key, std::string_view kind) {
    const double number = yaml.number();
    return transfers_.not_negative(kind, number, fmt::format("{} is {},", key, number), yaml.line());
  }

  void add_item(const JsonReader& item, int task) {
    item.expect_keys({"name", "size"});
    const JsonReader name = item.member("name");
    if (!writers_.try_emplace(std::string(name.text()), task).second)
      name.fail("is \"{}\", the name of another input or output too", name.text());
    const double bytes = amount(item.member("size"), "size", "sizes") * k_mega;
    if (task != k_outside) transfers_.add_writer(task, name.text(), bytes, item.line());
  }

  void read_task(const JsonReader& task) {
    task.expect_keys({"name", "flops", "memory", "min_cores", "max_cores", "cores_dependency", "inputs", "outputs"});
    const JsonReader name = task.member("name"), flops = task.member("flops");
    const int number = transfers_.add_task(name.text(), name.line());
    transfers_.set_seconds(name.text(), amount(flops, "flops", "work of tasks") * k_giga, flops.line());
    parallelism_.push_back(parallelism_of(task));
    for (const JsonReader& output : task.member("outputs").elements()) add_item(output, number);
  }

  void read_inputs(const JsonReader& task, int number) {
    const auto inputs = task.optional_member("inputs");
    if (!inputs) return;
    for (const JsonReader& input : inputs->elements()) {
      const auto writer = writers_.find(std::string(input.text()));
      if (writer == writers_.end()) input.fail("is \"{}\", which is neither an input nor an output", input.text());
      if (writer->second == number) input.fail("is \"{}\", which the same task writes", input.text());
      transfers_.add_reader(number, input.text(), input.line());
    }
  }

  static int cores(const JsonReader& task, std::string_view key) {
    const auto given = task.optional_member(key);
    if (!given) return 1;
    const double number = given->number();
    if (number < 1 || number > Speedup::k_any_number || std::trunc(number) != number)
      given->fail("is {}, must be an integer from 1 to {}", number, Speedup::k_any_number);
    return static_cast<int>(number);
  }

  // cores_dependency is Amdahl's fraction; without it, time falls with the number of cores.
  static Parallelism parallelism_of(const JsonReader& task) {
    if (cores(task, "min_cores") > 1)
      task.member("min_cores").fail("is more than 1, but a task of Palio runs on any number of processors");
    const int most = cores(task, "max_cores");
    if (most == 1) return {};
    const auto dependency = task.optional_member("cores_dependency");
    if (!dependency) return {0, {.law = SpeedupLaw::roofline, .max_processors = most}};
    const double fraction = dependency->number();
    if (fraction < 0 || fraction > 1) dependency->fail("is {}, must be from 0 to 1", fraction);
    return {fraction, {.law = SpeedupLaw::general, .max_processors = most}};
  }

  std::string_view place_;
  JsonReader root_;
  FileTransfers transfers_;
  std::unordered_map<std::string, int> writers_;  // of inputs and outputs
  std::vector<Parallelism> parallelism_;          // by task
};

}  // namespace

DescribedWorkload read_dslab(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return DslabReader(content, place, reading.gaps).read();
}

}  // namespace palio
