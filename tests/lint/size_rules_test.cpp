#include "tests/lint/size_rules.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/lint/made_up_tree.h"

namespace palio::lint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string lines(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "  x();\n";
  return text;
}

TEST(FileSizes, OneLineTooMuchIsAProblem) {
  const auto tree = made_up_tree({{"core/a.cpp", lines(600)}, {"core/b.cpp", lines(601)}});
  EXPECT_THAT(check_file_sizes(tree, k_file_limit), ElementsAre("core/b.cpp: 601 lines, more than 600"));
  EXPECT_EQ(check_file_sizes(tree, k_file_review).size(), 2U);
}

TEST(FolderSizes, OneUnitTooMuchIsAProblem) {
  std::vector<std::pair<std::string, std::string>> files{{"core/deep/a.h", ""}, {"core/CMakeLists.txt", ""}};
  for (int i = 0; i < 41; ++i)
    for (const char* folder : {"storage", "tests/storage"}) files.emplace_back(fmt::format("{}/{}.cpp", folder, i), "");
  for (int i = 0; i < 40; ++i)
    for (const char* suffix : {"h", "cpp"}) files.emplace_back(fmt::format("core/{}.{}", i, suffix), "");
  EXPECT_THAT(check_folder_sizes(made_up_tree(files)), ElementsAre("storage: 41 units, more than 40"));
}

// The opening line, 99 or 98 statements, the closing brace: 101 or 100 lines.
TEST(FunctionSizes, OneLineTooMuchIsAProblem) {
  const auto tree = made_up_tree({{"core/a.cpp", "namespace n {\n\nvoid f() {\n" + lines(99) + "}\n}\n"},
                                  {"core/b.cpp", "void g() {\n" + lines(98) + "}\n"}});
  EXPECT_THAT(check_function_sizes(tree), ElementsAre("core/a.cpp:3: a function of 101 lines, more than 100"));
}

TEST(FunctionSizes, ALongTableIsNoFunction) {
  const auto tree = made_up_tree({{"core/a.cpp", "constexpr int k_table[]{\n" + lines(200) + "};\n"}});
  EXPECT_THAT(check_function_sizes(tree), IsEmpty());
}

}  // namespace
}  // namespace palio::lint
