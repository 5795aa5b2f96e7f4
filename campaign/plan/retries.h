#pragma once

#include <string_view>
#include <vector>

#include "core/outcome.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// Which failed scenarios run again (`--retry-failed`).
struct RetryChoice {
  enum class Which { none, all, some };
  Which which = Which::none;
  std::vector<FailureKind> kinds;  // Which::some; else empty
};

/// "timeout,crashed", or an empty text for all. Throws UserError with the nearest kind.
RetryChoice parse_retry_choice(std::string_view text);

/// The failed scenarios that are to run again, and at which attempt each is stored.
class RetryList {
public:
  RetryList() = default;
  RetryList(const CampaignReader& reader, const RetryChoice& choice);

  bool contains(const ScenarioId& id) const { return attempt(id) > 0; }
  /// The stored attempt; 0: not on the list.
  int attempt(const ScenarioId& id) const;

  struct Entry {
    ScenarioId id;
    int attempt;
  };
  const std::vector<Entry>& entries() const { return entries_; }

private:
  std::vector<Entry> entries_;  // sorted by id
};

}  // namespace palio
