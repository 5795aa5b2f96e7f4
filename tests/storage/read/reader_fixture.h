#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {

/// A campaign of 3 platforms, so many workloads and 3 strategies that is read while it is written. No results at first.
class ReaderTest : public testing::Test {
protected:
  explicit ReaderTest(std::int64_t workloads) {
    store_.add_platforms(stars(3));
    store_.add_workloads(chains(workloads));
    store_.add_strategies(fasts(3));
    store_.begin_session(session_info());
  }

  void write(const std::vector<StoredResult>& batch) { store_.write(batch); }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
  ResultStore store_{file_, study_info("first")};
  CampaignReader reader_{file_};
};

}  // namespace palio::test
