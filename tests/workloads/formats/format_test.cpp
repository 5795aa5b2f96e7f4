#include "workloads/formats/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "workloads/explicit/workload_json.h"

namespace palio {
namespace {

// The formats that Palio writes, too.
std::vector<WorkflowFormat> written_formats() {
  std::vector<WorkflowFormat> formats;
  for (const WorkflowFormat& format : workflow_formats())
    if (format.write != nullptr) formats.push_back(format);
  return formats;
}

// Whole bytes, and runtimes that are whole flop at 1e9 flop/s: amounts that every format can express exactly.
DescribedWorkload diamond(WorkUnit unit) {
  const double second = unit == WorkUnit::seconds ? 1 : 1e9;
  return {{{.name = "diamond",
            .tasks = {{"top", 1.5 * second, unit, {}},
                      {"left", 2 * second, unit, {}},
                      {"right", 0.25 * second, unit, {}},
                      {"bottom", 0, unit, {}}},
            .edges = {{0, 1, 1e6}, {0, 2, 512}, {1, 3, 7}, {2, 3, 0}}}}};
}

TEST(Formats, AreToldByTheirContent) {
  for (const WorkflowFormat& format : written_formats())
    EXPECT_EQ(format_of(format.write(diamond(WorkUnit::flop), 1e9).text, "f").name, format.name);
  EXPECT_EQ(format_of("\xEF\xBB\xBF  {\"schemaVersion\": 1}", "f").name, "wfcommons");
  EXPECT_EQ(format_of(R"({"format": "palio-platform"})", "f").name, "palio");
  for (const char* foreign : {"PK\x03\x04", "{}", R"({"tasks": []})"})
    EXPECT_THAT(test::error_of([&] { format_of(foreign, "f"); }),
                testing::StartsWith("f:1: the file is in none of the known formats: Palio's own JSON; "))
        << foreign;
  EXPECT_EQ(test::error_of([&] { format_of("<platform version='4'/>", "f"); }),
            "f:1: the file is in no known format. It is a platform of SimGrid, not a workflow");
  for (const char* nothing : {"", " \n", "\xEF\xBB\xBF"})
    EXPECT_EQ(test::error_of([&] { format_of(nothing, "f"); }), "f:1: the file is empty");
}

TEST(Formats, AnUnknownNameIsAnErrorWithTheNearest) {
  EXPECT_EQ(test::error_of([&] { workflow_format("wfcomons"); }),
            "unknown format \"wfcomons\" (did you mean \"wfcommons\"?)");
}

// Through every format and back from every other one, works and data keep their bits.
TEST(Formats, EachSaysWhatEveryOtherOneSays) {
  for (const WorkUnit unit : {WorkUnit::seconds, WorkUnit::flop}) {
    const Application original = scaled(diamond(unit).applications[0], {});
    for (const WorkflowFormat& first : written_formats())
      for (const WorkflowFormat& second : written_formats()) {
        const DescribedWorkload between = read_workflow(first.write(diamond(unit), 1e9).text, "first");
        const DescribedWorkload back = read_workflow(second.write(between, 1e9).text, "second");
        const Application read = scaled(back.applications.at(0), {});
        ASSERT_EQ(read.graph.task_count(), 4);
        for (int task = 0; task < 4; ++task)
          EXPECT_EQ(read.graph.task(task).flop, original.graph.task(task).flop) << first.name << ' ' << second.name;
        ASSERT_EQ(read.graph.edges().size(), 4U);
        for (std::size_t edge = 0; edge < 4; ++edge)
          EXPECT_EQ(read.graph.edges()[edge].bytes, original.graph.edges()[edge].bytes);
      }
  }
}

// The same holds for any other amounts if a second is a power of two of flop.
TEST(Formats, SayFlopAsSecondsOfAPowerOfTwo) {
  constexpr double k_speed = 0x1p30;  // flop/s
  const DescribedWorkload original{
      {{.name = "g",
        .tasks = {{"a", 49659735022.7, WorkUnit::flop, {}}, {"b", 1.0 / 3, WorkUnit::flop, {}}},
        .edges = {{0, 1, 411041792}}}}};
  for (const WorkflowFormat& format : written_formats()) {
    const DescribedWorkload back = read_workflow(format.write(original, k_speed).text, "back");
    const TaskGraph graph = scaled(back.applications.at(0), {.reference_speed = k_speed}).graph;
    EXPECT_EQ(graph.task(0).flop, 49659735022.7) << format.name;
    EXPECT_EQ(graph.task(1).flop, 1.0 / 3) << format.name;
  }
}

TEST(Formats, APlatformIsNoWorkflow) {
  const auto error = [](const std::string& text) { return test::error_of([&] { format_of(text, "w"); }); };
  EXPECT_THAT(error("<?xml version='1.0'?><platform version='4.1'/>"),
              testing::EndsWith("known format. It is a platform of SimGrid, not a workflow"));
  for (const char* text : {"hello", "{}", "[1, 2]", "<html/>"})
    EXPECT_THAT(error(text), testing::EndsWith("CSV of tasks and edges with names of columns")) << text;
}

TEST(Formats, WhatAFileLooksLikeIsNamed) {
  const auto error = [](const std::string& text) { return test::error_of([&] { format_of(text, "w"); }); };
  EXPECT_THAT(error(R"({"name": "w", "workflow": {"tasks": []}})"),
              testing::EndsWith(". It looks like WfCommons, but has no schemaVersion"));
  EXPECT_THAT(error(R"({"version": 1, "applications": []})"),
              testing::EndsWith(R"(. It looks like Palio's own JSON, but has no "format": "palio-workload")"));
  EXPECT_THAT(error(R"({"directed": true, "nodes": []})"),
              testing::EndsWith(". It looks like node-link JSON of networkx, but has neither edges nor links"));
  EXPECT_THAT(error(R"({"directed": true, "nodes": [], "adjacency": []})"),
              testing::EndsWith(". It looks like adjacency JSON of networkx: write nx.node_link_data(graph)"));
  EXPECT_THAT(error("<gexf/>"), testing::EndsWith(". It is GEXF: write GraphML"));
  EXPECT_THAT(error("jobs:\n- id: a\n"), testing::EndsWith(". It looks like Pegasus' YAML, but has no key pegasus"));
}

// Each is one format's, whatever words its values have.
TEST(Formats, GraphsOfGeneralToolsAreToldFromEachOther) {
  EXPECT_EQ(format_of(R"({"nodes": [{"id": "a", "format": "x"}], "links": []})", "f").name, "networkx");
  EXPECT_EQ(format_of(R"({"schemaVersion": "1.5", "nodes": 1, "edges": 2})", "f").name, "wfcommons");
  EXPECT_EQ(format_of(R"(<graphml><key attr.name="nodes" for="edges"/></graphml>)", "f").name, "graphml");
  for (const char* header : {"id,flop", "\n\n Node ,runtime", "source;target", "a\tname\tb", "\"to\",\"from\""})
    EXPECT_EQ(format_of(header, "f").name, "csv") << header;
  for (const char* text : {"id", "id: 3, name: x", "3,id", "flop,bytes"})
    EXPECT_THAT(test::error_of([&] { format_of(text, "f"); }), testing::HasSubstr("none of the known formats")) << text;
}

TEST(PalioJson, LeavesToAStudyWhatItDoesNotSay) {
  constexpr std::string_view k_text = R"({"format": "palio-workload", "version": 1, "applications": [{"name": "g",
    "tasks": [{"name": "a", "seconds": 2}, {"name": "b", "flop": 0, "alpha": 0.5}],
    "edges": [{"from": "a", "to": "b", "bytes": 3}]}]})";
  // 2 s at 10 flop/s, 3 times the work; no work is the least; 2 times the data.
  const Workload workload = scaled_from_json(k_text, "w.json", {0.25, 10, 3, 2});
  const TaskGraph& graph = workload.applications.at(0).graph;
  EXPECT_EQ(graph.task(0).flop, 60);
  EXPECT_EQ(graph.task(0).alpha, 0.25);
  EXPECT_EQ(graph.task(1).flop, k_least_flop);
  EXPECT_EQ(graph.task(1).alpha, 0.5);
  EXPECT_EQ(graph.edges()[0].bytes, 6);
  EXPECT_EQ(to_json(described_from_json(to_json(described_from_json(k_text, "w")), "w")),
            to_json(described_from_json(k_text, "w")));
}

TEST(PalioJson, SecondsAreNoFlop) {
  const auto error = [](const std::string& task, bool scalable) {
    const std::string text =
        R"({"format": "palio-workload", "version": 1, "applications": [{"name": "g", "tasks": [)" + task + "]}]}";
    return test::error_of(
        [&] { scalable ? (void)described_from_json(text, "w") : (void)any_workload_from_json(text, "w"); });
  };
  EXPECT_EQ(error(R"({"name": "a", "seconds": 2, "flop": 2})", true),
            "w:1: applications[0].tasks[0] has both \"flop\" and \"seconds\"");
  EXPECT_EQ(error(R"({"name": "a"})", true), "w:1: applications[0].tasks[0] has no \"flop\"");
  EXPECT_EQ(
      error(R"({"name": "a", "seconds": 2, "alpha": 0})", false),
      "w:1: applications[0].tasks[0] has \"seconds\", which the family \"workflow\" turns into flop: say --workload "
      "workflow:path=FILE, or family = \"workflow\" in a study");
  EXPECT_EQ(error(R"({"name": "a", "flop": 2})", false), "w:1: applications[0].tasks[0] has no \"alpha\"");
}

}  // namespace
}  // namespace palio
