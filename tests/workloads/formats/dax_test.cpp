#include "workloads/formats/format.h"

#include <fmt/format.h>
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

DescribedApplication read_dax_text(const std::string& text) { return read_dax(text, "w.dax").applications.at(0); }

std::string dax_error(const std::string& text) {
  return test::error_of([&] { read_dax_text(text); });
}

std::string adag(const std::string& inside) { return "<adag version=\"2.1\" name=\"w\">\n" + inside + "\n</adag>"; }

// As the workflow gallery's generator writes it: c reads what a and b write; b follows a without data; "in" is input.
constexpr std::string_view k_version_2 = R"(<?xml version="1.0" encoding="UTF-8"?>
<!-- generated: 2014-09-26T15:07:06-07:00 -->
<adag xmlns="http://pegasus.isi.edu/schema/DAX" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://pegasus.isi.edu/schema/DAX http://pegasus.isi.edu/schema/dax-2.1.xsd" version="2.1" count="1" index="0" name="test" jobCount="3" fileCount="0" childCount="2">
  <job id="ID0" namespace="N" name="a" version="1.0" runtime="0.70">
    <uses file="in" link="input" register="false" transfer="true" optional="false" type="data" size="9000"/>
    <uses file="f" link="output" register="false" transfer="false" optional="false" type="data" size="216"/>
    <uses file="g" link="output" register="false" transfer="false" optional="false" type="data" size="4"/>
  </job>
  <job id="ID1" namespace="N" name="b" version="1.0" level="2" runtime="2">
    <uses file="h" link="output" register="false" transfer="false" optional="false" type="data" size="8"/>
  </job>
  <job id="ID2" namespace="N" name="c" version="1.0" runtime="10.5">
    <uses file="f" link="input" register="false" transfer="false" optional="false" type="data" size="216"/>
    <uses file="g" link="input" register="false" transfer="false" optional="false" type="data" size="4"/>
    <uses file="h" link="input" register="false" transfer="false" optional="false" type="data" size="8"/>
  </job>
  <child ref="ID1"><parent ref="ID0"/></child>
  <child ref="ID2"><parent ref="ID0"/><parent ref="ID1"/></child>
</adag>
)";

TEST(Dax, ReadsVersion2) {
  const DescribedApplication graph = read_dax_text(std::string(k_version_2));
  EXPECT_EQ(graph.name, "test");
  EXPECT_THAT(names(graph), ElementsAre("ID0", "ID1", "ID2"));
  EXPECT_THAT(works(graph), ElementsAre(0.7, 2, 10.5));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds);
  EXPECT_FALSE(graph.tasks[0].alpha.has_value());
  // a -> b: follows; a -> c: f and g; b -> c: h.
  EXPECT_THAT(bytes(graph), ElementsAre(0, 220, 8));
}

// As Pegasus' own programs write it: files have names, and runtimes are profiles.
TEST(Dax, ReadsVersion3) {
  const DescribedApplication graph =
      read_dax_text(R"(<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="3.6" name="diamond">
  <metadata key="dax.api">python</metadata>
  <file name="f.a"><pfn url="file:///f.a" site="local"/></file>
  <executable name="preprocess" arch="x86_64"/>
  <job id="ID0000001" namespace="diamond" name="preprocess" version="4.0">
    <argument>-i <file name="f.a"/> -o <file name="f.b"/></argument>
    <profile namespace="condor" key="runtime">7</profile>
    <profile namespace="pegasus" key="runtime">60</profile>
    <uses name="f.a" link="input" size="1"/>
    <uses name="f.b" link="output" size="30" transfer="false" register="false"/>
  </job>
  <job id="ID0000002" name="analyze" node-label="x">
    <profile namespace="pegasus" key="runtime">12.5</profile>
    <uses name="f.b" link="input"/>
  </job>
</adag>)");
  EXPECT_THAT(works(graph), ElementsAre(60, 12.5));
  EXPECT_THAT(bytes(graph), ElementsAre(30));  // by the file alone
}

