
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "platforms/explicit/platform_json.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string k_document = R"({"format": "palio-platform", "version": 1, "simgrid": {
"clusters": [
{"name": "c", "speed": 2, "cores": 4, "hosts": ["a", "b"]}, 
{"name": "d\"", "speed": 0.1, "cores": 1, "hosts": ["d"]}],
"routes": [
{"latency": 1, "sender": 10, "receiver": 20}, 
{"latency": 0.3, "shared": 5}, 
{"latency": 0}],
"between": [[0, 1], [1, 2]],
"xml": "<platform>\n\"&\"</platform>"}}
)";

Platform read_simgrid(const std::string& text) { return as<Platform>(any_platform_from_json(text, "p.json")); }

TEST(SimgridJson, ReadsBackAsTheSame) {
  const Platform platform = read_simgrid(k_document);
  ASSERT_EQ(platform.clusters.size(), 2U);
  EXPECT_EQ(platform.clusters[0].processors, 8);  // two hosts of four cores
  EXPECT_EQ(platform.clusters[1].processors, 1);
  EXPECT_THAT(platform.loaded->hosts, ElementsAre("a", "b", "d"));
  EXPECT_EQ(platform.loaded->xml, "<platform>\n\"&\"</platform>");
  EXPECT_EQ(loaded_route(platform, 0, 0), (Route{1, 10, 20, Route::k_unbounded}));
  EXPECT_EQ(loaded_route(platform, 1, 0), (Route{0.3, Route::k_unbounded, Route::k_unbounded, 5}));
  const std::string written = simgrid_json(platform);
  EXPECT_THAT(written, HasSubstr(R"({"latency": 0.3, "shared": 5.0})"));
  EXPECT_EQ(simgrid_json(read_simgrid(written)), written);
}

TEST(SimgridJson, RefusesWhatDoesNotFitTogether) {
  const auto error_with = [](const std::string& words, const std::string& others) {
    std::string text = k_document;
    text.replace(text.find(words), words.size(), others);
    return test::error_of([&] { read_simgrid(text); });
  };
  EXPECT_THAT(error_with("[\"d\"]", "[\"a\"]"),
              HasSubstr("p.json:4: simgrid.clusters[1].hosts[0] is \"a\", as is another"));
  EXPECT_THAT(error_with("[1, 2]]", "[1]]"), HasSubstr("2 clusters has routes for 3 pairs"));
  EXPECT_THAT(error_with("[1, 2]]", "[1, 3]]"), HasSubstr("has no route 3"));
  EXPECT_THAT(error_with("\"cores\": 1", "\"cores\": 0"), HasSubstr("cores"));
  EXPECT_THAT(error_with("\"shared\": 5", "\"shared\": 0"), HasSubstr("shared"));
  EXPECT_THAT(error_with("\"hosts\": [\"d\"]", "\"hosts\": []"), HasSubstr("has 0 processors"));
}

}  // namespace
}  // namespace palio
