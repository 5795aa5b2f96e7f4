// How fast workflows of other tools are read, and how large they may be: whole commands.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

constexpr int k_workflow_tasks = 10'000;
constexpr int k_large_workflow = 100'000;  // tasks
constexpr int k_small_workflow = 10'000;   // tasks, to see how time grows

std::string task_name(int task) { return fmt::format("sifting_ID{:07d}", task); }
std::string file_name(int task) { return fmt::format("chr21n-{}-{}.tar.gz", task, task + 1); }

// A task of the specification as WfCommons writes it: indented by four blanks, three files in, one out.
void write_task(std::ofstream& out, int task) {
  std::string parents, inputs;
  for (const int distance : {1, 7, 100}) {
    if (task < distance) continue;
    parents +=
        fmt::format("{}\n                        \"{}\"", parents.empty() ? "" : ",", task_name(task - distance));
    inputs += fmt::format("\n                        \"{}\",", file_name(task - distance));
  }
  std::string children;
  for (const int distance : {1, 7, 100})
    if (task + distance < k_workflow_tasks)
      children +=
          fmt::format("{}\n                        \"{}\"", children.empty() ? "" : ",", task_name(task + distance));
  out << fmt::format(
      R"(                {{
                    "name": "sifting",
                    "id": "{}",
                    "children": [{}
                    ],
                    "inputFiles": [{}
                        "columns.txt"
                    ],
                    "outputFiles": [
                        "{}"
                    ],
                    "parents": [{}
                    ]
                }}{}
)",
      task_name(task), children, inputs, file_name(task), parents, task + 1 < k_workflow_tasks ? "," : "");
}

void write_execution(std::ofstream& out, int task) {
  out << fmt::format(
      R"(                {{
                    "id": "{}",
                    "runtimeInSeconds": {:.3f},
                    "command": {{
                        "program": "sifting.py",
                        "arguments": [
                            "ALL.chr21.phase3_shapeit2_mvncall_integrated_v5.20130502.sites.annotation.vcf",
                            "21"
                        ]
                    }},
                    "avgCPU": 97.516,
                    "readBytes": 1048576,
                    "writtenBytes": 4096,
                    "memoryInBytes": 74628,
                    "priority": 20,
                    "machines": [
                        "worker-{}"
                    ]
                }}{}
)",
      task_name(task), 1 + task % 17 * 0.125, task % 4, task + 1 < k_workflow_tasks ? "," : "");
}

std::string write_instance(const Workbench& bench) {
  std::string path = bench.file("w.json");
  std::ofstream out(path);
  out << "{\n    \"name\": \"bench\",\n    \"schemaVersion\": \"1.5\",\n    \"workflow\": {\n        "
         "\"specification\": {\n            \"tasks\": [\n";
  for (int task = 0; task < k_workflow_tasks; ++task) write_task(out, task);
  out << "            ],\n            \"files\": [\n";
  for (int task = 0; task < k_workflow_tasks; ++task)
    out << fmt::format(
        "                {{\n                    \"id\": \"{}\",\n                    \"sizeInBytes\": {}\n"
        "                }},\n",
        file_name(task), 1000 + task);
  out << "                {\n                    \"id\": \"columns.txt\",\n                    \"sizeInBytes\": 20078\n"
         "                }\n            ]\n        },\n        \"execution\": {\n            \"makespanInSeconds\": "
         "1,\n"
         "            \"executedAt\": \"now\",\n            \"tasks\": [\n";
  for (int task = 0; task < k_workflow_tasks; ++task) write_execution(out, task);
  out << "            ]\n        }\n    }\n}\n";
  return path;
}

// Layers of 100 tasks, each after two of the layer above, as daggen writes them.
std::string write_layers(const Workbench& bench, std::string_view name, int tasks) {
  std::string path = bench.file(name);
  std::ofstream out(path);
  out << "digraph G {\n";
  for (int task = 0; task < tasks; ++task)
    out << fmt::format("  {} [size=\"{}\", alpha=\"0.{:02}\"]\n", task, 1'000'000'000L + task % 17 * 500'000'000L,
                       task % 26);
  for (int task = 100; task < tasks; ++task)
    out << fmt::format("  {} -> {} [size =\"{}\"]\n  {} -> {} [size =\"1048576\"]\n", task - 100, task,
                       1'000'000 + task % 7 * 1'000'000, task - task % 100 - 100 + (task + 1) % 100, task);
  out << "}\n";
  return path;
}

struct Needs {
  Spread seconds, memory;
};

Needs needs_of(const Command& command, int rounds) {
  std::vector<double> seconds, memory;
  for (int i = 0; i < rounds; ++i) {
    const Usage usage = run(command);
    seconds.push_back(usage.wall);
    memory.push_back(usage.peak_memory / 1e6);
  }
  return {spread(seconds), spread(memory)};
}

void tell_reading(Workbench& bench) {
  const std::string file = write_instance(bench);
  const Command command = bench.palio({"convert", file, "-", "--to", "palio"});
  const int rounds = bench.choose(11, 3);
  const auto [seconds, memory] = needs_of(command, rounds);
  const double size = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
  bench.tell({.what = "reading a WfCommons instance of 10,000 tasks and writing it as Palio's JSON",
              .unit = "s",
              .measured = seconds,
              .rounds = rounds,
              .target = Target{Bound::at_most, 0.2},
              .against = "",
              .sides = fmt::format("{:.1f} MB", size),
              .commands = {bench.typed(command)}});
  bench.tell({.what = "memory for it",
              .unit = "MB",
              .measured = memory,
              .rounds = rounds,
              .target = Target{Bound::at_most, 200},
              .against = "",
              .sides = "",
              .commands = {bench.typed(command)}});
}

Command simulation(const Workbench& bench, const std::string& graph, std::string_view engine) {
  return bench.palio({"simulate", "--platform", "one-cluster:cluster_processors=64,speed=1e9", "--workload", graph,
                      "--strategy", "HCPA", "--engine", std::string(engine)});
}

// A reply with the whole schedule, and the engine alone that is asked.
void tell_large_graph(const Workbench& bench, std::string_view engine, double at_most) {
  const Command small = simulation(bench, write_layers(bench, "small.dot", k_small_workflow), engine);
  const Command large = simulation(bench, write_layers(bench, "large.dot", k_large_workflow), engine);
  const int rounds = bench.choose(5, 1);
  const double least = needs_of(small, rounds).seconds.median;
  const auto [seconds, memory] = needs_of(large, rounds);
  bench.tell({.what = fmt::format("reading a DOT graph of 100,000 tasks, scheduling it (HCPA, 64 processors) and "
                                  "simulating it, {}",
                                  engine),
              .unit = "s",
              .measured = seconds,
              .rounds = rounds,
              .target = Target{Bound::at_most, at_most},
              .against = "",
              .sides = fmt::format("{:.0f} MB of memory; {:.2f} s for 10,000 tasks, growth with tasks^{:.2f}",
                                   memory.median, least, std::log10(seconds.median / least)),
              .commands = {bench.typed(large)}});
}

}  // namespace

void bench_workflows(Workbench& bench) {
  tell_reading(bench);
  tell_large_graph(bench, "fluid", 5);
  tell_large_graph(bench, "simgrid", 15);
}

}  // namespace palio::bench