// Montage's mDiffFit all write fit.txt: its reader has those of its parents. ID3 is no reader's parent.
TEST(Dax, AFileOfSeveralWritersComesFromTheParents) {
  const auto job = [](int id, const std::string& uses) {
    return fmt::format("<job id=\"ID{}\" name=\"x\" runtime=\"1\">{}</job>\n", id, uses);
  };
  const std::string jobs =
      job(0, R"(<uses file="fit" link="output" size="1"/>)") + job(1, R"(<uses file="fit" link="output" size="2"/>)") +
      job(2, R"(<uses file="fit" link="input" size="1"/>)") + job(3, R"(<uses file="fit" link="inout" size="5"/>)");
  const DescribedApplication graph =
      read_dax_text(adag(jobs + "<child ref=\"ID2\"><parent ref=\"ID0\"/><parent ref=\"ID1\"/></child>"));
  EXPECT_THAT(bytes(graph), ElementsAre(1, 2));
  EXPECT_EQ(dax_error(adag(jobs)),
            "w.dax:4: the task \"ID2\" reads a file that 3 tasks write, and depends on none of them");
}

// Version 3.6: 70 byte by the use itself, 80 by the file, and an attribute counts more than metadata. In argument no
// file is described.
TEST(Dax, ASizeMayBeMetadata) {
  const auto job = [](int number, std::string_view uses) {
    return fmt::format("<job id=\"ID{}\" runtime=\"1\">{}</job>\n", number, uses);
  };
  const DescribedApplication graph = read_dax_text(adag(
      "<file name=\"g\"><metadata key=\"size\"> 80\n</metadata><metadata key=\"owner\">90</metadata></file>" +
      job(0, R"(<argument>-o <file name="f"/></argument><uses name="f" link="output"><metadata key="size">70</metadata>
</uses><uses name="g" link="output"/><uses name="h" link="output" size="3"><metadata key="size">4</metadata></uses>)") +
      job(1, R"(<uses name="f" link="input"/>)") + job(2, R"(<uses name="g" link="input"/>)") +
      job(3, R"(<uses name="h" link="input"><metadata key="size">4</metadata></uses>)")));
  EXPECT_THAT(bytes(graph), ElementsAre(70, 80, 3));
  EXPECT_EQ(dax_error(adag("<file name=\"g\">\n<metadata key=\"size\">many</metadata></file>")),
            "w.dax:3: size is \"many\", must be a number that is not negative");
}

TEST(Dax, WhatIsWrongHasItsLine) {
  const std::string job = "<job id=\"A\" name=\"a\" runtime=\"1\"/>";
  EXPECT_EQ(dax_error(adag(job + "\n" + job)), "w.dax:3: the task \"A\" is given twice");
  EXPECT_EQ(dax_error(adag("<job id=\"A\" name=\"a\"/>")), "w.dax:2: the task \"A\" has no runtime");
  EXPECT_EQ(dax_error(adag("<job name=\"a\"/>")), "w.dax:2: <job> has no id");
  EXPECT_EQ(dax_error(adag(job + "\n<child ref=\"A\">\n<parent ref=\"B\"/></child>")), "w.dax:4: \"B\" is not a task");
  EXPECT_EQ(dax_error(adag("<job id=\"A\" runtime=\"-1\"/>")),
            "w.dax:2: runtime is \"-1\", must be a number that is not negative; the family workflow reads it with "
            "lenient=true");
  EXPECT_EQ(dax_error(adag("<job id=\"A\" runtime=\"NaN\"/>")),
            "w.dax:2: runtime is \"NaN\", must be a number that is not negative");
  EXPECT_EQ(
      dax_error(adag("<job id=\"A\" runtime=\"1\"><profile namespace=\"pegasus\" key=\"runtime\">2</profile></job>")),
      "w.dax:2: the task \"A\" has two runtimes");
  EXPECT_EQ(dax_error(adag("<job id=\"A\" runtime=\"1e300\"/>")),
            "w.dax:2: flop of task \"A\" is inf, must be positive and finite");
  EXPECT_EQ(dax_error(adag(job + "<child ref=\"A\"><parent ref=\"A\"/></child>")),
            "w.dax:2: the task graph has a cycle: task \"A\" -> task \"A\"");
  EXPECT_EQ(dax_error(adag("")), "w.dax:1: the task graph has no task");
  EXPECT_EQ(dax_error(adag("<dax id=\"A\" file=\"b.dax\"/>")),
            "w.dax:2: <dax> is a workflow inside the workflow, which is not supported: give a file without it");
}

