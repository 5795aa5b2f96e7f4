#include "campaign/run/stored_state.h"

#include <algorithm>
#include <utility>

#include "storage/read/campaign_reader.h"

namespace palio {

// Closes the reader again: only the store may hold the file at the end, so that it becomes one plain file.
StoredState stored_state(const Study& study, const RunOptions& options, const DimensionIds& ids) {
  const CampaignReader reader(options.database);
  RetryList retries(reader, options.retry);
  DoneSet done = read_done(study, ids, reader, retries);
  const CampaignState state = count_state(study, options.selection, done);
  std::int64_t stored_again = 0;
  if (!retries.entries().empty()) {
    const SelectedScenarios wanted(study, options.selection, ids);
    stored_again = std::ranges::count_if(retries.entries(), [&](const auto& entry) { return wanted.holds(entry.id); });
  }
  return {std::move(retries), std::move(done), read_known_costs(study, ids, reader), state, stored_again};
}

}  // namespace palio
