#include "campaign/data/public_sets.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "campaign/data/git_tree.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

std::filesystem::path path_of(const test::TemporaryFolder& folder) {
  return std::filesystem::path(folder.file("any")).parent_path();
}

// Of git itself: "a-b", "a" with "x", "a.txt", "run" that can be executed and "link" to "a.txt", in a new repository,
// git write-tree. A folder sorts as if its name ended with a slash: "a-b" < "a.txt" < "a/".
TEST(GitTree, IsThatOfGit) {
  namespace fs = std::filesystem;
  const test::TemporaryFolder folder;
  const fs::path root = path_of(folder);
  fs::create_directories(root / "a");
  fs::create_directories(root / "empty");
  fs::create_directories(root / ".git");
  folder.write("a/x", "1\n");
  folder.write("a-b", "2\n");
  folder.write("a.txt", "");
  folder.write("run", "3\n");
  folder.write(".git/HEAD", "of the repository");
  fs::permissions(root / "run", fs::perms::owner_exec, fs::perm_options::add);
  fs::create_symlink("a.txt", root / "link");
  const GitTree tree = git_tree(root);
  EXPECT_EQ(tree.id, "bd40a72b5acfccc21e4fc146933785f9f32306e0");
  EXPECT_EQ(tree.files, 5);
}

TEST(PublicSets, AreToldFromOtherFolders) {
  const test::TemporaryFolder folder;
  folder.write("file", "");
  const std::string found = git_tree(path_of(folder)).id;
  PublicSet set = public_set("daggen");
  EXPECT_EQ(test::error_of([&] { check_set(set, path_of(folder)); }),
            path_of(folder).string() + " is not the set daggen: it has 1 files and the digest " + found +
                ", the set has 7 files and the digest ef185afd10aa0321ca96235c3299472c90894fc9; take the folder / of "
                "https://github.com/frs69wq/daggen at commit b981d0e368216a5290b45d9baafbc6b4f721c794, without other "
                "files");
  set.tree = found;
  EXPECT_NO_THROW(check_set(set, path_of(folder)));
  EXPECT_EQ(test::error_of([&] { check_set(set, path_of(folder) / "none"); }),
            "cannot read " + (path_of(folder) / "none").string() + ": No such file or directory");
  EXPECT_EQ(test::error_of([] { public_set("hcsp-512x61"); }),
            "unknown set \"hcsp-512x61\" (did you mean \"hcsp-512x16\"?)");
}

TEST(PublicSets, HaveNamesAndDigestsOfTheirOwn) {
  std::set<std::string_view> names, trees;
  for (const PublicSet& set : public_sets()) {
    EXPECT_TRUE(names.insert(set.name).second) << set.name;
    EXPECT_TRUE(trees.insert(set.tree).second) << set.name;
    EXPECT_EQ(set.tree.size(), 40U) << set.name;
    EXPECT_EQ(set.commit.size(), 40U) << set.name;
    EXPECT_GT(set.files, 0) << set.name;
  }
}

}  // namespace
}  // namespace palio
