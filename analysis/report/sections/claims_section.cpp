#include <fmt/format.h>

#include "analysis/claims/verify.h"
#include "analysis/report/parts/data_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/sections/sections.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

// Words and signs, so that nothing depends on colour alone.
std::string verdict_cell(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced: return fmt::format("<b class=good>✓ {}</b>", word(verdict));
    case Verdict::deviates: return fmt::format("<b class=bad>✗ {}</b>", word(verdict));
    case Verdict::not_enough_data: break;
  }
  return fmt::format("<span>? {}</span>", word(verdict));
}

// With an explanation on a line below, in small print.
std::string explained(const std::string& text, const std::string& more) {
  return more.empty() ? html_escaped(text) : fmt::format("{}<small>{}</small>", html_escaped(text), html_escaped(more));
}

std::string accepted(const Claim& claim) {
  return explained(claim.range, claim.tolerance == "none" ? "" : claim.tolerance);
}

// The interval stays on one line.
std::string measured(const CheckedClaim& checked) {
  std::string text = html_escaped(measured_text(checked));
  const std::size_t interval = text.rfind(" [");
  if (interval == std::string::npos) return text;
  return fmt::format("{} <span class=whole>{}</span>", text.substr(0, interval), text.substr(interval + 1));
}

// Which of several.
std::string reading_text(const std::optional<CampaignReading>& reading) {
  return reading ? html_escaped(fmt::format(", read as {}, {}", reading->name, reading->says)) : "";
}

std::string failures_sentence(const ResultCounts& counts) {
  const std::string failures = failures_text(counts);
  return failures.empty() ? "" : fmt::format(" {}.", failures);
}

}  // namespace

ReportSection claims_section(const CampaignReader& campaign, const std::optional<CampaignReading>& reading) {
  const std::string study = campaign.info().study;
  const std::optional<ClaimFile> file = find_shipped_claims(study);
  if (!file) return {};
  const std::vector<CheckedClaim> claims =
      verify(campaign, *file, study, reading ? std::optional(reading->part) : std::nullopt);
  if (claims.empty()) return {};
  std::vector<std::vector<std::string>> cells;
  for (const CheckedClaim& checked : claims)
    cells.push_back({html_escaped(checked.claim.id), explained(checked.claim.says, checked.claim.place),
                     html_escaped(checked.claim.paper), measured(checked), accepted(checked.claim),
                     count_text(checked.measurement.instances), verdict_cell(checked.verdict)});
  return {"claims", "Claims", "Claims of the paper",
          fmt::format("<p>{}{}: {}.{}</p>\n", html_escaped(file->paper), reading_text(reading), verdict_counts(claims),
                      failures_sentence(campaign.counts())) +
              html_table("What the paper says next to what was measured, with 95 % intervals",
                         {{"claim"},
                          {"says"},
                          {"paper"},
                          {"measured"},
                          {"accepted"},
                          {"instances", CellKind::number},
                          {"verdict"}},
                         cells)};
}

}  // namespace palio
