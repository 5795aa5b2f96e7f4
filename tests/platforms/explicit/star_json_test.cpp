
#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "platforms/explicit/platform_json.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

std::string star_document(const std::string& star) {
  return R"({"format": "palio-platform", "version": 1, "star": )" + star + "}";
}

std::string worker(const std::string& speed, const std::string& bandwidth, const std::string& latency = "0.5") {
  return R"({"speed": )" + speed + R"(, "link": {"bandwidth": )" + bandwidth + R"(, "latency": )" + latency + "}}";
}

std::string star(const std::string& workers, const std::string& more = "") {
  return star_document("{" + more + R"("workers": [)" + workers + "]}");
}

Star read_star_text(const std::string& text) { return as<Star>(any_platform_from_json(text, "p.json")); }

std::string star_error(const std::string& text) {
  return test::error_of([&] { any_platform_from_json(text, "p.json"); });
}

TEST(StarFromJson, ReadsWorkersInTheirOrder) {
  const Star built = read_star_text(star(worker("2e9", "1e7") + "," + worker("1e9", "3e7", "0")));
  ASSERT_EQ(built.workers.size(), 2U);
  EXPECT_EQ(built.workers[0].speed, 2e9);
  EXPECT_EQ(built.workers[0].link.bandwidth, 1e7);
  EXPECT_EQ(built.workers[0].link.latency, 0.5);
  EXPECT_EQ(built.workers[1].speed, 1e9);
  EXPECT_EQ(built.workers[1].link.latency, 0);
}

TEST(StarFromJson, HasOnePortAsFastAsTheFastestLinkUnlessToldOtherwise) {
  const std::string workers = worker("2e9", "1e7") + "," + worker("1e9", "3e7");
  EXPECT_EQ(read_star_text(star(workers)).master_bandwidth, 3e7);
  EXPECT_EQ(read_star_text(star(workers)).port_model, PortModel::one_port);
  const Star given = read_star_text(star(workers, R"("master_bandwidth": 2e7, "port_model": "multi-port", )"));
  EXPECT_EQ(given.master_bandwidth, 2e7);
  EXPECT_EQ(given.port_model, PortModel::multi_port);
}

TEST(StarFromJson, NeedsAWorker) {
  EXPECT_EQ(star_error(star("")), "p.json:1: star.workers is empty, a star needs at least one worker");
  EXPECT_EQ(star_error(star_document("{}")), "p.json:1: star has no \"workers\"");
}

TEST(StarFromJson, RefusesValuesOutOfRange) {
  EXPECT_EQ(star_error(star(worker("0", "1"))), "p.json:1: star.workers[0].speed is 0, must be a positive number");
  EXPECT_EQ(star_error(star(worker("1", "1") + "," + worker("-1", "1"))),
            "p.json:1: star.workers[1].speed is -1, must be a positive number");
  EXPECT_EQ(star_error(star(worker("1", "-3"))),
            "p.json:1: star.workers[0].link.bandwidth is -3, must be a positive number");
  EXPECT_EQ(star_error(star(worker("1", "1", "-1"))),
            "p.json:1: star.workers[0].link.latency is -1, must be a number that is not negative");
  EXPECT_EQ(star_error(star(worker("1", "1"), R"("master_bandwidth": 0, )")),
            "p.json:1: star.master_bandwidth is 0, must be a positive number");
}

TEST(StarFromJson, RefusesUnknownWordsAndKeys) {
  EXPECT_EQ(star_error(star(worker("1", "1"), R"("port_model": "one_port", )")),
            "p.json:1: star.port_model cannot be \"one_port\" (did you mean \"one-port\"?)");
  EXPECT_EQ(star_error(star(R"({"speeds": 1})")),
            "p.json:1: star.workers[0] has an unknown key \"speeds\" (did you mean \"speed\"?)");
  EXPECT_EQ(star_error(star(worker("1", "1"), R"("master_bandwith": 1, )")),
            "p.json:1: star has an unknown key \"master_bandwith\" (did you mean \"master_bandwidth\"?)");
}

TEST(StarFromJson, IsEitherAStarOrClusters) {
  EXPECT_EQ(star_error(R"({"format": "palio-platform", "version": 1, "star": {}, "clusters": []})"),
            "p.json:1: the document has an unknown key \"clusters\" (valid: format, version, star)");
}

}  // namespace
}  // namespace palio
