#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/outcome.h"

namespace palio {

/// A share as it is typed: 0.05 from "5%"; nothing for other texts and outside of 0 % to 100 %.
std::optional<double> share_of(std::string_view text);

/// A number of scenarios, or a share of them; 0 is neither.
struct NumberOrShare {
  std::uint64_t number = 0;  // 0: a share
  double share = 0;
};
std::optional<NumberOrShare> number_or_share(std::string_view text);

/// When a campaign gives up (`--max-failures`): at so many failed scenarios, or at such a share of the results.
struct FailureLimit {
  static constexpr std::uint64_t k_enough = 100;  // results before a share counts

  std::string text;          // as typed; empty: no limit
  std::uint64_t number = 0;  // 0: a share
  double share = 0;

  bool reached(std::uint64_t failed, std::uint64_t results) const;
};

/// "20" or "5%". Throws UserError.
FailureLimit parse_failure_limit(std::string_view text);

/// Counts the results of a session if there is a limit. Any thread.
class FailureWatch {
public:
  explicit FailureWatch(FailureLimit limit) : limit_(std::move(limit)) {}

  void add(const Outcome& outcome);
  /// The limit was reached; stays so.
  bool reached() const;

  /// "20 of 73 scenarios failed, which is the limit of --max-failures 20; most often (18) crashed: MESSAGE".
  std::string summary() const;

private:
  struct Tally {
    std::uint64_t count = 0;
    std::string message;  // of the first one
  };

  FailureLimit limit_;
  mutable std::mutex mutex_;  // guards what follows
  std::uint64_t results_ = 0, failed_ = 0;
  bool reached_ = false;
  std::map<FailureKind, Tally> tallies_;
};

}  // namespace palio
