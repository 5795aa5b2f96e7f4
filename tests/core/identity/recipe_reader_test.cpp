#include "core/identity/canonical.h"

#include <gmock/gmock.h>

#include "core/error.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// "name=value as written=value", one after the other.
std::string parts(std::string_view text) {
  RecipeReader reader(text);
  std::string all(reader.name());
  while (const auto parameter = reader.next())
    all += '|' + std::string(parameter->name) + '=' + std::string(parameter->value) + '=' + parameter->unquoted();
  return all;
}

TEST(RecipeReader, TellsNameAndParameters) {
  EXPECT_EQ(parts("HCPA"), "HCPA");
  EXPECT_EQ(parts("star:speed=2,workers=8"), "star|speed=2=2|workers=8=8");
}

TEST(RecipeReader, WhatStandsInQuotesSeparatesNothing) {
  EXPECT_EQ(parts(R"(file:path="a,b=1:c",digest=0)"), R"(file|path="a,b=1:c"=a,b=1:c|digest=0=0)");
  EXPECT_EQ(parts(R"(file:path="say \"a\\b\"")"), R"(file|path="say \"a\\b\""=say "a\b")");
  EXPECT_EQ(parts(R"(file:path="")"), R"(file|path=""=)");
}

TEST(RecipeReader, NamesWhatIsWrong) {
  EXPECT_THAT([] { parts("a:b"); }, ThrowsMessage<UserError>(HasSubstr("\"b\" in \"a:b\" is not of the form")));
  EXPECT_THAT([] { parts("a:"); }, ThrowsMessage<UserError>(HasSubstr("is not of the form parameter=value")));
  EXPECT_THAT([] { parts("a:b=\"x"); }, ThrowsMessage<UserError>(HasSubstr("missing closing quote in \"x")));
  EXPECT_THAT([] { parts("a:b=\"x\"y"); }, ThrowsMessage<UserError>(HasSubstr("expected a comma before \"y\"")));
}

}  // namespace
}  // namespace palio
