#include "campaign/merge/merge.h"

#include <gtest/gtest.h>

#include <string>

namespace palio {
namespace {

constexpr std::string_view k_study = R"(
[study]
name = "small"
title = "One"
seed = 5
[[platform]]
family = "star"
hosts = [8, 16]
[[workload]]
family = "chain"
tasks = 10
)";

// The study with one piece of its text replaced.
std::string with_replaced(std::string_view piece, std::string_view other) {
  std::string text(k_study);
  return text.replace(text.find(piece), piece.size(), other);
}

void expect_difference(const std::string& other, const std::string& key, const std::string& a, const std::string& b) {
  const auto found = study_difference(k_study, other);
  ASSERT_TRUE(found) << key;
  EXPECT_EQ(found->key, key);
  EXPECT_EQ(found->a, a);
  EXPECT_EQ(found->b, b);
}

TEST(StudyDifference, OfTheSameTextThereIsNone) { EXPECT_FALSE(study_difference(k_study, k_study)); }

TEST(StudyDifference, CommentsLayoutOrderAndWordsDoNotCount) {
  EXPECT_FALSE(study_difference(k_study, with_replaced("seed = 5", "seed   =   5  # the fifth")));
  EXPECT_FALSE(study_difference(k_study, with_replaced("hosts = [8, 16]", "hosts = [\n 8,\n 16, ]")));
  EXPECT_FALSE(study_difference(k_study, with_replaced("title = \"One\"", "title = \"Two\"\nsource = \"A paper\"")));
  EXPECT_FALSE(study_difference(
      k_study, with_replaced("name = \"small\"\ntitle = \"One\"", "title = \"One\"\nname = \"small\"")));
  EXPECT_FALSE(study_difference(k_study, with_replaced("tasks = 10", "tasks = 1e1")));
}

TEST(StudyDifference, TheFirstKeyIsNamedWithBothValues) {
  expect_difference(with_replaced("seed = 5", "seed = 6"), "study.seed", "5", "6");
  expect_difference(with_replaced("[8, 16]", "[8, 17]"), "platform[1].hosts[2]", "16", "17");
  expect_difference(with_replaced("[8, 16]", "[8]"), "platform[1].hosts[2]", "16", "nothing");
  expect_difference(with_replaced("[8, 16]", "8"), "platform[1].hosts", "[ 8, 16 ]", "8");
  expect_difference(with_replaced("tasks = 10", "tasks = 10\nwidth = 0.5"), "workload[1].width", "nothing", "0.5");
  expect_difference(with_replaced("\"chain\"", "\"fork\""), "workload[1].family", "'chain'", "'fork'");
}

}  // namespace
}  // namespace palio
