#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

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

// The number of the paper's words, if it is the only one: of several nobody can say which is the value.
std::optional<double> paper_number(std::string words) {
  std::erase(words, ',');  // of thousands
  const std::size_t digit = words.find_first_of("0123456789");
  if (digit == std::string::npos) return std::nullopt;
  const bool negative = digit > 0 && words[digit - 1] == '-';
  const char *const begin = words.data() + digit - (negative ? 1 : 0), *const end = words.data() + words.size();
  double number = 0;
  const auto [rest, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || std::any_of(rest, end, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  return number;
}

// A line of numbers, 0 at the left and 100 at the right.
class NumberLine {
public:
  void hold(std::optional<double> value) {
    if (!value || !std::isfinite(*value)) return;
    least_ = std::min(least_, *value);
    greatest_ = std::max(greatest_, *value);
  }
  bool has_length() const { return least_ < greatest_; }
  double at(double value) const {
    constexpr double k_edge = 6;
    return k_edge + (100 - 2 * k_edge) * (value - least_) / (greatest_ - least_);
  }

private:
  double least_ = std::numeric_limits<double>::infinity(), greatest_ = -least_;
};

// The accepted range as a band, the interval as a line, the measured value as a dot, the paper's as a hollow diamond;
// the words beside it say the same.
std::string picture(const CheckedClaim& checked) {
  const auto& [claim, measurement, verdict] = checked;
  if (!measurement.measured) return "";
  const std::optional<double> paper = paper_number(claim.paper);
  NumberLine line;
  for (const auto& value :
       {claim.accepted.low, claim.accepted.high, measurement.low, measurement.high, measurement.measured, paper})
    line.hold(value);
  if (!line.has_length()) return "";
  const double from = claim.accepted.low ? line.at(*claim.accepted.low) : 0;
  const double to = claim.accepted.high ? line.at(*claim.accepted.high) : 100;
  std::string svg = fmt::format(
      "<svg class=claim viewBox=\"0 0 100 12\" aria-hidden=true><rect x={:.1f} y=1 width={:.1f} height=10></rect>",
      from, std::max(to - from, 1.0));
  if (measurement.low && measurement.high)
    svg += fmt::format("<line x1={:.1f} x2={:.1f} y1=6 y2=6></line>", line.at(*measurement.low),
                       line.at(*measurement.high));
  svg += fmt::format("<circle cx={:.1f} cy=6 r=2.2></circle>", line.at(*measurement.measured));
  if (paper) svg += fmt::format("<path d=\"M{:.1f} 2l4 4-4 4-4-4z\"></path>", line.at(*paper));
  return svg + "</svg>";
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
  std::vector<CheckedClaim> claims =
      verify(campaign, *file, study, reading ? std::optional(reading->part) : std::nullopt);
  if (claims.empty()) return {};
  std::ranges::stable_partition(claims, [](const CheckedClaim& of) { return of.verdict == Verdict::deviates; });
  std::vector<std::vector<std::string>> cells;
  for (const CheckedClaim& checked : claims)
    cells.push_back({html_escaped(checked.claim.id), explained(checked.claim.says, checked.claim.place),
                     html_escaped(checked.claim.paper), measured(checked) + picture(checked), accepted(checked.claim),
                     count_text(checked.measurement.instances), verdict_cell(checked.verdict)});
  return {
      "claims", "Claims", "Claims of the paper",
      fmt::format("<p>{}{}: {}.{}</p>\n", html_escaped(file->paper), reading_text(reading), verdict_counts(claims),
                  failures_sentence(campaign.counts())) +
          html_table("What the paper says next to what was measured, with 95 % intervals. In the pictures a band is "
                     "what is accepted, a dot with its interval what was measured, a diamond the paper's value.",
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
