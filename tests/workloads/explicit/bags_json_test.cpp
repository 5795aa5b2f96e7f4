#include "workloads/explicit/workload_json.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

std::string bags_document(const std::string& bags) {
  return R"({"format": "palio-workload", "version": 1, "bags": [)" + bags + "]}";
}

std::string bag(const std::string& name, const std::string& tasks, const std::string& flop, const std::string& bytes,
                const std::string& more = "") {
  return R"({"name": ")" + name + R"(", "tasks": )" + tasks + R"(, "flop": )" + flop + R"(, "bytes": )" + bytes + more +
         "}";
}

std::string released(const std::string& date) { return R"(, "release_date": )" + date; }

std::string bags_error(const std::string& bags) {
  return test::error_of([&] { any_workload_from_json(bags_document(bags), "w.json"); });
}

TEST(BagsFromJson, ReadsApplicationsWithDates) {
  const auto batch = as<BagBatch>(any_workload_from_json(
      bags_document(bag("a", "3", "1e9", "2e6") + "," + bag("b", "40", "5", "7", released("2.5"))), "w.json"));
  EXPECT_NO_THROW(check(batch));
  EXPECT_EQ(batch.load, 0);
  ASSERT_EQ(batch.applications.size(), 2U);
  EXPECT_EQ(batch.applications[0].name, "a");
  EXPECT_EQ(batch.applications[0].tasks, 3);
  EXPECT_EQ(batch.applications[0].flop, 1e9);
  EXPECT_EQ(batch.applications[0].bytes, 2e6);
  EXPECT_EQ(batch.applications[0].release_date, 0);
  EXPECT_EQ(batch.applications[1].release_date, 2.5);
}

TEST(BagsFromJson, RefusesValuesOutOfRange) {
  EXPECT_EQ(bags_error(bag("a", "0", "1", "1")), "w.json:1: bags[0].tasks is 0, must be an integer from 1 to 1000000");
  EXPECT_EQ(bags_error(bag("a", "1", "0", "1")), "w.json:1: bags[0].flop is 0, must be a positive number");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "0")), "w.json:1: bags[0].bytes is 0, must be a positive number");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "-2")), "w.json:1: bags[0].bytes is -2, must be a positive number");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1", released("-1"))),
            "w.json:1: bags[0].release_date is -1, must be a number that is not negative");
}

TEST(BagsFromJson, RefusesReleaseDatesOutOfOrder) {
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1", released("4")) + "," + bag("b", "1", "1", "1", released("3"))),
            "w.json:1: bags[1] is released at 3 s, before the one ahead of it: sort by release date");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1", released("4")) + "," + bag("b", "1", "1", "1", released("4"))),
            "no error");
}

TEST(BagsFromJson, RefusesNoneTooManyAndTheSame) {
  EXPECT_EQ(bags_error(""), "w.json:1: bags is empty, a workload needs at least one application");
  EXPECT_EQ(bags_error(bag("a", "600000", "1", "1") + "," + bag("b", "600000", "1", "1")),
            "w.json:1: bags have more than 1000000 tasks together");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1") + "," + bag("a", "1", "1", "1")),
            "w.json:1: bags[1].name is \"a\", the name of another application too");
}

TEST(BagsFromJson, RefusesUnknownAndMissingKeys) {
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1", R"(, "alpha": 0)")),
            "w.json:1: bags[0] has an unknown key \"alpha\" (valid: name, release_date, tasks, flop, bytes)");
  EXPECT_EQ(bags_error(R"({"name": "a", "tasks": 1, "flop": 1})"), "w.json:1: bags[0] has no \"bytes\"");
}

}  // namespace
}  // namespace palio
