#include "storage/read/scenario_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/identity/canonical.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

constexpr std::array<ParameterSpec, 2> k_file_specs{{
    {"path", ParameterType::text, "", "a name", 0, 0, ""},
    {"digest", ParameterType::text, "", "of the content", 0, 0, ""},
}};

DimensionRow file_row(const std::string& path, const std::string& content) {
  const Recipe recipe{"file", {{"path", path}, {"digest", content_digest(content)}}};
  return {recipe, canonical_text(recipe), k_file_specs, content};
}

class ScenarioRowsTest : public testing::Test {
protected:
  ScenarioRowsTest() {
    store_.add_platforms(stars(2));
    store_.add_workloads(chains(2));
    store_.add_strategies(fasts(1));
    store_.begin_session(session_info());
    store_.write(std::vector{completed({1, 2, 1}, 0.5), failed({2, 1, 1}, FailureKind::crashed, "first", 1),
                             failed({2, 1, 1}, FailureKind::timeout, "second", 2)});
  }

  std::string key(std::string_view table, std::int64_t id) {
    for (const auto& [known, text] : dimension_keys(reader_, table))
      if (known == id) return text;
    return {};
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
  ResultStore store_{file_, study_info("first")};
  CampaignReader reader_{file_};
};

TEST_F(ScenarioRowsTest, ARowHasWhatItRefersTo) {
  const std::optional<ScenarioRow> row = scenario_row(reader_, {1, 2, 1});
  ASSERT_TRUE(row);
  EXPECT_EQ(row->name, key("platform", 1) + '-' + key("workload", 2) + '-' + key("strategy", 1));
  EXPECT_EQ(row->platform.canonical, canonical_text(star(1, 7).recipe));
  EXPECT_EQ(row->workload.canonical, canonical_text(chains(2)[1].recipe));
  EXPECT_EQ(row->strategy.label, fast(0.5).label);
  EXPECT_EQ(row->palio_version, session_info().palio_version);
  EXPECT_EQ(row->outcome, "completed");
  EXPECT_EQ(row->metrics["makespan"], 0.5);
  EXPECT_FALSE(failure_row(reader_, {1, 2, 1}));
  EXPECT_FALSE(scenario_row(reader_, {2, 2, 1}));
}

TEST_F(ScenarioRowsTest, TheLatestFailureCounts) {
  EXPECT_EQ(scenario_row(reader_, {2, 1, 1})->outcome, "timeout");
  EXPECT_EQ(failure_row(reader_, {2, 1, 1})->message, "second");
  EXPECT_TRUE(application_rows(reader_, {2, 1, 1}).empty());
}

TEST_F(ScenarioRowsTest, ScenariosAreFoundByTheBeginningsOfTheirKeys) {
  EXPECT_EQ(scenarios_with_keys(reader_, {}, 10).size(), 2U);
  EXPECT_EQ(scenarios_with_keys(reader_, {}, 1).size(), 1U);
  const auto found = scenarios_with_keys(reader_, {key("platform", 2), key("workload", 1).substr(0, 3), ""}, 10);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().id, (ScenarioId{2, 1, 1}));
  EXPECT_TRUE(scenarios_with_keys(reader_, {key("platform", 2), key("workload", 2), ""}, 10).empty());
}

TEST_F(ScenarioRowsTest, FilesAreFoundByDigestAndByTheirNames) {
  EXPECT_TRUE(named_files(reader_).empty());  // there is no such column yet
  store_.add_workloads(std::vector{file_row("it's.json", "old"), file_row("it's.json", "new")});
  EXPECT_EQ(file_with_digest(reader_, content_digest("old")), "old");
  EXPECT_FALSE(file_with_digest(reader_, content_digest("other")));
  const std::vector<NamedFile> files = named_files(reader_);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[1].family, "file");
  EXPECT_EQ(files[1].path, "it's.json");
  EXPECT_EQ(files[1].digest, content_digest("new"));  // the latest run last
}

}  // namespace
}  // namespace palio::test
