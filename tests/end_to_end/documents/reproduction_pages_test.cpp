// The pages docs/reproduction*.md, whose places are filled from campaigns.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

const std::string k_docs = PALIO_SOURCE_DIR "/docs";
constexpr std::string_view k_fill = "<!-- fill ", k_close = " -->", k_end = "<!-- end -->";

std::string page_of(const std::string& name) { return content(fmt::format("{}/{}.md", k_docs, name)); }

// A page as prose with empty places, and the words of these places.
struct Page {
  std::string prose;
  std::vector<std::string> places;
};

Page parts_of(const std::string& text) {
  Page page;
  std::size_t at = 0;
  for (std::size_t place = 0; (place = text.find(k_fill, at)) != std::string::npos;) {
    const std::size_t words = place + k_fill.size(), close = text.find(k_close, words);
    page.places.push_back(text.substr(words, close - words));
    page.prose += text.substr(at, close - at);
    at = text.find(k_end, close);
  }
  page.prose += text.substr(at);
  return page;
}

// The pages with campaigns.
std::vector<std::string> papers() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(k_docs))
    if (const std::string name = entry.path().stem().string();
        name.starts_with("reproduction-") && page_of(name).find("<!-- fill run ") != std::string::npos)
      names.push_back(name);
  std::ranges::sort(names);
  return names;
}

Finished make_page(const TemporaryFolder& folder, const std::string& name) {
  const std::string page = folder.file("page.md"), talk = folder.file("talk");
  const int status = std::system(fmt::format("'{0}/reproduction/page.sh' '{1}' '{0}/{2}.md' '{3}' >'{4}' 2>'{5}'",
                                             k_docs, PALIO_PATH, name, folder.file(""), page, talk)
                                     .c_str());
  return {status, content(page), content(talk)};
}

// Of the places "run STUDY OPTIONS".
std::vector<std::string> studies_of(const std::string& name) {
  std::vector<std::string> studies;
  for (const std::string& place : parts_of(page_of(name)).places) {
    std::istringstream words(place);
    std::string word, study;
    if (words >> word >> study && word == "run") studies.push_back(study);
  }
  return studies;
}

class ReproductionPageTest : public testing::TestWithParam<std::string> {};

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
  const Page before = parts_of(page_of(GetParam())), after = parts_of(made.out);
  EXPECT_EQ(after.prose, before.prose);
  EXPECT_EQ(after.places, before.places);
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
  const Finished made = make_page(folder, "reproduction");
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, page_of("reproduction")) << "./dev reproduce overview writes it again";
}

TEST(ReproductionPages, OfAPaperWithoutItsCampaignSayWhichIsMissing) {
  const TemporaryFolder folder;
  const Finished made = make_page(folder, papers().front());
  EXPECT_NE(made.status, 0);
  EXPECT_THAT(made.err, testing::HasSubstr(studies_of(papers().front()).front() + ".db"));
}

}  // namespace
}  // namespace palio::test
