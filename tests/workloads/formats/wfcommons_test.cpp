#include "workloads/formats/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/formats/described.h"

namespace palio {
namespace {

using test::bytes;
using test::names;
using test::works;
using testing::ElementsAre;

DescribedApplication read_wfcommons_text(const std::string& text) {
  return read_wfcommons(text, "w.json").applications.at(0);
}

std::string wfcommons_error(const std::string& text) {
  return test::error_of([&] { read_wfcommons_text(text); });
}

// Like the pegasus-instances of schema 1.4: parents by name, although each task has an id.
constexpr std::string_view k_schema_4 = R"({
    "name": "blast", "description": "d", "createdAt": "2020-10-02T22:00:00", "schemaVersion": "1.4",
    "wms": {"name": "Pegasus", "version": "5.0", "url": "https://pegasus.isi.edu"},
    "author": {"name": "x", "email": "y@z"},
    "workflow": {"makespanInSeconds": 12.5, "executedAt": "20201002T220000+0000",
        "machines": [{"nodeName": "n", "system": "linux", "cpu": {"count": 48, "speed": 1200}}],
        "tasks": [
            {"name": "split_ID0000001", "id": "ID0000001", "category": "split", "type": "compute",
             "command": {"program": "split", "arguments": ["-n \"2\"", "\\u00e9"]}, "parents": [],
             "children": ["work_ID0000002"],
             "files": [{"link": "input", "name": "all", "sizeInBytes": 1000},
                       {"link": "output", "name": "part", "sizeInBytes": 40}],
             "runtimeInSeconds": 1.5, "cores": 1.0, "avgCPU": 99.5, "priority": 20, "machine": "n"},
            {"name": "work_ID0000002", "id": "ID0000002", "category": "work", "type": "compute",
             "parents": ["split_ID0000001"],
             "files": [{"link": "input", "name": "part", "sizeInBytes": 40}], "runtimeInSeconds": 0}
        ]}
})";

std::string renamed(std::string text, std::string_view now, std::string_view then) {
  for (std::size_t at = text.find(now); at != std::string::npos; at = text.find(now, at + then.size()))
    text.replace(at, now.size(), then);
  return text;
}

// Earlier schemas have other names for the same things.
std::string schema_3() {
  std::string text(k_schema_4);
  for (const auto& [now, then] : {std::pair{"\"1.4\"", "\"1.3\""}, std::pair{"runtimeInSeconds", "runtime"},
                                  std::pair{"sizeInBytes", "size"}, std::pair{"makespanInSeconds", "makespan"}})
    text = renamed(text, now, then);
  return text;
}
std::string schema_2() { return renamed(renamed(schema_3(), "1.3", "1.2"), "\"tasks\"", "\"jobs\""); }
// No "id" yet.
std::string schema_0() {
  return renamed(renamed(renamed(schema_2(), "1.2", "1.0"), "\"id\": \"ID0000001\", ", ""), "\"id\": \"ID0000002\", ",
                 "");
}

// SimGrid's form of schema 1.0: flop, and a task for each transfer.
constexpr std::string_view k_of_simgrid = R"({
    "name": "pair", "schemaVersion": "1.0",
    "workflow": {"makespanInSeconds": 0, "executedAt": "2026-01-01T00:00:00-00:00", "tasks": [
        {"name": "sent", "type": "transfer", "parents": ["first"], "writtenBytes": 5e8, "machine": "m"},
        {"name": "first", "type": "compute", "parents": [], "runtimeInSeconds": 3e9, "machine": "n"},
        {"name": "last", "type": "compute", "parents": ["sent", "first"], "runtimeInSeconds": 2e9, "machine": "m"},
        {"name": "own", "type": "transfer", "runtimeInSeconds": 7, "writtenBytes": 1, "parents": ["first"]}
    ]}
})";

