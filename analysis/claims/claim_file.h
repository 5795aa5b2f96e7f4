#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/annotated/annotated_sql.h"
#include "storage/read/instance_table.h"

namespace palio {

/// Where a claim holds: from `low` to `high`, both included unless open. An absent bound is infinite.
struct AcceptedRange {
  std::optional<double> low, high;
  bool open = false;  // `> low` or `< high`

  bool holds(double value) const;
  /// Whether every value from `from` to `to` is accepted, or none is.
  bool holds_all(double from, double to) const { return holds(from) && holds(to); }
  bool holds_none(double from, double to) const;
};

/// "1 .. 2", ".. 2", "1 ..", "> 1" or "< 2"; nothing for any other text.
std::optional<AcceptedRange> parse_range(std::string_view text);

/// The answer of a claim's query.
struct Measurement {
  std::optional<double> measured;    // absent: nothing to measure
  std::optional<double> low, high;   // 95 % interval
  bool exact = false;                // the claim is not about a mean: there is no interval to ask for
  std::int64_t instances = 0;        // that it was measured on
  std::optional<std::string> shown;  // text for people instead of the number
};

enum class Verdict { reproduced, deviates, not_enough_data };

/// "reproduced", "deviates", "not enough data".
std::string_view word(Verdict verdict);

/// The whole interval inside the range: reproduced; outside: deviates. If an interval crosses a bound, the measured
/// value decides if the interval is narrower than the range; otherwise, or without an interval, there is not enough
/// data.
Verdict judge(const Measurement& measurement, const AcceptedRange& accepted, std::int64_t needed_instances);

/// A statement of a paper, and the query that measures it in a campaign.
struct Claim {
  std::string id;
  std::vector<std::string> studies;  // a part of the file's; empty: all of them
  std::string place;                 // in the paper
  std::string says;                  // our wording
  std::string paper;                 // the paper's value, as printed there
  std::string range;                 // `accept` as written
  AcceptedRange accepted;
  std::string tolerance;   // where the range comes from; may be empty
  std::string unit;        // of the measured value; may be empty
  std::int64_t needs = 1;  // least number of instances
  std::string sql;         // one SELECT: measured, instances; optionally low, high, shown
  std::size_t line = 0;

  bool is_about(std::string_view study) const { return names_study(studies, study); }
};

/// The claims of one paper.
struct ClaimFile {
  std::string file;                       // for messages
  std::string paper;                      // its authors and its publication
  std::vector<std::string> studies;       // names of those that follow it; empty: any
  std::vector<InstanceColumn> instances;  // columns of the temporary table `instance`; empty: there is none
  std::string temporary_sql;              // makes temporary tables and views
  std::vector<Claim> claims;

  bool is_about(std::string_view study) const { return names_study(studies, study); }
};

/// Reads a file of claims (docs/claims.md). Throws UserError with file and line.
ClaimFile read_claims(const std::string& file, std::string_view text);

/// The claims that come with Palio, paper by paper.
std::vector<ClaimFile> shipped_claims();

/// The text of a file of claims that comes with Palio.
std::string shipped_claims_text(std::string_view file);

/// The shipped claims about a study; nothing if there are none.
std::optional<ClaimFile> find_shipped_claims(std::string_view study);

/// The same. Throws UserError that names the studies there are claims about.
ClaimFile shipped_claims_about(std::string_view study);

}  // namespace palio
