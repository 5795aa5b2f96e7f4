#include "storage/file/session_table.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include "storage/file/metric_columns.h"
#include "storage/file/row_checksum.h"

namespace palio {
namespace {

constexpr std::string_view k_wanted_results =
    "((SELECT count(*) FROM result) - (SELECT count(*) FROM result WHERE stale))";

constexpr std::string_view k_insert = R"(
  INSERT INTO session (started, host, pid, palio_version, compiler, engine, engine_version, jobs, sample, planned,
                       wanted, stored_before, request_id, metrics, results_before)
  VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {}))";

constexpr const char* k_end = R"(
  UPDATE session SET ended = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), how = ? WHERE id = ?)";

constexpr const char* k_select_sessions = R"(
  SELECT host, pid, palio_version, compiler, engine, engine_version, jobs, sample, planned,
         wanted, stored_before, started, coalesce(ended, ''), coalesce(how, ''), completed, failed, results_before
  FROM session ORDER BY id)";

constexpr const char* k_insert_request = R"(
  INSERT INTO request (asked, sample, shard, shards, condition, time_limit, memory_limit, max_failures, engine,
                       audit, isolation, shard_rule, shard_costs)
  VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))";

constexpr const char* k_select_request = R"(
  SELECT sample, shard, shards, condition, time_limit, memory_limit, max_failures, engine, audit,
         coalesce(isolation, ''), coalesce(shard_rule, ''), coalesce(shard_costs, '')
  FROM request WHERE {} ORDER BY id DESC LIMIT 1)";

void seal(SQLite::Database& database, std::string_view table, std::int64_t id) {
  seal_rows(database, table, fmt::format("id = {}", id));
}

std::optional<CampaignRequest> first_request(SQLite::Statement& select) {
  if (!select.executeStep()) return std::nullopt;
  CampaignRequest request;
  request.sample = select.getColumn(0).getInt64();
  request.shard = select.getColumn(1).getInt64();
  request.shards = select.getColumn(2).getInt64();
  request.condition = select.getColumn(3).getString();
  if (!select.isColumnNull(4)) request.time_limit = select.getColumn(4).getDouble();
  request.memory_limit = select.getColumn(5).getString();
  request.max_failures = select.getColumn(6).getString();
  request.engine = select.getColumn(7).getString();
  if (!select.isColumnNull(8)) request.audit = select.getColumn(8).getDouble();
  request.isolation = select.getColumn(9).getString();
  request.shard_rule = select.getColumn(10).getString();
  request.shard_costs = select.getColumn(11).getString();
  return request;
}

}  // namespace

std::int64_t insert_request(SQLite::Database& database, const CampaignRequest& request) {
  SQLite::Statement insert(database, k_insert_request);
  insert.bind(1, request.sample);
  insert.bind(2, request.shard);
  insert.bind(3, request.shards);
  insert.bind(4, request.condition);
  if (request.time_limit) insert.bind(5, *request.time_limit);  // else NULL
  insert.bind(6, request.memory_limit);
  insert.bind(7, request.max_failures);
  insert.bind(8, request.engine);
  if (request.audit) insert.bind(9, *request.audit);  // else NULL
  if (!request.isolation.empty()) insert.bind(10, request.isolation);
  if (!request.shard_rule.empty()) insert.bind(11, request.shard_rule);
  if (!request.shard_costs.empty()) insert.bind(12, request.shard_costs);
  insert.exec();
  const std::int64_t id = database.getLastInsertRowid();
  seal(database, "request", id);
  return id;
}

std::optional<CampaignRequest> read_request(SQLite::Database& database) {
  SQLite::Statement select(database, fmt::format(k_select_request, "true"));
  return first_request(select);
}

std::optional<CampaignRequest> read_request_of(SQLite::Database& database, const CampaignRequest& part) {
  SQLite::Statement select(database,
                           fmt::format(k_select_request, "sample = ? AND shard = ? AND shards = ? AND condition = ?"));
  select.bind(1, part.sample);
  select.bind(2, part.shard);
  select.bind(3, part.shards);
  select.bind(4, part.condition);
  return first_request(select);
}

