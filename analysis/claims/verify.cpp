#include "analysis/claims/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <future>

#include "analysis/statistics/intervals/draws.h"
#include "analysis/statistics/intervals/intervals.h"
#include "analysis/statistics/sql/campaign_draws.h"
#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

constexpr auto k_columns = std::to_array<std::string_view>({"measured", "low", "high", "instances", "shown"});

// One row of a claim's query, by the names of its columns.
class Row {
public:
  Row(const std::vector<std::string>& columns, const std::vector<SqlValue>& values)
      : columns_(columns), values_(values) {}

  std::optional<double> number(std::string_view column) const {
    const SqlValue value = this->value(column);
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return checked(column, static_cast<double>(*integer));
    if (const auto* real = std::get_if<double>(&value)) return checked(column, *real);
    if (const auto* text = std::get_if<std::string>(&value))
      throw UserError("{} is the text \"{}\", but must be a number; `shown` is for texts", column, *text);
    return std::nullopt;
  }

  std::optional<std::string> text(std::string_view column) const {
    const SqlValue value = this->value(column);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (std::holds_alternative<std::monostate>(value)) return std::nullopt;
    throw UserError("{} is a number, but must be a text", column);
  }

private:
  // Above 2^53 doubles are not exact whole numbers, and infinite ones have no decimals to count.
  static double checked(std::string_view column, double number) {
    constexpr double limit = 9007199254740992;  // 2^53
    if (!(std::abs(number) < limit))
      throw UserError("{} is {}, but must be a finite number below 2^53; give large ones in a larger unit", column,
                      number);
    return number;
  }

  SqlValue value(std::string_view column) const {
    const auto found = std::ranges::find(columns_, column);
    return found == columns_.end() ? SqlValue() : values_[static_cast<std::size_t>(found - columns_.begin())];
  }

  const std::vector<std::string>& columns_;
  const std::vector<SqlValue>& values_;
};

bool has(const std::vector<std::string>& columns, std::string_view column) {
  return std::ranges::find(columns, column) != columns.end();
}

void check_columns(const std::vector<std::string>& columns) {
  for (const std::string& column : columns)
    if (std::ranges::find(k_columns, column) == k_columns.end())
      throw UserError("unknown column \"{}\"{}", column, suggestion(column, k_columns));
  for (const std::string_view needed : {"measured", "instances"})
    if (!has(columns, needed)) throw UserError("its query has no column \"{}\"", needed);
  if (has(columns, "low") != has(columns, "high"))
    throw UserError("its query has a column \"{}\" without \"{}\"; an interval needs both ends",
                    has(columns, "low") ? "low" : "high", has(columns, "low") ? "high" : "low");
}

constexpr double k_claim_rounding = 1e-6;  // relative; differences of sums have errors of that size

void check_interval(const Measurement& measurement) {
  if (!measurement.low || !measurement.high) return;
  const double low = *measurement.low;
  const double high = *measurement.high;
  const double rounding = k_claim_rounding * std::max(std::abs(low), std::abs(high));
  if (low > high + rounding) throw UserError("its interval is empty: low {} is above high {}", low, high);
  const double value = measurement.measured.value_or(low);
  if (value < low - rounding || value > high + rounding)
    throw UserError("measured {} is outside its interval from low {} to high {}", value, low, high);
}

// No row means no value: a query with GROUP BY that finds nothing answers so.
Measurement measure(const CampaignReader& campaign, const Claim& claim) {
  Measurement measurement;
  std::vector<std::string> columns;
  std::int64_t rows = 0;
  campaign.query(
      claim.sql,
      [&](const std::vector<std::string>& names) {
        check_columns(names);
        columns = names;
      },
      [&](const std::vector<SqlValue>& values) {
        if (++rows > 1) throw UserError("its query gives several rows, but must give one");
        const Row row(columns, values);
        const bool exact = !has(columns, "low");
        measurement = {row.number("measured"),
                       row.number("low"),
                       row.number("high"),
                       exact,
                       static_cast<std::int64_t>(row.number("instances").value_or(0)),
                       row.text("shown")};
        check_interval(measurement);
      });
  return measurement;
}

CheckedClaim check(const CampaignReader& campaign, const ClaimFile& file, const Claim& claim) {
  try {
    const Measurement measurement = measure(campaign, claim);
    return {claim, measurement, judge(measurement, claim.accepted, claim.needs)};
  } catch (const UserError& error) {
    throw UserError("{}:{}: claim {}: {}", file.file, claim.line, claim.id, error.what());
  }
}