constexpr std::string_view k_schema_5 = R"({
    "name": "forkjoin", "schemaVersion": "1.5", "createdAt": "2023-05-04T10:54:31.562432",
    "author": {"name": "cc", "email": "support@wfcommons.org"},
    "workflow": {
        "specification": {
            "tasks": [
                {"name": "cpuhog", "id": "fork_1", "children": ["work_2"], "inputFiles": ["in.txt"],
                 "outputFiles": ["out.txt"], "parents": []},
                {"name": "cpuhog", "id": "work_2", "children": ["join_3"], "inputFiles": ["out.txt"],
                 "outputFiles": [], "parents": ["fork_1"]},
                {"name": "cpuhog", "id": "join_3", "children": [], "parents": ["work_2"],
                 "inputFiles": ["out.txt", "out.txt"]}
            ],
            "files": [{"id": "in.txt", "sizeInBytes": 5}, {"id": "out.txt", "sizeInBytes": 9090910}]
        },
        "execution": {
            "makespanInSeconds": 437.0, "executedAt": "05-04-23T10:46:27Z",
            "tasks": [
                {"id": "fork_1", "runtimeInSeconds": 100.187, "coreCount": 2, "machines": ["ubuntu"]},
                {"id": "join_3", "runtimeInSeconds": 3},
                {"id": "work_2", "runtimeInSeconds": 107.353, "command": {"program": "x", "arguments": ["[{"]}}
            ],
            "machines": [{"nodeName": "ubuntu", "cpu": {"coreCount": 48}}]
        }
    }
})";

std::string changed(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  result.replace(result.find(from), from.size(), to);
  return result;
}

TEST(WfCommons, ReadsSchemas3And4) {
  for (const std::string& text : {std::string(k_schema_4), schema_3()}) {
    const DescribedApplication graph = read_wfcommons_text(text);
    EXPECT_EQ(graph.name, "blast");
    EXPECT_THAT(names(graph), ElementsAre("ID0000001", "ID0000002"));
    EXPECT_THAT(works(graph), ElementsAre(1.5, 0));
    EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds);
    EXPECT_THAT(bytes(graph), ElementsAre(40));
  }
}

TEST(WfCommons, ReadsSchemas0To2) {
  for (const std::string& text : {schema_0(), renamed(schema_0(), "1.0", "1.1"), schema_2()}) {
    const DescribedApplication graph = read_wfcommons_text(text);
    EXPECT_THAT(works(graph), ElementsAre(1.5, 0));
    EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds);
    EXPECT_THAT(bytes(graph), ElementsAre(40));
  }
  EXPECT_THAT(names(read_wfcommons_text(schema_0())), ElementsAre("split_ID0000001", "work_ID0000002"));
}

// A transfer with a runtime is a task like any other.
TEST(WfCommons, ReadsSimGridsTransfersAsEdges) {
  const DescribedApplication graph = read_wfcommons_text(std::string(k_of_simgrid));
  EXPECT_THAT(names(graph), ElementsAre("first", "last", "own"));
  EXPECT_THAT(works(graph), ElementsAre(3e9, 2e9, 7));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::flop);
  ASSERT_THAT(bytes(graph), ElementsAre(5e8, 0));  // first -> last, of the transfer and the dependency; first -> own
  EXPECT_EQ(graph.edges[0].from, 0);
  EXPECT_EQ(graph.edges[0].to, 1);
  EXPECT_EQ(wfcommons_error(changed(k_of_simgrid, "[\"sent\", \"first\"]", "[\"first\"]")),
            "w.json:4: the transfer \"sent\" is not from one task to one task");
  EXPECT_EQ(wfcommons_error(changed(k_of_simgrid, "\"parents\": []", "\"parents\": [\"sent\"]")),
            "w.json:4: the transfer \"sent\" is not from one task to one task");
  EXPECT_EQ(wfcommons_error(changed(k_of_simgrid, "1.0", "1.4")), "w.json:4: the task \"sent\" has no runtime");
}

// The schema file of version 1.4 also allows 1.1 and 1.2 for its form, whose runtimes are seconds.
TEST(WfCommons, TakesTasksOfLaterSchemasInSeconds) {
  for (const std::string version : {"1.1", "1.2", "1.3"}) {
    const DescribedApplication graph = read_wfcommons_text(renamed(schema_3(), "1.3", version));
    EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds) << version;
  }
}

// join_3 reads out.txt of fork_1, which it does not name as a parent, once.
TEST(WfCommons, ReadsSchema5) {
  const DescribedApplication graph = read_wfcommons_text(std::string(k_schema_5));
  EXPECT_THAT(works(graph), ElementsAre(100.187, 107.353, 3));
  // fork_1 -> work_2, fork_1 -> join_3, work_2 -> join_3.
  ASSERT_THAT(bytes(graph), ElementsAre(9090910, 9090910, 0));
  EXPECT_EQ(graph.edges[1].to, 2);
}

DescribedApplication read_measured(const std::string& text) {
  return read_wfcommons(text, "w.json", {.cores = MeasuredCores::used}).applications.at(0);
}

