#include "campaign/pack/pack_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(PackFile, SaysWhatOnlyTheAuthorsKnow) {
  const test::TemporaryFolder folder;
  const PackFile said = read_pack_file(folder.write("pack.toml", R"(
title = "T"
licence = "MIT"
authors = [{ name = "A B", orcid = "1" }, { name = "C", affiliation = "D" }]
queries = ["q.sql", "r.sql"]
)"));
  EXPECT_EQ(said.folder.string() + "/pack.toml", folder.file("pack.toml"));
  EXPECT_EQ(said.title, "T");
  EXPECT_EQ(said.licence, "MIT");
  EXPECT_EQ(said.abstract, "");
  ASSERT_EQ(said.authors.size(), 2U);
  EXPECT_EQ(said.authors[0].orcid, "1");
  EXPECT_EQ(said.authors[1].affiliation, "D");
  EXPECT_THAT(said.queries, ElementsAre("q.sql", "r.sql"));
}

TEST(PackFile, NamesThePlaceOfWhatIsWrong) {
  const test::TemporaryFolder folder;
  const auto refused = [&](std::string_view text) {
    const std::string file = folder.write("pack.toml", text);
    return test::error_of([&] { read_pack_file(file); });
  };
  EXPECT_THAT(refused("\ntitel = \"x\"\n"), HasSubstr("pack.toml:2: unknown key \"titel\" in a pack file"));
  EXPECT_THAT(refused("title = 3\n"), HasSubstr("pack.toml:1: title must be a text in quotes"));
  EXPECT_THAT(refused("title = \n"), HasSubstr("pack.toml:1: "));
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  EXPECT_THAT(refused("\n" + deep + " = 1\n"), HasSubstr("pack.toml:2: more than 100 dots in the keys of one line"));
  EXPECT_THAT(refused("queries = \"q.sql\"\n"), HasSubstr("pack.toml:1: queries must be a list"));
  EXPECT_THAT(refused("queries = [1]\n"), HasSubstr("pack.toml:1: each of queries must be a text in quotes"));
  EXPECT_THAT(refused("authors = [\"A\"]\n"), HasSubstr("pack.toml:1: authors must be a list of tables"));
  EXPECT_THAT(refused("authors = [{ orcid = \"1\" }]\n"), HasSubstr("pack.toml:1: an author needs name"));
  EXPECT_THAT(refused("authors = [{ nam = \"1\" }]\n"), HasSubstr("unknown key \"nam\" in an author"));
}

}  // namespace
}  // namespace palio
