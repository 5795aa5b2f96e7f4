#include <fmt/format.h>

#include "analysis/claims/verify.h"
#include "analysis/report/html_text.h"
#include "analysis/report/sections.h"

namespace palio {
namespace {

// Words and signs, so that nothing hangs on colour alone.
std::string verdict_cell(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced: return fmt::format("<b class=good>✓ {}</b>", word(verdict));
    case Verdict::deviates: return fmt::format("<b class=bad>✗ {}</b>", word(verdict));
    case Verdict::not_enough_data: break;
  }
  return fmt::format("<span>? {}</span>", word(verdict));
}

std::string accepted(const Claim& claim) {
  return claim.tolerance.empty() || claim.tolerance == "none"
             ? html_escaped(claim.range)
             : fmt::format("{} ({})", html_escaped(claim.range), html_escaped(claim.tolerance));
}

const ClaimFile* find_claims(const std::vector<ClaimFile>& files, const std::string& study) {
  for (const ClaimFile& file : files)
    if (file.is_about(study)) return &file;
  return nullptr;
}

std::string failures_sentence(const ResultCounts& counts) {
  const std::string failures = failures_text(counts);
  return failures.empty() ? "" : fmt::format(" {}.", failures);
}

}  // namespace

std::string claims_section(const CampaignReader& campaign) {
  const std::string study = campaign.info().study;
  const std::vector<ClaimFile> files = shipped_claims();
  const ClaimFile* file = find_claims(files, study);
  if (file == nullptr) return {};
  const std::vector<CheckedClaim> claims = verify(campaign, *file, study);
  if (claims.empty()) return {};
  std::vector<std::vector<std::string>> cells;
  for (const CheckedClaim& checked : claims)
    cells.push_back({html_escaped(checked.claim.id), html_escaped(checked.claim.says),
                     html_escaped(checked.claim.paper), html_escaped(measured_text(checked)), accepted(checked.claim),
                     grouped(checked.measurement.instances), verdict_cell(checked.verdict),
                     html_escaped(checked.claim.place)});
  return section("claims", "Claims of the paper",
                 fmt::format("<p>{}: {}.{}</p>\n", html_escaped(file->paper), verdict_counts(claims),
                             failures_sentence(campaign.counts())) +
                     html_table("What the paper says beside what was measured, with 95 % intervals",
                                {{"claim"},
                                 {"says"},
                                 {"paper"},
                                 {"measured"},
                                 {"accepted"},
                                 {"instances", CellKind::number},
                                 {"verdict"},
                                 {"place"}},
                                cells));
}

}  // namespace palio
