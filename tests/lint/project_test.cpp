// The rules, applied to this project.
#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "tests/lint/include_rules.h"
#include "tests/lint/name_rules.h"
#include "tests/lint/size_rules.h"
#include "tests/lint/text_rules.h"

namespace palio::lint {
namespace {

const SourceTree& project() {
  static constexpr std::array<std::string_view, 13> k_folders{
      ".ci",        "cmake",   "docs",    "core",     "plugin",   "workloads", "platforms",
      "strategies", "storage", "runners", "analysis", "campaign", "tests"};
  static const SourceTree tree = read_tree(PALIO_SOURCE_DIR, k_folders);
  return tree;
}

// One failure per problem, so that each is seen.
void expect_none(const Problems& problems) {
  for (const std::string& problem : problems) ADD_FAILURE() << problem;
}

TEST(Project, IsFound) { EXPECT_NE(find_file(project(), "core/error.h"), nullptr); }

TEST(Project, IncludesFollowTheLayers) { expect_none(check_layers(project())); }

TEST(Project, ThirdPartyHeadersBelongToOneFolder) { expect_none(check_third_party(project())); }

TEST(Project, HeadersHaveNoCycles) { expect_none(check_cycles(project())); }

TEST(Project, FoldersDependOneWay) { expect_none(check_folders(project())); }

TEST(Project, HeadersBeginWithPragmaOnce) { expect_none(check_pragma_once(project())); }

TEST(Project, EveryFileBelongsToATarget) { expect_none(check_targets(project())); }

TEST(Project, FilesAreShort) {
  for (const std::string& problem : check_file_sizes(project(), k_file_review))
    std::cout << "review: " << problem << '\n';
  expect_none(check_file_sizes(project(), k_file_limit));
}

TEST(Project, FoldersAreSmall) { expect_none(check_folder_sizes(project())); }

TEST(Project, FunctionsAreShort) { expect_none(check_function_sizes(project())); }

TEST(Project, TypesHaveNamesOfTheirOwn) { expect_none(check_type_names(project())); }

TEST(Project, HasNoForbiddenWords) { expect_none(check_words(project())); }

TEST(Project, FilesAreWrittenInOneWay) { expect_none(check_writing(project())); }

TEST(Project, TerminalsAreGivenWhatIsMadeVisible) { expect_none(check_printing(project())); }

TEST(Project, CampaignsAreAskedByName) { expect_none(check_statements(project())); }

TEST(Project, JsonIsParsedInLinearTime) { expect_none(check_json_parsing(project())); }

}  // namespace
}  // namespace palio::lint