// 100 s at 160 % are 160 s of work. On two processors alpha + (1 - alpha) / 2 = 1 / 1.6, so alpha is 0.25, and
// 160 (0.25 + 0.75 / 2) is 100 again.
TEST(WfCommons, MeasuredCoresMakeATaskParallel) {
  const std::string text = changed(k_schema_5, "100.187, \"coreCount\": 2", "100, \"coreCount\": 2, \"avgCPU\": 160");
  const DescribedApplication graph = read_measured(text);
  EXPECT_THAT(works(graph), ElementsAre(160, 107.353, 3));
  ASSERT_TRUE(graph.tasks[0].alpha.has_value());
  EXPECT_DOUBLE_EQ(*graph.tasks[0].alpha, 0.25);
  EXPECT_FALSE(graph.tasks[1].alpha.has_value());
  EXPECT_THAT(works(read_wfcommons_text(text)), ElementsAre(100, 107.353, 3));
  // Three cores of which one count is too small, and one is missing: the next whole number is 3, all of them busy.
  for (const char* count : {"\"coreCount\": 2, \"avgCPU\": 300", "\"avgCPU\": 300"})
    EXPECT_EQ(*read_measured(changed(k_schema_5, "\"coreCount\": 2", count)).tasks[0].alpha, 0) << count;
  // At 150 % of 3: alpha + (1 - alpha) / 3 = 2 / 3.
  const DescribedApplication flat =
      read_measured(changed(k_schema_4, "\"cores\": 1.0, \"avgCPU\": 99.5", "\"cores\": 3, \"avgCPU\": 150"));
  EXPECT_THAT(works(flat), ElementsAre(2.25, 0));
  EXPECT_DOUBLE_EQ(*flat.tasks[0].alpha, 0.5);
}

TEST(WfCommons, MeasuresOfOneCoreChangeNothing) {
  for (const std::string& text : {std::string(k_schema_4), std::string(k_schema_5)})
    EXPECT_EQ(to_json({{read_measured(text)}}), to_json({{read_wfcommons_text(text)}}));
  const std::string negative =
      changed(changed(k_schema_4, "99.5", "-1"), "\"runtimeInSeconds\": 1.5", "\"runtimeInSeconds\": -2");
  EXPECT_THAT(read_wfcommons(negative, "w", {Gaps::mended, MeasuredCores::used}).mended,
              ElementsAre("negative runtimes, read as 0: 1", "negative uses of cores, read as 0: 1"));
  const std::string wrong = changed(k_schema_4, "99.5", "\"x\"");
  EXPECT_THAT(works(read_wfcommons_text(wrong)), ElementsAre(1.5, 0));
  EXPECT_EQ(test::error_of([&] { read_measured(wrong); }), "w.json:13: avgCPU must be a number");
}

// Schema 1.6 added nothing that Palio needs, and nf-core's pipelines list an output file twice.
TEST(WfCommons, ReadsSchema6) {
  const DescribedApplication graph = read_wfcommons_text(
      changed(changed(changed(k_schema_5, "1.5", "1.6"), "\"outputFiles\": [\"out.txt\"]",
                      "\"outputFiles\": [\"out.txt\", \"out.txt\"]"),
              "\"execution\": {", "\"execution\": {\"metrics\": {\"sumTaskRuntimesInSeconds\": 210.54},"));
  EXPECT_THAT(works(graph), ElementsAre(100.187, 107.353, 3));
  EXPECT_THAT(bytes(graph), ElementsAre(9090910, 9090910, 0));  // not twice as much
}

