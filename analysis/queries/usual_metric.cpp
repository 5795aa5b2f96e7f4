#include "analysis/queries/usual_metric.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/metrics.h"
#include "core/toml/toml_text.h"

namespace palio {
namespace {

constexpr std::string_view k_planned = "makespan", k_realized = "mean_makespan";

// The study's metric; empty if it names none, or results lack it.
std::string own_metric(const QueriedCampaign& campaign) {
  std::string metric;
  campaign.query("SELECT study_text FROM campaign LIMIT 1", {}, [&](const std::vector<SqlValue>& row) {
    if (const auto* text = std::get_if<std::string>(&row[0])) metric = metric_of_study(*text);
  });
  const bool ranks = find_metric(metric) != nullptr && find_metric(metric)->better != Better::neither;
  return ranks && has_values(campaign, metric) ? metric : "";
}

enum class Uncertain { none, some, all };

// A recipe names the law of durations only where they are uncertain. All results are read only if workloads differ in
// that: those of one kind may have none.
Uncertain uncertain_workloads(const QueriedCampaign& campaign, std::string_view which = "") {
  Uncertain uncertain = Uncertain::none;
  campaign.query(fmt::format("SELECT total(uncertain), total(NOT uncertain) FROM (SELECT instr(replace(canonical, ':', "
                             "','), ',uncertainty=') > 0 AS uncertain FROM workload{})",
                             which),
                 {}, [&](const std::vector<SqlValue>& row) {
                   if (number_or_nan(row[0]) > 0)
                     uncertain = number_or_nan(row[1]) > 0 ? Uncertain::some : Uncertain::all;
                 });
  const bool differ = uncertain == Uncertain::some && which.empty();
  return differ ? uncertain_workloads(campaign, " WHERE id IN (SELECT workload_id FROM result)") : uncertain;
}

}  // namespace

std::string metric_of_study(std::string_view study_text) {
  try {
    return parsed_toml(study_text)["study"]["metric"].value_or(std::string());
  } catch (const toml::parse_error&) {
    return {};
  }
}

bool has_values(const QueriedCampaign& campaign, std::string_view metric) {
  bool found = false;
  campaign.query(fmt::format("SELECT 1 FROM measured WHERE {} IS NOT NULL LIMIT 1", metric), {},
                 [&](const auto&) { found = true; });
  return found;
}

std::string usual_metric(const QueriedCampaign& campaign) {
  if (std::string own = own_metric(campaign); !own.empty()) return own;
  const bool realized = uncertain_workloads(campaign) == Uncertain::all && has_values(campaign, k_realized);
  return std::string(realized ? k_realized : k_planned);
}

std::string metric_remark(const QueriedCampaign& campaign, std::string_view metric) {
  if (metric == own_metric(campaign)) return "the study's metric";
  const Uncertain uncertain = uncertain_workloads(campaign);
  if (metric == k_realized && uncertain != Uncertain::none) return "over the realizations";
  if (metric != k_planned || uncertain == Uncertain::none) return {};
  return fmt::format("as estimated, although {}durations are uncertain", uncertain == Uncertain::all ? "" : "some ");
}

std::string metric_words(std::string_view metric) {
  std::string words(metric);
  std::ranges::replace(words, '_', ' ');
  if (const std::size_t at = words.find("max "); at != std::string::npos) words.replace(at, 4, "maximum ");
  return words;
}

std::string metric_title(const QueriedCampaign& campaign, std::string_view metric) {
  const std::string remark = metric_remark(campaign, metric);
  return fmt::format("{}{}", metric_words(metric), remark.empty() ? "" : fmt::format(" ({})", remark));
}

}  // namespace palio
