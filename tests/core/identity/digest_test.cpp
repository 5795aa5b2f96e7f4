#include "core/identity/digest.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

constexpr std::uint64_t k_all = ~std::uint64_t{0};

Digest sum(Digest a, const Digest& b) { return a += b; }

TEST(Digest, AddsModulo128Bits) {
  EXPECT_EQ(sum({1, 2}, {3, 4}), Digest(4, 6));
  EXPECT_EQ(sum({1, k_all}, {3, 1}), Digest(5, 0));  // a carry
  EXPECT_EQ(sum({k_all, k_all}, {0, 1}), Digest(0, 0));
  EXPECT_EQ(sum({0, k_all}, {0, k_all}), Digest(1, k_all - 1));
}

TEST(Digest, OfASetFollowsItsMembersNotTheirOrder) {
  const Digest a = digest_of("a"), b = digest_of("b"), c = digest_of("c");
  EXPECT_EQ(sum(sum(a, b), c), sum(sum(c, a), b));
  EXPECT_NE(sum(a, b), sum(a, c));
  EXPECT_NE(sum(a, a), Digest());
}

// XXH3-128 of the empty text is 99aa06d3014798d86001c324468d497f (test vectors of xxHash).
TEST(Digest, IsXxh3InHexadecimalDigits) {
  EXPECT_EQ(to_text(digest_of("")), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(to_text(Digest(1, 2)), "00000000000000010000000000000002");
}

}  // namespace
}  // namespace palio
