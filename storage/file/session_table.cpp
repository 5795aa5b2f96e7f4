#include "storage/file/session_table.h"

#include <fmt/format.h>

#include "core/identity/random_stream.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "storage/file/row_checksum.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

constexpr std::string_view k_wanted_results =
    "((SELECT count(*) FROM result) - (SELECT count(*) FROM result WHERE stale))";

constexpr std::string_view k_insert = R"(
  INSERT INTO session (key, started, host, pid, palio_version, compiler, engine, engine_version, jobs, sample, planned,
                       wanted, stored_before, request_id, results_before)
  VALUES (0, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {}))";

// Two containers can have the same host name and pids and start at the same time; but not for the same request.
constexpr std::string_view k_known_by = R"(
  SELECT json_array(started, host, pid, palio_version, asked, r.sample, shard, shards, condition, options)
  FROM session s JOIN request r ON r.id = request_id WHERE s.id = {})";

constexpr const char* k_select_sessions = R"(
  SELECT host, pid, palio_version, compiler, engine, engine_version, jobs, sample, planned,
         wanted, stored_before, started, coalesce(ended, ''), coalesce(how, ''), completed, failed, results_before
  FROM session ORDER BY id)";

constexpr const char* k_insert_request = R"(
  INSERT INTO request (asked, sample, shard, shards, condition, options, shard_rule, shard_costs)
  VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, ?, ?))";

constexpr const char* k_select_request = R"(
  SELECT sample, shard, shards, condition, options, coalesce(shard_rule, ''), coalesce(shard_costs, '')
  FROM request WHERE {} ORDER BY id DESC LIMIT 1)";

void seal(SQLite::Database& database, std::string_view table, std::int64_t id) {
  seal_rows(database, table, fmt::format("id = {}", id));
}

std::int64_t sealed_last_row(SQLite::Database& database, std::string_view table) {
  const std::int64_t id = database.getLastInsertRowid();
  seal(database, table, id);
  return id;
}

std::optional<std::string> null_if_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<CampaignRequest> first_request(SQLite::Statement& select) {
  if (!select.executeStep()) return std::nullopt;
  CampaignRequest r;
  std::string options;
  read_columns(select, r.sample, r.shard, r.shards, r.condition, options, r.shard_rule, r.shard_costs);
  for (const JsonReader& word : JsonReader::parse(options, "options of a request").elements())
    r.options.push_back(word.text());
  return r;
}

}  // namespace

std::int64_t insert_request(SQLite::Database& database, const CampaignRequest& r) {
  execute(database, k_insert_request, r.sample, r.shard, r.shards, r.condition, json_array(r.options, json_quoted),
          null_if_empty(r.shard_rule), null_if_empty(r.shard_costs));
  return sealed_last_row(database, "request");
}

std::optional<CampaignRequest> read_request(SQLite::Database& database) {
  SQLite::Statement select(database, fmt::format(k_select_request, "true"));
  return first_request(select);
}

std::optional<CampaignRequest> read_request_of(SQLite::Database& database, const CampaignRequest& part) {
  SQLite::Statement select(database,
                           fmt::format(k_select_request, "sample = ? AND shard = ? AND shards = ? AND condition = ?"));
  bind_all(select, part.sample, part.shard, part.shards, part.condition);
  return first_request(select);
}

SessionIds insert_session(SQLite::Database& database, const SessionInfo& info, std::int64_t request) {
  execute(database, fmt::format(k_insert, k_wanted_results), info.host, info.pid, info.palio_version, info.compiler,
          info.engine, info.engine_version, info.jobs, info.sample, info.planned, info.wanted, info.stored_before,
          request);
  const std::int64_t id = database.getLastInsertRowid();
  const std::string known_by = database.execAndGet(fmt::format(k_known_by, id)).getString();
  const SessionIds ids{request, id, static_cast<std::int64_t>(hash64(known_by, 0) >> 1U)};
  execute(database, "UPDATE session SET key = ? WHERE id = ?", ids.key, id);
  seal(database, "session", id);
  return ids;
}

void end_session_row(SQLite::Database& database, std::int64_t id, std::string_view how) {
  execute(database, "UPDATE session SET ended = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), how = ? WHERE id = ?",
          std::string(how), id);
  seal(database, "session", id);
}

SessionIds put_last(SQLite::Database& database, const SessionIds& ids) {
  const SessionIds last{whole_number(database, "SELECT max(id) + 1 FROM request"),
                        whole_number(database, "SELECT max(id) + 1 FROM session"), ids.key};
  execute(database, "UPDATE request SET id = ? WHERE id = ?", last.request, ids.request);
  execute(database, "UPDATE session SET id = ?, request_id = ? WHERE id = ?", last.session, last.request, ids.session);
  seal(database, "request", last.request);
  seal(database, "session", last.session);
  return last;
}

void recount_session(SQLite::Database& database, std::int64_t id, std::int64_t stored) {
  execute(database,
          fmt::format("UPDATE session SET stored_before = ?, results_before = {} WHERE id = ?", k_wanted_results),
          stored, id);
  seal(database, "session", id);
}

void insert_pruning(SQLite::Database& database, const PrunedResults& pruned) {
  execute(database,
          "INSERT INTO pruning (pruned, results, attempts, failures) VALUES "
          "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?)",
          pruned.results, pruned.attempts, pruned.failures);
  seal_rows(database, "pruning", "checksum IS NULL");
}

std::vector<SessionRow> read_sessions(SQLite::Database& database) {
  std::vector<SessionRow> sessions;
  SQLite::Statement select(database, k_select_sessions);
  while (select.executeStep()) {
    SessionRow& row = sessions.emplace_back();
    SessionInfo& info = row.info;
    read_columns(select, info.host, info.pid, info.palio_version, info.compiler, info.engine, info.engine_version,
                 info.jobs, info.sample, info.planned, info.wanted, info.stored_before, row.started, row.ended, row.how,
                 row.completed, row.failed, row.results_before);
  }
  return sessions;
}

}  // namespace palio
