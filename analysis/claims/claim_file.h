#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/annotated/annotated_sql.h"
#include "analysis/claims/verdict.h"
#include "storage/read/instance_table.h"

namespace palio {

/// What a paper says, and the query that measures it in a campaign.
struct Claim {
  std::string id;
  std::vector<std::string> studies;  // of those of the file; empty: every one
  std::string place;                 // in the paper
  std::string says;                  // our wording
  std::string paper;                 // the paper's value, as it has it
  std::string range;                 // `accept` as it is written
  AcceptedRange accepted;
  std::string tolerance;   // where the range comes from; may be empty
  std::string unit;        // of the measured value; may be empty
  std::int64_t needs = 1;  // least number of instances
  std::string sql;         // one SELECT: measured, instances; low, high, shown as it likes
  std::size_t line = 0;

  bool is_about(std::string_view study) const { return names_study(studies, study); }
};

/// The claims of one paper.
struct ClaimFile {
  std::string file;                       // for messages
  std::string paper;                      // its authors and where it appeared
  std::vector<std::string> studies;       // names of those that carry it out; empty: any
  std::vector<InstanceColumn> instances;  // columns of the temporary table `instance`; empty: it is not made
  std::string temporary_sql;              // makes temporary tables and views
  std::vector<Claim> claims;

  bool is_about(std::string_view study) const { return names_study(studies, study); }
};

/// Reads a file of claims (docs/claims.md). Throws UserError with file and line.
ClaimFile read_claims(const std::string& file, std::string_view text);

/// The claims that come with Palio, paper by paper.
std::vector<ClaimFile> shipped_claims();

/// The shipped claims about a study; nothing where there are none.
std::optional<ClaimFile> find_shipped_claims(std::string_view study);

/// The same. Throws UserError that names the studies there are claims about.
ClaimFile shipped_claims_about(std::string_view study);

}  // namespace palio
