#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::HasSubstr;

class ConvertCommand : public test::CommandTest {};

TEST_F(ConvertCommand, WritesAPlatformAsSimGridsXml) {
  const test::Finished mesh = palio({"convert", "mesh:hosts=2,sample=0,seed=1", "-"});
  EXPECT_EQ(mesh.status, 0) << mesh.err;
  EXPECT_THAT(mesh.out, HasSubstr("<link_ctn id=\"pair1-0\"/>"));
  const std::string file = folder_.write("p.json", R"({"format": "palio-platform", "version": 1, "clusters": [
      {"name": "north", "processors": 4, "speed": 1e9, "processor_link": {"bandwidth": 1e8, "latency": 0}}]})");
  EXPECT_EQ(palio({"convert", file, folder_.file("p.xml")}).status, 0);
  EXPECT_THAT(palio({"convert", file, "-"}).out, HasSubstr("radical=\"0-3\""));
}

TEST_F(ConvertCommand, RefusesToWriteAPlatformAsAWorkflow) {
  const test::Finished refused = palio({"convert", "--to", "dax", "mesh:hosts=2,sample=0,seed=1", "-"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("is a platform, which is written as simgrid or palio, not as dax"));
}

// What simulate refuses is not written: it would be of no use.
TEST_F(ConvertCommand, WritesOnlyWhatSimulateReads) {
  const std::string head = R"({"format": "palio-platform", "version": 1, )";
  const auto refused = [&](const std::string& text, const std::string& out) {
    const std::string in = folder_.write("in.json", text);
    const test::Finished converted = palio({"convert", in, folder_.file(out)});
    const test::Finished simulated =
        palio({"simulate", "--platform", in, "--workload", "out-trees:sample=0,seed=1", "--strategy", "HEFT"});
    EXPECT_EQ(simulated.status, 1) << text;
    EXPECT_EQ(converted.status, 1) << text;
    EXPECT_EQ(converted.err, simulated.err) << text;
    EXPECT_FALSE(std::filesystem::exists(folder_.file(out)));
  };
  for (const std::string out : {"out.json", "out.xml"}) {
    refused("hello \"palio-platform\" this is no JSON", out);
    refused(head + R"("clusters": [{"name": "a", "processors": -2, "speed": 1e9}]})", out);
    refused(head + R"("clusters": [{"name": "a", "processors": 2, "speed": 1e9, "nonsense": 5}]})", out);
    refused(head + R"("clusters": []})", out);
    refused(head + R"("mesh": {"hosts": [{"speed": 0}]}})", out);
    refused(head + R"("star": {"workers": "none"}})", out);
  }
}

}  // namespace
}  // namespace palio
