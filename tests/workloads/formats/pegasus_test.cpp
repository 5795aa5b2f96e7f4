#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/error_of.h"
#include "tests/workloads/formats/described.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

using test::bytes;
using test::names;
using test::works;
using testing::ElementsAre;

// As Pegasus' Python interface writes it, with both forms of sizes. b and c read what a writes; d only waits for c.
const std::string k_pegasus_diamond = R"(x-pegasus: {apiLang: python, createdBy: me}
pegasus: 5.0.4
name: diamond
jobs:
- type: job
  name: preprocess
  id: a
  arguments: [-i, f.a, -o, f.b, 1.5]
  uses:
  - {lfn: f.a, type: input, size: 999}
  - {lfn: f.b, type: output, stageOut: true, registerReplica: false, size: 2048}
  - lfn: f.c
    metadata: {size: "512"}
    type: output
  profiles:
    pegasus: {runtime: "3600"}
- type: job
  name: findrange
  id: b
  arguments: []
  uses:
  - {lfn: f.b, type: input}
  - {lfn: f.state, type: checkpoint}
  profiles:
    env: {runtime: "7"}
    pegasus: {runtime: 1.5}
- name: findrange
  id: c
  arguments: []
  uses:
  - {lfn: f.b, type: input}
  - {lfn: f.c, type: input}
  profiles: {pegasus: {runtime: 0}}
- type: job
  name: analyze
  id: d
  arguments: []
  uses: []
  profiles: {pegasus: {runtime: 10}}
jobDependencies:
- id: a
  children: [b, c]
- id: c
  children:
  - d
)";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = k_pegasus_diamond;
  return text.replace(text.find(from), from.size(), to);
}

std::string pegasus_error(const std::string& from, const std::string& to) {
  return test::error_of([&] { read_pegasus(changed(from, to), "w.yml"); });
}

TEST(Pegasus, ReadsRuntimesAndFiles) {
  EXPECT_EQ(format_of(k_pegasus_diamond, "f").name, "pegasus");
  const DescribedApplication graph = read_pegasus(k_pegasus_diamond, "w.yml").applications.at(0);
  EXPECT_EQ(graph.name, "diamond");
  EXPECT_THAT(names(graph), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(works(graph), ElementsAre(3600, 1.5, 0, 10));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds);
  // a -> b has f.b, a -> c has f.b and f.c, c -> d nothing.
  EXPECT_THAT(bytes(graph), ElementsAre(2048, 2560, 0));
}

TEST(Pegasus, WhatIsWrongHasItsLine) {
  EXPECT_EQ(pegasus_error("pegasus: 5.0.4", "pegasus: 4.9"),
            "w.yml:2: pegasus is \"4.9\", must be 5 with what follows");
  EXPECT_EQ(pegasus_error("profiles: {pegasus: {runtime: 0}}", "profiles: {}"),
            "w.yml:27: jobs[2] is the job \"c\" without a runtime: give it, or its transformation, profiles: {pegasus: "
            "{runtime: SECONDS}}");
  EXPECT_EQ(
      pegasus_error("type: job", "type: pegasusWorkflow"),
      "w.yml:5: jobs[0].type is \"pegasusWorkflow\", a workflow inside the workflow, which is not supported: give "
      "a file without it");
  EXPECT_EQ(pegasus_error("runtime: 10", "runtime: soon"),
            "w.yml:39: jobs[3].profiles.pegasus.runtime is \"soon\", must be a finite decimal number");
  EXPECT_EQ(pegasus_error("runtime: 10", "runtime: .nan"),
            "w.yml:39: jobs[3].profiles.pegasus.runtime is \".nan\", must be a finite decimal number");
  EXPECT_EQ(pegasus_error("runtime: 10", "runtime: -10"),
            "w.yml:39: runtime is -10, must be a number that is not negative; the family workflow reads it with "
            "lenient=true");
  EXPECT_EQ(pegasus_error(", size: 2048", ""),
            "w.yml:22: a file that the task \"a\" writes has no size; the family workflow reads it with lenient=true");
  EXPECT_EQ(pegasus_error("id: b", "id: a"), "w.yml:19: the task \"a\" is given twice");
  EXPECT_EQ(pegasus_error("children: [b, c]", "children: [b, e]"), "w.yml:42: \"e\" is not a task");
  EXPECT_EQ(pegasus_error("  - d\n", "  - a\n"),
            "w.yml:28: the task graph has a cycle: task \"c\" -> task \"a\" -> task \"c\"");
  EXPECT_EQ(pegasus_error("uses: []", "uses: *files"),
            "w.yml:38: jobs[3].uses is the alias *files, and aliases are not expanded: write the value out");
}

// b and c are of one transformation; b has its own runtime.
TEST(Pegasus, JobsWithoutARuntimeHaveTheirTransformations) {
  const std::string text = changed("profiles: {pegasus: {runtime: 0}}", "profiles: {}") + R"(transformationCatalog:
  transformations:
  - {name: findrange, version: "2", profiles: {pegasus: {runtime: 5}}}
  - {name: findrange, sites: [{name: isi}], profiles: {pegasus: {runtime: 8}}}
  - {name: analyze}
)";
  EXPECT_THAT(works(read_pegasus(text, "w.yml").applications.at(0)), ElementsAre(3600, 1.5, 8, 10));
  EXPECT_EQ(test::error_of(
                [&] { read_pegasus(text + "  - {name: findrange, profiles: {pegasus: {runtime: 9}}}\n", "w.yml"); }),
            "w.yml:51: transformationCatalog.transformations[3] gives a second runtime to the transformation "
            "\"findrange\"");
}

TEST(Pegasus, IsMendedIfAsked) {
  const std::string text = changed(", size: 2048", "");
  const DescribedWorkload workload = read_pegasus(text, "w.yml", {.gaps = Gaps::mended});
  EXPECT_THAT(bytes(workload.applications.at(0)), ElementsAre(0, 512, 0));
  EXPECT_THAT(workload.mended, ElementsAre("files without a size, read as 0 byte: 1"));
}

// Every cut is refused or is a shorter workflow: nothing but a UserError comes out.
TEST(Pegasus, MayBeCutAnywhere) {
  for (std::size_t length = 0; length < k_pegasus_diamond.size(); ++length)
    test::error_of([&] { read_pegasus(k_pegasus_diamond.substr(0, length), "w.yml"); });
}

}  // namespace
}  // namespace palio
