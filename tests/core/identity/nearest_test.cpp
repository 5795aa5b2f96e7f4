#include "core/identity/nearest.h"

#include <gtest/gtest.h>

#include <array>

namespace palio {
namespace {

constexpr std::array<std::string_view, 4> k_names{"HCPA", "HCPA-OPT", "M-HEFT", "M-HEFT-MAX"};

TEST(NearestName, IgnoresCase) { EXPECT_EQ(nearest_name("hcpa", k_names), "HCPA"); }

TEST(NearestName, FindsAMissingAnExtraAndASwappedLetter) {
  EXPECT_EQ(nearest_name("M-HEF", k_names), "M-HEFT");
  EXPECT_EQ(nearest_name("M-HEEFT", k_names), "M-HEFT");
  EXPECT_EQ(nearest_name("HPCA-OPT", k_names), "HCPA-OPT");
  constexpr std::array<std::string_view, 2> plurals{"studies", "strategies"};
  EXPECT_EQ(nearest_name("strategy", plurals), "strategies");
}

TEST(NearestName, PrefersTheNearer) { EXPECT_EQ(nearest_name("M-HEFT-MX", k_names), "M-HEFT-MAX"); }

// "ac" is one substitution away from both.
TEST(NearestName, TakesTheFirstOnATie) {
  constexpr std::array<std::string_view, 2> names{"ab", "ad"};
  EXPECT_EQ(nearest_name("ac", names), "ab");
}

TEST(NearestName, IsEmptyWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("genetic", k_names), "");
  EXPECT_EQ(nearest_name("HCPA", {}), "");
}

// Any text is as near to a word of two letters as to another.
TEST(NearestName, SharesALetterWithWhatWasTyped) {
  constexpr std::array<std::string_view, 2> switches{"off", "on"};
  EXPECT_EQ(nearest_name("of", switches), "off");
  EXPECT_EQ(nearest_name("no", switches), "");
  EXPECT_EQ(nearest_name("", switches), "");
  constexpr std::array<std::string_view, 2> points{"2", "4"};
  EXPECT_EQ(suggestion("3", points), " (valid: 2, 4)");
}

TEST(Suggestion, NamesTheNearestOrListsAll) {
  EXPECT_EQ(suggestion("hcpa", k_names), " (did you mean \"HCPA\"?)");
  EXPECT_EQ(suggestion("genetic", k_names), " (valid: HCPA, HCPA-OPT, M-HEFT, M-HEFT-MAX)");
  EXPECT_EQ(suggestion("HCPA", {}), "");
}

}  // namespace
}  // namespace palio
