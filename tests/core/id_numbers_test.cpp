#include "core/id_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio::test {
namespace {

using testing::ElementsAre;

TEST(IdNumbers, CountFromZeroInTheOrderOfTheirFirstTime) {
  constexpr std::int64_t k_large = (std::int64_t{1} << 47) + 5;
  IdNumbers numbers;
  EXPECT_EQ(numbers.find(k_large), IdNumbers::k_none);
  EXPECT_EQ(numbers.add(k_large), 0U);
  EXPECT_EQ(numbers.add(3), 1U);
  EXPECT_EQ(numbers.add(k_large), 0U);
  EXPECT_EQ(numbers.add(3), 1U);
  EXPECT_EQ(numbers.find(3), 1U);
  EXPECT_EQ(numbers.find(4), IdNumbers::k_none);
  EXPECT_THAT(numbers.ids(), ElementsAre(k_large, 3));
}

// Ids that share their last or their first bits, the least and the largest.
TEST(IdNumbers, TellAnyIdsApart) {
  std::vector<std::int64_t> ids{0, -1, std::numeric_limits<std::int64_t>::min(),
                                std::numeric_limits<std::int64_t>::max()};
  for (std::int64_t i = 1; i <= 1000; ++i) {
    ids.push_back(i << 48);
    ids.push_back((std::int64_t{1} << 47) + i);
  }
  IdNumbers numbers;
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(numbers.add(ids[i]), i);
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(numbers.find(ids[i]), i);
  EXPECT_EQ(numbers.ids(), ids);
}

}  // namespace
}  // namespace palio::test
