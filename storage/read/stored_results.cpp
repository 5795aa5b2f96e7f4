#include "storage/read/stored_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace palio {
namespace {

using Row = std::vector<SqlValue>;

std::int64_t whole(const SqlValue& value) { return std::get<std::int64_t>(value); }

ScenarioId id_of(const Row& row) { return {whole(row[0]), whole(row[1]), whole(row[2])}; }

std::int64_t last_row(const CampaignReader& reader) {
  std::int64_t last = 0;
  reader.query("SELECT coalesce(max(rowid), 0) FROM main.result", Row{}, [&](const Row& row) { last = whole(row[0]); });
  return last;
}

}  // namespace

void for_each_failed(const CampaignReader& reader, std::span<const FailureKind> kinds,
                     const std::function<void(const ScenarioId&, int attempt)>& visit) {
  std::string condition = "outcome <> 'completed'";
  Row words;
  for (const FailureKind kind : kinds) {
    condition += words.empty() ? " AND outcome IN (?" : ", ?";
    words.emplace_back(std::string(to_text(kind)));
  }
  if (!words.empty()) condition += ')';
  reader.query(
      fmt::format("SELECT platform_id, workload_id, strategy_id, attempt FROM main.result WHERE {} ORDER BY 1, 2, 3",
                  condition),
      words, [&](const Row& row) { visit(id_of(row), static_cast<int>(whole(row[3]))); });
}

void for_each_origin(const CampaignReader& reader,
                     const std::function<void(const ScenarioId&, const ResultOrigin&)>& visit) {
  // One statement, so that a session that begins meanwhile is seen with its date or not at all.
  constexpr std::string_view sql =
      "SELECT platform_id, workload_id, strategy_id, session_id, coalesce((SELECT started FROM session "
      "WHERE session.id = result.session_id), 'at an unknown date'), outcome FROM main.result";
  ResultOrigin origin;
  reader.query(sql, Row{}, [&](const Row& row) {
    origin.session = whole(row[3]);
    origin.started = std::get<std::string>(row[4]);
    origin.outcome = std::get<std::string>(row[5]);
    visit(id_of(row), origin);
  });
}

void for_each_cost(const CampaignReader& reader, std::int64_t most,
                   const std::function<void(const ScenarioId&, double total_time)>& visit) {
  const std::int64_t last = last_row(reader);
  if (last == 0) return;
  const std::int64_t step = (last + most - 1) / most;
  // One row of every `step`, at a scrambled place in it: rows come strategy by strategy, and a fixed place would meet
  // the same one each time. By rowid, so that the other rows are never read.
  constexpr std::string_view sql =
      "WITH RECURSIVE part(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM part WHERE (i + 1) * ?2 < ?1) "
      "SELECT platform_id, workload_id, strategy_id, total_time FROM part CROSS JOIN main.result "
      "ON result.rowid = 1 + i * ?2 + (i * 2654435761 / 65536) % ?2 WHERE outcome = 'completed'";
  reader.query(sql, {last, step}, [&](const Row& row) { visit(id_of(row), std::get<double>(row[3])); });
}

ToldPace last_session_pace(const CampaignReader& reader) {
  ToldPace told;
  reader.query("SELECT pace, (julianday('now') - julianday(pace_told)) * 86400 FROM session ORDER BY id DESC LIMIT 1",
               Row{}, [&](const Row& row) {
                 const auto* text = std::get_if<std::string>(&row[0]);
                 const auto* age = std::get_if<double>(&row[1]);
                 if (text != nullptr && age != nullptr) told = {*text, std::max(*age, 0.0)};
               });
  return told;
}

double last_session_seconds(const CampaignReader& reader) {
  double seconds = 0;
  reader.query(
      "SELECT (julianday(coalesce(ended, 'now')) - julianday(started)) * 86400 FROM session ORDER BY id DESC LIMIT 1",
      Row{}, [&](const Row& row) {
        if (const auto* value = std::get_if<double>(&row.front())) seconds = *value;
      });
  return seconds;
}

}  // namespace palio
