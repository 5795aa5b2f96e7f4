#include <gmock/gmock.h>

#include "tests/analysis/queries/ready_query_fixture.h"

namespace palio::test {
namespace {

using Ids = ReadyQueries;

// Nine instances, of which C fails one and lacks another: the same rows in the same order under other ids.
TEST_F(Ids, ChangeNoAnswer) {
  std::vector<MadeResult> results;
  for (const std::string strategy : {"C", "A", "B"})
    for (const char* platform : {"sophia", "lille", "nancy"})
      for (int sample = 2; sample >= 0; --sample) {
        const double makespan = 1 + 0.01 * static_cast<double>(7 * results.size() % 31);
        if (strategy == "C" && sample == 1 && *platform == 'n') continue;
        results.push_back({.platform = platform,
                           .sample = sample,
                           .strategy = strategy,
                           .fails = strategy == "C" && sample == 2 && *platform == 'l',
                           .makespan = makespan,
                           .unfairness = makespan / 7});
      }
  store_campaign(file_, results);
  std::vector<std::vector<Row>> before, after;
  for (const ReadyQuery& query : ready_queries()) before.push_back(ask(query.name));
  renumber(file_);
  for (const ReadyQuery& query : ready_queries()) after.push_back(ask(query.name));
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i], after[i]) << ready_queries()[i].name;
}

}  // namespace
}  // namespace palio::test