// Of inputs, outputs, checkpoints and files that are only named, the last two move nothing between tasks.
TEST(Dax, AUseSaysWhatItIs) {
  const auto graph = [](const std::string& use) {
    return adag(
        "<job id=\"A\" runtime=\"1\"><uses file=\"f\" link=\"output\" size=\"3\"/></job>\n<job id=\"B\" "
        "runtime=\"1\">" +
        use + "</job>");
  };
  EXPECT_THAT(bytes(read_dax_text(graph("<uses file=\"f\" link=\"input\"/>"))), ElementsAre(3));
  EXPECT_TRUE(read_dax_text(graph("<uses file=\"f\" link=\"none\"/>")).edges.empty());
  EXPECT_TRUE(read_dax_text(graph("<uses file=\"f\" link=\"checkpoint\"/>")).edges.empty());
  EXPECT_EQ(dax_error(graph("<uses file=\"f\"/>")), "w.dax:3: <uses> has no link");
  EXPECT_EQ(
      dax_error(graph("\n<uses file=\"f\" link=\"inputs\"/>")),
      "w.dax:4: the task \"B\" uses the file \"f\" as \"inputs\", must be input, output, inout, checkpoint or none");
}

TEST(Dax, AFileNamedTwiceIsWrittenOnce) {
  const auto graph = [](int size) {
    return adag(fmt::format(R"(<job id="A" runtime="1"><uses file="f" link="output" size="3"/>
<uses file="f" link="output" size="{}"/></job><job id="B" runtime="1"><uses file="f" link="input"/></job>)",
                            size));
  };
  EXPECT_THAT(bytes(read_dax_text(graph(3))), ElementsAre(3));
  EXPECT_EQ(dax_error(graph(4)), "w.dax:3: the task \"A\" writes a file in two sizes");
}

TEST(Dax, AnEdgeNeedsASize) {
  EXPECT_EQ(dax_error(adag("<job id=\"A\" runtime=\"1\"><uses file=\"f\" link=\"output\"/></job>\n"
                           "<job id=\"B\" runtime=\"1\"><uses file=\"f\" link=\"input\"/></job>")),
            "w.dax:3: a file that the task \"A\" writes has no size; the family workflow reads it with lenient=true");
}

// ID "A" writes f without a size and g of -3 byte, which "B" reads; its runtime is -2 s.
TEST(Dax, ALenientReadingCountsWhatItMends) {
  const std::string text =
      "<adag>\n<job id=\"A\" runtime=\"-2\"><uses file=\"f\" link=\"output\"/>"
      "<uses file=\"g\" link=\"output\" size=\"-3\"/></job>\n"
      "<job id=\"B\" runtime=\"1\"><uses file=\"f\" link=\"input\"/>"
      "<uses file=\"g\" link=\"input\" size=\"-3\"/></job>\n"
      "<job id=\"C\" runtime=\"1\"><uses file=\"f\" link=\"input\"/></job></adag>";
  const DescribedWorkload read = read_dax(text, "w.dax", {.gaps = Gaps::mended});
  EXPECT_THAT(works(read.applications[0]), ElementsAre(0, 1, 1));
  EXPECT_THAT(bytes(read.applications[0]), ElementsAre(0, 0));
  EXPECT_THAT(read.mended,
              ElementsAre("files without a size, read as 0 byte: 1", "missing versions, read as 2 and 3 are: 1",
                          "negative runtimes, read as 0: 1", "negative sizes, read as 0: 2"));
  EXPECT_EQ(described_from_json(to_json(read), "j").mended, read.mended);
  EXPECT_EQ(test::error_of([&] { read_dax("<adag version=\"2.1\"><job id=\"A\"/></adag>", "w", {Gaps::mended}); }),
            "w:1: the task \"A\" has no runtime");
  EXPECT_TRUE(read_dax(k_version_2, "w.dax", {.gaps = Gaps::mended}).mended.empty());
}

