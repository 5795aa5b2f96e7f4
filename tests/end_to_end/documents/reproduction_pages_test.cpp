// The pages of docs/reproduction*.md: their prose is that of docs/reproduction/, the rest comes from campaigns.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

const std::string k_docs = PALIO_SOURCE_DIR "/docs";

std::string prose_of(const std::string& name) { return content(fmt::format("{}/reproduction/{}.md", k_docs, name)); }

std::vector<std::string> papers() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(k_docs + "/reproduction"))
    if (const std::string name = entry.path().stem().string(); entry.path().extension() == ".md" && name != "overview")
      names.push_back(name);
  std::ranges::sort(names);
  return names;
}

// The first place at or behind `from` that no prose may begin in.
struct Place {
  std::size_t begin = 0, end = 0;
};
std::optional<Place> next_place(const std::string& prose, std::size_t from) {
  const std::size_t begin = prose.find("{{", from);
  if (begin == std::string::npos) return std::nullopt;
  return Place{begin, prose.find("}}", begin) + 2};
}

// What fills a place: a table, a list, or a part of one line.
bool may_fill(const std::string& text) {
  if (text.find('\n') == std::string::npos) return !text.empty();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("|") && !line.starts_with("- `")) return false;
  return true;
}

// Where a page leaves its prose; empty: nowhere.
std::string difference(const std::string& name, const std::string& page) {
  const std::string prose = prose_of(name);
  const std::size_t title = prose.find('\n') + 1;
  const std::string head = fmt::format("{}\n<!-- Written by ./dev reproduce {} from docs/reproduction/{}.md. -->\n",
                                       prose.substr(0, title), name, name);
  if (!page.starts_with(head)) return "its head is not\n" + head;
  std::size_t at = head.size(), from = title;
  while (const std::optional<Place> place = next_place(prose, from)) {
    const std::string text = prose.substr(from, place->begin - from);
    if (page.compare(at, text.size(), text) != 0) return fmt::format("this is not there:\n{}", text);
    at += text.size();
    const std::optional<Place> following = next_place(prose, place->end);
    const std::string behind = prose.substr(place->end, following ? following->begin - place->end : std::string::npos);
    const std::size_t end = following ? page.find(behind, at) : page.size() - std::min(page.size(), behind.size());
    if (end == std::string::npos || end < at) return fmt::format("this is not there:\n{}", behind);
    if (!may_fill(page.substr(at, end - at)))
      return fmt::format("this is no prose of its file:\n{}", page.substr(at, end - at));
    at = end;
    from = place->end;
  }
  return page.substr(at) == prose.substr(from) ? "" : fmt::format("this is not its end:\n{}", prose.substr(from));
}

Finished make_page(const TemporaryFolder& folder, const std::string& name) {
  const std::string page = folder.file("page.md"), talk = folder.file("talk");
  const int status =
      std::system(fmt::format("'{0}/reproduction/page.sh' '{1}' '{0}/reproduction/{2}.md' '{3}' >'{4}' 2>'{5}'", k_docs,
                              PALIO_PATH, name, folder.file(""), page, talk)
                      .c_str());
  return {status, content(page), content(talk)};
}

// The words of the places {{run STUDY OPTIONS}}.
std::vector<std::string> studies_of(const std::string& name) {
  std::vector<std::string> studies;
  const std::string prose = prose_of(name);
  for (auto place = next_place(prose, 0); place; place = next_place(prose, place->end)) {
    std::istringstream words(prose.substr(place->begin + 2, place->end - place->begin - 4));
    std::string word, study;
    if (words >> word >> study && word == "run") studies.push_back(study);
  }
  return studies;
}

class ReproductionPageTest : public testing::TestWithParam<std::string> {};

TEST_P(ReproductionPageTest, HasTheProseOfItsFile) {
  EXPECT_EQ(difference(GetParam(), content(fmt::format("{}/reproduction-{}.md", k_docs, GetParam()))), "")
      << "edit docs/reproduction/" << GetParam() << ".md and say ./dev reproduce " << GetParam();
}

TEST_P(ReproductionPageTest, IsMadeFromCampaigns) {
  const TemporaryFolder folder;
  const std::vector<std::string> studies = studies_of(GetParam());
  ASSERT_FALSE(studies.empty());
  for (const std::string& study : studies) {
    const Finished run = palio(folder.file(""), {"run", study, "--sample", "2", "--engine", "fluid", "--audit", "0",
                                                 "-q", "--db", folder.file(study + ".db")});
    ASSERT_TRUE(run.status == 0 || run.status == 2) << run.err;  // 2: searches that find nothing fail
  }
  const Finished made = make_page(folder, GetParam());
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(difference(GetParam(), made.out), "") << made.out;
  EXPECT_THAT(made.out, testing::Not(testing::HasSubstr("{{")));
  EXPECT_THAT(made.out, testing::HasSubstr(" (a sample of the study)"));
  EXPECT_THAT(made.out, testing::HasSubstr("engine `fluid 1`"));
}

INSTANTIATE_TEST_SUITE_P(Papers, ReproductionPageTest, testing::ValuesIn(papers()), [](const auto& tested) {
  std::string name = tested.param;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
});

TEST(ReproductionPages, TheTotalsAreThoseOfThePages) {
  const TemporaryFolder folder;
  const Finished made = make_page(folder, "overview");
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, content(k_docs + "/reproduction.md")) << "./dev reproduce overview writes it again";
}

TEST(ReproductionPages, EditedByHandAreFound) {
  const std::string name = papers().front();
  std::string page = content(fmt::format("{}/reproduction-{}.md", k_docs, name));
  EXPECT_NE(difference(name, page + "More.\n"), "");
  page.insert(page.find("\n| ") + 1, "More.\n");
  EXPECT_NE(difference(name, page), "");
}

TEST(ReproductionPages, OfAPaperWithoutItsCampaignSayWhichIsMissing) {
  const TemporaryFolder folder;
  const Finished made = make_page(folder, papers().front());
  EXPECT_NE(made.status, 0);
  EXPECT_THAT(made.err, testing::HasSubstr(studies_of(papers().front()).front() + ".db"));
}

}  // namespace
}  // namespace palio::test
