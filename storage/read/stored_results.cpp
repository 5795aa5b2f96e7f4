#include "storage/read/stored_results.h"

#include <algorithm>
#include <set>

#include "core/identity/canonical.h"
#include "core/identity/reading_parameters.h"
#include "storage/file/scenario_id.h"

namespace palio {
namespace {

using Row = std::vector<SqlValue>;

std::int64_t whole(const SqlValue& value) { return std::get<std::int64_t>(value); }
const std::string& text(const SqlValue& value) { return std::get<std::string>(value); }

ScenarioId id_of(const Row& row) { return {whole(row[0]), whole(row[1]), whole(row[2])}; }
Row values_of(const ScenarioId& id) { return {id.platform, id.workload, id.strategy}; }

std::optional<std::string> first_text(const CampaignReader& reader, std::string_view sql, const Row& values) {
  std::optional<std::string> found;
  reader.query(sql, values, [&](const Row& row) { found = text(row.front()); });
  return found;
}

bool has_column(const CampaignReader& reader, std::string_view table, const std::string& column) {
  return first_text(reader, "SELECT name FROM pragma_table_info(?) WHERE name = ?", {std::string(table), column})
      .has_value();
}

MetricValues measured_metrics(const CampaignReader& reader, const ScenarioId& id) {
  std::vector<std::string> columns;
  MetricValues metrics;
  reader.query(
      "SELECT * FROM main.measured WHERE " + is_scenario(id),
      [&](const std::vector<std::string>& names) { columns = names; },
      [&](const Row& row) {
        for (std::size_t i = 0; i < columns.size(); ++i)
          if (const MetricInfo* metric = find_metric(columns[i])) metrics[*metric] = number_or_nan(row[i]);
      });
  return metrics;
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
      fmt::format("SELECT {}, attempt FROM main.measured WHERE {} ORDER BY 1, 2, 3", k_scenario_columns, condition),
      words, [&](const Row& row) { visit(id_of(row), static_cast<int>(whole(row[3]))); });
}

void for_each_origin(const CampaignReader& reader,
                     const std::function<void(const ScenarioId&, const ResultOrigin&)>& visit) {
  // One statement, so that a session that begins meanwhile is seen with its date or not at all.
  constexpr std::string_view sql =
      "SELECT platform_id, workload_id, strategy_id, session_id, coalesce((SELECT started FROM session "
      "WHERE session.id = m.session_id), 'at an unknown date'), outcome FROM main.measured m";
  ResultOrigin origin;
  reader.query(sql, Row{}, [&](const Row& row) {
    origin.session = whole(row[3]);
    origin.started = text(row[4]);
    origin.outcome = text(row[5]);
    visit(id_of(row), origin);
  });
}

void for_each_cost(const CampaignReader& reader, std::int64_t most,
                   const std::function<void(const ScenarioId&, double total_time)>& visit) {
  // Not how many results there are, which takes reading them: whether there are more than `most`, and how many the
  // instances can have.
  constexpr std::string_view count =
      "SELECT iif((SELECT count(*) FROM (SELECT 1 FROM main.result LIMIT ?1 + 1)) > ?1, (SELECT count(*) FROM "
      "main.instance WHERE strategy_id = 0) * (SELECT count(*) FROM main.strategy), 1)";
  std::int64_t results = 0;
  reader.query(count, {most}, [&](const Row& row) { results = whole(row[0]); });
  // Ids are hashes, so that their sums pick instances at random; the results of others are not read.
  constexpr std::string_view sql =
      "SELECT r.platform_id, r.workload_id, r.strategy_id, r.total_ns / 1e9 FROM main.instance i CROSS JOIN "
      "main.result "
      "r ON r.platform_id = i.platform_id AND r.workload_id = i.workload_id WHERE i.strategy_id = 0 AND (i.platform_id "
      "+ i.workload_id) % ? = 0 AND r.failure IS NULL";
  reader.query(sql, {std::max<std::int64_t>(1, (results + most - 1) / most)},
               [&](const Row& row) { visit(id_of(row), std::get<double>(row[3])); });
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

std::optional<ScenarioRow> scenario_row(const CampaignReader& reader, const ScenarioId& id) {
  std::optional<ScenarioRow> found;
  reader.query(
      fmt::format(
          "SELECT p.key || '-' || w.key || '-' || s.key, p.canonical, p.label, w.canonical, w.label, "
          "s.canonical, s.label, e.engine, e.engine_version, e.palio_version, r.total_time, r.outcome "
          "FROM main.measured r JOIN platform p ON p.id = r.platform_id JOIN workload w ON w.id = r.workload_id "
          "JOIN strategy s ON s.id = r.strategy_id JOIN session e ON e.id = r.session_id WHERE {}",
          k_is_scenario),
      values_of(id), [&](const Row& row) {
        found = ScenarioRow{.name = text(row[0]),
                            .platform = {text(row[1]), text(row[2])},
                            .workload = {text(row[3]), text(row[4])},
                            .strategy = {text(row[5]), text(row[6])},
                            .engine = text(row[7]),
                            .engine_version = text(row[8]),
                            .palio_version = text(row[9]),
                            .total_time = number_or_nan(row[10]),
                            .outcome = text(row[11]),
                            .metrics = {}};
      });
  if (found) found->metrics = measured_metrics(reader, id);
  return found;
}

std::vector<ApplicationMetrics> application_rows(const CampaignReader& reader, const ScenarioId& id) {
  std::vector<ApplicationMetrics> rows;
  reader.query(
      fmt::format("SELECT release_date, start, finish, dedicated_makespan FROM application_result WHERE {} "
                  "ORDER BY application",
                  k_is_scenario),
      values_of(id), [&](const Row& row) {
        rows.push_back({number_or_nan(row[0]), number_or_nan(row[1]), number_or_nan(row[2]), number_or_nan(row[3])});
      });
  return rows;
}

std::vector<RealizationMetrics> realization_rows(const CampaignReader& reader, const ScenarioId& id) {
  std::vector<RealizationMetrics> rows;
  reader.query(fmt::format("SELECT makespan, replans FROM realization WHERE {} ORDER BY r", k_is_scenario),
               values_of(id), [&](const Row& row) {
                 rows.push_back({number_or_nan(row[0]), whole(row[1])});
               });
  return rows;
}

std::optional<FailureRow> failure_row(const CampaignReader& reader, const ScenarioId& id) {
  std::optional<FailureRow> found;
  reader.query(fmt::format("SELECT signal, message, stderr_tail FROM failure WHERE {} ORDER BY attempt DESC LIMIT 1",
                           k_is_scenario),
               values_of(id), [&](const Row& row) {
                 const auto* signal = std::get_if<std::int64_t>(&row[0]);
                 found = {signal == nullptr ? 0 : static_cast<int>(*signal), text(row[1]), text(row[2])};
               });
  return found;
}

std::optional<std::string> file_with_digest(const CampaignReader& reader, const std::string& digest) {
  return first_text(reader, "SELECT content FROM input_file WHERE digest = ?", {digest});
}

std::vector<NamedFile> named_files(const CampaignReader& reader) {
  std::vector<NamedFile> files;
  for (const std::string_view table : {"workload", "platform"}) {
    if (!has_column(reader, table, "path")) continue;  // no such family was ever stored
    reader.query(fmt::format("SELECT family, path, digest, canonical FROM {} JOIN input_file USING (digest) WHERE path "
                             "IS NOT NULL ORDER BY "
                             "read, canonical",
                             table),
                 Row{}, [&](const Row& row) {
                   files.push_back({text(row[0]), text(row[1]), text(row[2]), text(row[3])});
                 });
  }
  return files;
}

std::vector<StoredCode> strategies_with_code(const CampaignReader& reader) {
  std::vector<StoredCode> found;
  if (!has_column(reader, "strategy", "digest")) return found;
  reader.query(
      "SELECT id, name, s.canonical, digest FROM strategy s JOIN input_file USING (digest) "
      "ORDER BY EXISTS (SELECT 1 FROM result r WHERE r.strategy_id = s.id) DESC, read DESC, key",
      Row{}, [&](const Row& row) {
        found.push_back({whole(row[0]), text(row[1]), text(row[2]), text(row[3])});
      });
  return found;
}

std::map<std::string, std::string> input_digests(const CampaignReader& reader) {
  std::map<std::string, std::string> digests;
  for (const auto& [family, path, digest, canonical] : named_files(reader)) {
    std::string name = fmt::format("{} {}", family, path);
    RecipeReader recipe(canonical);
    while (const std::optional<WrittenParameter> parameter = recipe.next())
      if (std::ranges::find(k_reading_parameters, parameter->name) != k_reading_parameters.end())
        name += fmt::format(" {}={}", parameter->name, parameter->value);
    digests.insert_or_assign(std::move(name), digest);
  }
  return digests;
}

std::vector<std::string> wanted_paths(const CampaignReader& reader) {
  std::set<std::string> paths;
  for (const std::string_view table : {"platform", "workload"}) {
    if (!has_column(reader, table, "path")) continue;  // no such family was ever stored
    reader.query(fmt::format("SELECT d.path FROM {0} d LEFT JOIN (SELECT {0}_id, min(stale) AS stale FROM main.result "
                             "GROUP BY {0}_id) r ON r.{0}_id = d.id WHERE d.path IS NOT NULL AND coalesce(r.stale, 0) "
                             "= 0",
                             table),
                 Row{}, [&](const Row& row) { paths.insert(text(row[0])); });
  }
  return {paths.begin(), paths.end()};
}

std::vector<std::pair<std::int64_t, std::string>> dimension_keys(const CampaignReader& reader, std::string_view table) {
  std::vector<std::pair<std::int64_t, std::string>> keys;
  reader.query(fmt::format("SELECT id, key FROM {}", table), Row{},
               [&](const Row& row) { keys.emplace_back(whole(row[0]), text(row[1])); });
  return keys;
}

std::string strategy_key(const CampaignReader& reader, const std::string& label) {
  std::string key;
  reader.query("SELECT key FROM strategy WHERE label = ?", std::vector<SqlValue>{label},
               [&](const auto& row) { key = std::get<std::string>(row[0]); });
  return key;
}

std::vector<NamedScenario> scenarios_with_keys(const CampaignReader& reader,
                                               const std::array<std::string, k_dimensions>& beginnings,
                                               std::size_t most) {
  std::string condition = "1";
  Row values;
  for (std::size_t i = 0; i < k_dimensions; ++i) {
    if (beginnings[i].empty()) continue;
    condition += fmt::format(" AND r.{0}_id IN (SELECT id FROM {0} WHERE key >= ? AND key < ?)", k_dimension_tables[i]);
    values.insert(values.end(), {beginnings[i], beginnings[i] + 'g'});  // which sorts after every digit
  }
  values.emplace_back(static_cast<std::int64_t>(most));
  std::vector<NamedScenario> found;
  reader.query(fmt::format("SELECT p.id, w.id, s.id, p.key || '-' || w.key || '-' || s.key FROM main.result r "
                           "JOIN platform p ON p.id = r.platform_id JOIN workload w ON w.id = r.workload_id "
                           "JOIN strategy s ON s.id = r.strategy_id WHERE {} LIMIT ?",
                           condition),
               values, [&](const Row& row) {
                 found.push_back({text(row[3]), id_of(row)});
               });
  return found;
}

void each_metric(const CampaignReader& reader, const std::string& metric, const std::vector<std::string>& columns,
                 const std::string& where, const std::function<void(const MetricRow&)>& take) {
  std::string named = fmt::format("\"{}\", platform, workload", metric);
  for (const std::string& column : columns) named += fmt::format(", \"{}\"", column);
  const std::string condition = where.empty() ? "" : fmt::format(" AND ({}\n)", where);  // it may end with a comment
  reader.query(fmt::format("SELECT {} FROM results WHERE \"{}\" IS NOT NULL{}", named, metric, condition), Row(),
               [&](const Row& row) {
                 take({.value = number_or_nan(row[0]),
                       .platform = text(row[1]),
                       .workload = text(row[2]),
                       .by = {row.begin() + 3, row.end()}});
               });
}

}  // namespace palio