TEST(Dax, RefusesAnotherVersionOrDocument) {
  EXPECT_EQ(dax_error("<adag version=\"4.0\"/>"), "w.dax:1: version is \"4.0\", must be 2 or 3 with what follows");
  EXPECT_EQ(dax_error("<adag/>"), "w.dax:1: <adag> has no version; the family workflow reads it with lenient=true");
  EXPECT_EQ(dax_error("\n<platform version=\"4\"/>"), "w.dax:2: <platform> is not the <adag> of a DAX");
}

TEST(Dax, RefusesMalformedXml) {
  EXPECT_EQ(dax_error("<adag version=\"2.1\">\n<job id=\"A\" id=\"B\"/>"),
            "w.dax:2: malformed XML: duplicate attribute");
  EXPECT_EQ(dax_error(adag("&lol;")), "w.dax:2: malformed XML: undefined entity");
  EXPECT_EQ(dax_error(adag("<job id=\"\xE9\"/>")), "w.dax:2: malformed XML: not well-formed (invalid token)");
  EXPECT_EQ(dax_error(std::string("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n") + adag("")),
            "w.dax:1: malformed XML: encoding specified in XML declaration is incorrect");
  const std::string text(k_version_2.substr(0, k_version_2.rfind('>')));
  for (std::size_t length = 0; length < text.size(); length += 7)
    EXPECT_THAT(dax_error(text.substr(0, length)), testing::HasSubstr("malformed XML")) << length;
}

TEST(Dax, ExpandsNoEntity) {
  EXPECT_EQ(
      dax_error("<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\n" + adag("&b;")),
      "w.dax:2: a DAX has no document type, and entities are not expanded: remove DOCTYPE");
}

TEST(Dax, AMessageIsBounded) {
  const std::string error = dax_error(adag("<job id=\"A\" runtime=\"" + std::string(100'000, 'x') + "\"/>"));
  EXPECT_LT(error.size(), 1'100U);
  EXPECT_THAT(error, testing::StartsWith("w.dax:2: runtime is \"xxx"));
  EXPECT_THAT(error, testing::EndsWith("xxx..."));
}

TEST(Dax, DepthIsBounded) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<x>";
  EXPECT_EQ(dax_error(adag(deep)), "w.dax:2: nested deeper than 64 levels");
}

TEST(Dax, IsReadAsItWasWritten) {
  const DescribedApplication graph{.name = "a&b",
                                   .tasks = {{"<t>", 0.1, WorkUnit::seconds, {}},
                                             {"\"q\"\t", 5e9, WorkUnit::flop, 0.5},
                                             {"c", 0, WorkUnit::seconds, {}}},
                                   .edges = {{0, 1, 100}, {0, 2, 0}, {1, 2, 2.6}}};
  const WrittenWorkflow written = write_dax({{graph}}, 1e9);
  EXPECT_EQ(written.notes, (std::vector<std::string>{"dax has no parallel model: alpha is left out",
                                                     "dax has seconds: flop are written as those at 1000000000 flop/s",
                                                     "dax has whole bytes: data are rounded to them"}));
  const DescribedApplication back = read_dax_text(written.text);
  EXPECT_EQ(back.name, "a&b");
  EXPECT_THAT(names(back), ElementsAre("<t>", "\"q\"\t", "c"));
  EXPECT_THAT(works(back), ElementsAre(0.1, 5, 0));
  EXPECT_THAT(bytes(back), ElementsAre(100, 0, 3));
}

}  // namespace
}  // namespace palio