std::int64_t insert_session(SQLite::Database& database, const SessionInfo& info, std::int64_t request) {
  SQLite::Statement insert(database, fmt::format(k_insert, k_wanted_results));
  insert.bind(1, info.host);
  insert.bind(2, info.pid);
  insert.bind(3, info.palio_version);
  insert.bind(4, info.compiler);
  insert.bind(5, info.engine);
  insert.bind(6, info.engine_version);
  insert.bind(7, info.jobs);
  insert.bind(8, info.sample);
  insert.bind(9, info.planned);
  insert.bind(10, info.wanted);
  insert.bind(11, info.stored_before);
  insert.bind(12, request);
  insert.bind(13, known_metrics());
  insert.exec();
  const std::int64_t id = database.getLastInsertRowid();
  seal(database, "session", id);
  return id;
}

void end_session_row(SQLite::Database& database, std::int64_t id, std::string_view how) {
  SQLite::Statement end(database, k_end);
  end.bind(1, std::string(how));
  end.bind(2, id);
  end.exec();
  seal(database, "session", id);
}

SessionIds put_last(SQLite::Database& database, const SessionIds& ids) {
  const auto behind = [&](std::string_view table) {
    return database.execAndGet(fmt::format("SELECT max(id) + 1 FROM {}", table)).getInt64();
  };
  const SessionIds last{behind("request"), behind("session")};
  database.exec(fmt::format("UPDATE request SET id = {} WHERE id = {}", last.request, ids.request));
  database.exec(fmt::format("UPDATE session SET id = {}, request_id = {} WHERE id = {}", last.session, last.request,
                            ids.session));
  seal(database, "request", last.request);
  seal(database, "session", last.session);
  return last;
}

void recount_session(SQLite::Database& database, std::int64_t id, std::int64_t stored) {
  SQLite::Statement update(
      database,
      fmt::format("UPDATE session SET stored_before = ?, results_before = {} WHERE id = ?", k_wanted_results));
  update.bind(1, stored);
  update.bind(2, id);
  update.exec();
  seal(database, "session", id);
}

void insert_pruning(SQLite::Database& database, const PrunedResults& pruned) {
  SQLite::Statement insert(database,
                           "INSERT INTO pruning (pruned, results, attempts, failures) VALUES "
                           "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?)");
  insert.bind(1, pruned.results);
  insert.bind(2, pruned.attempts);
  insert.bind(3, pruned.failures);
  insert.exec();
  seal_rows(database, "pruning", "checksum IS NULL");
}

std::vector<SessionRow> read_sessions(SQLite::Database& database) {
  std::vector<SessionRow> sessions;
  SQLite::Statement select(database, k_select_sessions);
  while (select.executeStep()) {
    SessionRow row;
    row.info.host = select.getColumn(0).getString();
    row.info.pid = select.getColumn(1).getInt64();
    row.info.palio_version = select.getColumn(2).getString();
    row.info.compiler = select.getColumn(3).getString();
    row.info.engine = select.getColumn(4).getString();
    row.info.engine_version = select.getColumn(5).getString();
    row.info.jobs = select.getColumn(6).getInt64();
    row.info.sample = select.getColumn(7).getInt64();
    row.info.planned = select.getColumn(8).getInt64();
    row.info.wanted = select.getColumn(9).getInt64();
    row.info.stored_before = select.getColumn(10).getInt64();
    row.started = select.getColumn(11).getString();
    row.ended = select.getColumn(12).getString();
    row.how = select.getColumn(13).getString();
    row.completed = select.getColumn(14).getInt64();
    row.failed = select.getColumn(15).getInt64();
    row.results_before = select.getColumn(16).getInt64();
    sessions.push_back(std::move(row));
  }
  return sessions;
}

}  // namespace palio