void prepare(const CampaignReader& campaign, const ClaimFile& file) {
  try {
    if (!file.instances.empty()) campaign.prepare_instances(file.instances);
    campaign.prepare(file.temporary_sql);
  } catch (const UserError& error) {
    throw UserError("{}: before the first claim: {}", file.file, error.what());
  }
}

// Columns of parameters come with the first results, so an empty campaign is not queried.
bool is_empty(const CampaignReader& campaign) {
  bool empty = true;
  campaign.query(
      "SELECT 1 FROM result LIMIT 1", [](const auto&) {}, [&](const auto&) { empty = false; });
  return empty;
}

// Checks all claims in the part to which the campaign is narrowed.
std::vector<CheckedClaim> check_all(const CampaignReader& campaign, const ClaimFile& claims, std::string_view study) {
  const bool empty = is_empty(campaign);
  if (!empty) prepare(campaign, claims);
  std::vector<CheckedClaim> checked;
  for (const Claim& claim : claims.claims)
    if (claim.is_about(study))
      checked.push_back(empty ? CheckedClaim{claim, {}, Verdict::not_enough_data} : check(campaign, claims, claim));
  return checked;
}

}  // namespace

std::vector<CheckedClaim> verify(const CampaignReader& campaign, const ClaimFile& claims, std::string_view study,
                                 const std::optional<CampaignPart>& part) {
  std::vector<CheckedClaim> checked;
  campaign.in_snapshot([&] {
    if (part) campaign.narrow(*part);
    checked = check_all(campaign, claims, study);
  });
  return checked;
}

std::vector<std::vector<CheckedClaim>> verify_parts(std::span<const std::unique_ptr<CampaignReader>> readers,
                                                    const ClaimFile& claims, std::string_view study,
                                                    std::span<const CampaignPart> parts) {
  std::vector<std::vector<CheckedClaim>> checked(parts.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> work;
  for (const auto& reader : readers)
    work.push_back(std::async(std::launch::async, [&, &campaign = *reader] {
      for (std::size_t i = next++; i < parts.size(); i = next++) checked[i] = verify(campaign, claims, study, parts[i]);
    }));
  for (std::future<void>& thread : work) thread.get();
  return checked;
}

std::string failures_text(const ResultCounts& counts) {
  if (counts.all_failed() == 0) return "";
  return fmt::format(
      "{} of {} results failed; claims compare only instances that every strategy they are about completed",
      counts.all_failed(), counts.all());
}

std::string intervals_text(const CampaignReader& campaign) {
  if (is_empty(campaign)) return "";
  SeenDraws platforms, workloads;
  const ResultColumns results = campaign.results({});
  for (const ResultId& id : *results.ids) {
    platforms.add(results.dimensions->platforms[id.platform]);
    workloads.add(results.dimensions->workloads[id.workload]);
  }
  const Draws platform(drawn_entries(campaign, "platform")), workload(drawn_entries(campaign, "workload"));
  const DrawsOfInterval draws{platforms.count(platform), workloads.count(workload), platforms.singles(platform),
                              workloads.singles(workload)};
  return draws.exists() ? fmt::format("intervals are for new draws, not just the {}", draws_text(draws))
                        : fmt::format("there is no interval over all instances: {}", no_interval_text(draws));
}

std::string measured_text(const CheckedClaim& checked) {
  const Measurement& measured = checked.measurement;
  if (!measured.measured) return "";
  if (measured.shown) return *measured.shown;
  const double value = *measured.measured;
  return interval_text(value, {measured.low.value_or(value), measured.high.value_or(value)}, checked.claim.unit);
}

std::string value_text(const CheckedClaim& checked) {
  CheckedClaim bare = checked;
  bare.claim.unit.clear();
  const std::string text = measured_text(bare);
  return bare.measurement.shown ? text : text.substr(0, text.find(" ["));
}

std::string verdict_counts(const std::vector<CheckedClaim>& claims) {
  const auto count = [&](Verdict verdict) { return std::ranges::count(claims, verdict, &CheckedClaim::verdict); };
  return fmt::format("{} reproduced, {} deviate, {} lack data", count(Verdict::reproduced), count(Verdict::deviates),
                     count(Verdict::not_enough_data));
}

}  // namespace palio