TEST(WfCommons, WhatIsWrongHasItsLine) {
  EXPECT_EQ(
      wfcommons_error(changed(k_schema_5, "\"id\": \"work_2\", \"children\"", "\"id\": \"fork_1\", \"children\"")),
      "w.json:9: the task \"fork_1\" is given twice");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "[\"fork_1\"]", "[\"nobody\"]")),
            "w.json:10: \"nobody\" is not a task");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "[\"fork_1\"]", "[\"cpuhog\"]")),
            "w.json:10: \"cpuhog\" is the name of several tasks");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "\"parents\": []", "\"parents\": [\"join_3\"]")),
            "w.json:11: the task graph has a cycle: task \"join_3\" -> task \"fork_1\" -> task \"join_3\"");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "107.353", "-107.353")),
            "w.json:21: runtimeInSeconds is -107.353, must be a number that is not negative; the family workflow reads "
            "it with lenient=true");
  EXPECT_EQ(
      wfcommons_error(changed(k_schema_5, "{\"id\": \"work_2\", \"runtimeInSeconds\": 107.353", "{\"id\": \"work_2\"")),
      "w.json:21: the task \"work_2\" has no \"runtimeInSeconds\"");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "107.353", "\"107\"")), "w.json:21: runtimeInSeconds must be a number");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "107.353", "1e999")), "w.json:21: runtimeInSeconds must be a number");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "{\"id\": \"work_2\", \"runtime", "{\"id\": \"join_3\", \"runtime")),
            "w.json:21: the task \"join_3\" has two runtimes");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "{\"id\": \"join_3\", \"runtimeInSeconds\": 3},", "")),
            "w.json:11: the task \"join_3\" has no runtime");
  EXPECT_EQ(
      wfcommons_error(changed(k_schema_5, ", {\"id\": \"out.txt\", \"sizeInBytes\": 9090910}", "")),
      "w.json:9: a file that the task \"fork_1\" writes has no size; the family workflow reads it with lenient=true");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "{\"id\": \"in.txt\"", "{\"id\": \"out.txt\"")),
            "w.json:14: the file \"out.txt\" is given twice");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "\"parents\": []", "\"id\": \"b\"")),
            "w.json:8: the key \"id\" is given twice in one object");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "\"execution\"", "\"executor\"")),
            "w.json:6: the workflow has no \"execution\", which has the runtimes of its tasks");
}

TEST(WfCommons, RefusesAnotherVersion) {
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "1.5", "1.7")),
            "w.json:2: schemaVersion is \"1.7\", must be one of 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6");
  EXPECT_EQ(wfcommons_error(changed(k_schema_5, "1.5", "1.4")), "w.json:2: a workflow of schema 1.4 has \"tasks\"");
  EXPECT_EQ(wfcommons_error(renamed(schema_2(), "1.2", "1.3")), "w.json:2: a workflow of schema 1.3 has \"tasks\"");
  EXPECT_EQ(wfcommons_error(changed(schema_2(), "\"jobs\"", "\"tasks\": [], \"jobs\"")),
            "w.json:2: a workflow of schema 1.2 has \"jobs\"");
  EXPECT_EQ(wfcommons_error(changed(k_schema_4, "1.4", "1.5")),
            "w.json:2: a workflow of schema 1.5 has a \"specification\" with \"tasks\"");
  EXPECT_EQ(wfcommons_error("{}"), "w.json:1: there is no \"schemaVersion\", so this is no WfCommons file");
}

TEST(WfCommons, RefusesMalformedJson) {
  EXPECT_TRUE(wfcommons_error(std::string(k_schema_5) + "\n{}").starts_with("w.json:27: malformed JSON: "));
  EXPECT_TRUE(
      wfcommons_error(changed(k_schema_5, "forkjoin", "fork\xffjoin")).starts_with("w.json:2: malformed JSON: "));
  const std::string text(k_schema_5);
  for (std::size_t length = 0; length < text.size(); length += 3)
    EXPECT_TRUE(wfcommons_error(text.substr(0, length)).starts_with("w.json:")) << length;
  EXPECT_TRUE(wfcommons_error("{\"x\": " + std::string(1'000'000, '[')).starts_with("w.json:1: malformed JSON: "));
}

TEST(WfCommons, IsReadAsItWasWritten) {
  const DescribedApplication graph{.name = "g",
                                   .tasks = {{"a \"x\"", 0.1, WorkUnit::seconds, {}},
                                             {"b", 3e9, WorkUnit::flop, {}},
                                             {"c", 0, WorkUnit::seconds, {}}},
                                   .edges = {{0, 1, 100}, {0, 2, 7}, {1, 2, 0}}};
  const WrittenWorkflow written = write_wfcommons({{graph}}, 1e9);
  EXPECT_EQ(written.notes,
            std::vector<std::string>{"wfcommons has seconds: flop are written as those at 1000000000 flop/s"});
  const DescribedApplication back = read_wfcommons_text(written.text);
  EXPECT_THAT(names(back), ElementsAre("a \"x\"", "b", "c"));
  EXPECT_THAT(works(back), ElementsAre(0.1, 3, 0));
  EXPECT_THAT(bytes(back), ElementsAre(100, 7, 0));
}

}  // namespace
}  // namespace palio
