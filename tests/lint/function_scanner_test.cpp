#include "tests/lint/function_scanner.h"

#include <gmock/gmock.h>

#include <sstream>

namespace palio::lint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

// (first line, length) of every function.
std::vector<std::pair<std::size_t, std::size_t>> scan(const std::string& code) {
  SourceFile file{"core/a.cpp", {}};
  std::istringstream in(code);
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (const Function& function : functions_of(file)) found.emplace_back(function.line, function.length);
  return found;
}

TEST(FunctionScanner, CountsFromTheSignatureToTheBrace) {
  EXPECT_THAT(scan(R"(
template <class Keep>
std::string joined(const Recipe& recipe,
                   Keep keep = {}) {
  for (;;) {
  }
}
)"),
              ElementsAre(Pair(2, 6)));
}

TEST(FunctionScanner, LooksIntoNamespacesAndClasses) {
  EXPECT_THAT(scan(R"(
namespace palio {
class Store : public Base {
public:
  int size() const { return 1; }
  void close() {
    flush();
  }
};
}  // namespace palio
)"),
              ElementsAre(Pair(5, 1), Pair(6, 3)));
}

TEST(FunctionScanner, LambdasAndLocalTypesBelongToTheirFunction) {
  EXPECT_THAT(scan(R"(
void f() {
  struct Local {
    int x() { return 1; }
  };
  sort([](int a) {
    return a;
  });
}
)"),
              ElementsAre(Pair(2, 8)));
}

TEST(FunctionScanner, BracesInTextAndCommentsDoNotCount) {
  EXPECT_THAT(scan(R"code(
void f() {
  call("{", '{', 1'000, "\"{");  // {
  /* {
     { */
  call(R"({
  )");
}
#define OPEN {
void g() {}
)code"),
              ElementsAre(Pair(2, 7), Pair(10, 1)));
}

TEST(FunctionScanner, InitialiserListsWithBraces) {
  EXPECT_THAT(scan(R"(
Store::Store(int a) : a_{a}, b_{2} {
  open();
}
)"),
              ElementsAre(Pair(2, 1), Pair(2, 1), Pair(2, 3)));
}

TEST(FunctionScanner, TablesAndTypesAreNoFunctions) {
  EXPECT_THAT(scan(R"(
enum class Kind { a, b };
struct Row {
  int x = 0;
};
constexpr std::array<Row, 2> k_rows{{
    {1},
    {2},
}};
)"),
              IsEmpty());
}

}  // namespace
}  // namespace palio::lint
