#include "core/portable_math.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

TEST(PortableMath, IsExactWhereItMustBe) {
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_log(1), 0);
}

// Known to 30 digits and more: e^0.3, e^-3.5, e^700; ln 0.1, ln 2, ln 10, ln 1e300.
TEST(PortableMath, AgreesWithTables) {
  EXPECT_DOUBLE_EQ(portable_exp(0.3), 1.34985880757600310398);
  EXPECT_DOUBLE_EQ(portable_exp(-3.5), 0.0301973834223185007);
  EXPECT_DOUBLE_EQ(portable_exp(700), 1.01423205473500452e304);
  EXPECT_DOUBLE_EQ(portable_log(0.1), -2.30258509299404568402);
  EXPECT_DOUBLE_EQ(portable_log(2), 0.69314718055994530942);
  EXPECT_DOUBLE_EQ(portable_log(10), 2.30258509299404568402);
  EXPECT_DOUBLE_EQ(portable_log(1e300), 690.775527898213705205);
}

TEST(PortableMath, AgreesWithTheLibraryEverywhere) {
  RandomStream random(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = random.uniform_real(-700, 700);
    const double e = std::exp(x);
    ASSERT_NEAR(portable_exp(x), e, 1e-15 * e) << x;
    ASSERT_NEAR(portable_log(e), std::log(e), 1e-15 * std::max(1.0, std::abs(std::log(e)))) << e;
    const double near_one = random.uniform_real(0.5, 2);
    ASSERT_NEAR(portable_log(near_one), std::log(near_one), 1e-15) << near_one;
  }
}

// Always the same bits: found by the same steps apart from this code.
TEST(PortableMath, GivesTheseBitsForEver) {
  EXPECT_EQ(portable_exp(1), 2.7182818284590455);
  EXPECT_EQ(portable_log(0.7), -0.3566749439387324);
}

}  // namespace
}  // namespace palio
