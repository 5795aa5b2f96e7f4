#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/read/campaign_reader.h"

namespace palio {

/// Scenarios that failed in the same way.
struct FailureGroup {
  std::string kind;      // failure word
  std::string strategy;  // label
  std::string message;   // numbers in which its scenarios differ are '#'
  std::int64_t count = 0;
  std::string example;                                           // scenario: the first one
  std::string first;                                             // its message, as it is
  std::string last_line;                                         // of what the example wrote to stderr; may be empty
  std::vector<std::pair<std::int64_t, std::int64_t>> instances;  // ids of platforms and workloads
};

/// The message with every number replaced by '#', so that "task 3 starts at 0.5" and "task 12 starts at 7e-3" are one.
std::string message_shape(std::string_view message);

/// The last line that is not blank; empty when there is none.
std::string_view last_line(std::string_view text);

/// The scenarios whose latest attempt failed, grouped by kind, strategy and shape of the message; the largest group
/// first, equal ones in the order of their words.
std::vector<FailureGroup> failure_groups(const CampaignReader& reader);

}  // namespace palio
