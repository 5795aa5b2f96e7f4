#include "tests/lint/name_rules.h"

#include <gmock/gmock.h>

#include "tests/lint/made_up_tree.h"

namespace palio::lint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TypeNames, OneNameInTwoHeadersIsAProblem) {
  const auto tree =
      made_up_tree({{"analysis/a.h", "struct Pair {\n};\n"}, {"core/b.h", "\nclass Pair : public Base {\n"}});
  EXPECT_THAT(check_type_names(tree), ElementsAre("core/b.h:2: Pair is also the name of a type at analysis/a.h:1"));
}

TEST(TypeNames, DeclarationsNestedTypesSourcesAndTestsAreFine) {
  const auto tree = made_up_tree({{"core/a.h", "struct Pair {\n  struct Part {\n  };\n};\nstruct Part {\n};\n"},
                                  {"core/b.h", "struct Pair;\nenum class Pairs { a };\n"},
                                  {"core/c.cpp", "struct Pair {\n};\n"},
                                  {"tests/d.h", "struct Pair {\n};\n"}});
  EXPECT_THAT(check_type_names(tree), IsEmpty());
}

}  // namespace
}  // namespace palio::lint
