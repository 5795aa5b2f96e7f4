#include "storage/merge/merge_steps.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "storage/file/dimension_table.h"
#include "storage/file/row_checksum.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

// Two recipes have the same label if a default changed between two versions of Palio: the later one gets the full text
// as label.
void insert_missing(SQLite::Database& database, const DimensionTable& table) {
  std::vector<ParameterColumn> columns = parameter_columns(database, table);
  std::string names, values;
  for (const ParameterColumn& column : parameter_columns(database, table, "part")) {
    names += ", " + quoted_name(column_for(database, table, columns, column.parameter(), column.type));
    values += ", p." + quoted_name(column.name);
  }
  database.exec(fmt::format(
      "INSERT INTO main.{0} (key, canonical, label, {1}{2}) SELECT p.key, p.canonical, iif(EXISTS (SELECT 1 FROM "
      "main.{0} m WHERE m.label = p.label), p.canonical, p.label), p.{1}{3} FROM part.{0} p "
      "WHERE NOT EXISTS (SELECT 1 FROM main.{0} m WHERE m.canonical = p.canonical) ORDER BY p.id",
      table.name, table.kind_column, names, values));
  seal_rows(database, table.name, "checksum IS NULL");
}

// Up to which id, from 1 on, the part has the rows of the whole, if these are all its rows; else 0. Parts of a campaign
// mostly have equal ids.
std::int64_t last_common_id(SQLite::Database& database, const DimensionTable& table) {
  return whole_number(database,
                      fmt::format("SELECT iif(min(p.id) = 1 AND max(p.id) = count(*) AND count(*) = sum(m.canonical = "
                                  "p.canonical), count(*), 0) FROM part.{0} p LEFT JOIN main.{0} m ON m.id = p.id",
                                  table.name));
}

// Empty if the whole lacks a row. An equal id is found sooner than a text.
std::optional<IdMap> common_ids(SQLite::Database& database, const DimensionTable& table) {
  IdMap ids;
  SQLite::Statement select(
      database, fmt::format("SELECT p.id, iif(m.canonical = p.canonical, m.id, (SELECT t.id FROM main.{0} t WHERE "
                            "t.canonical = p.canonical)) FROM part.{0} p LEFT JOIN main.{0} m ON m.id = p.id",
                            table.name));
  while (select.executeStep()) {
    if (select.getColumn(1).isNull()) return std::nullopt;
    ids.add(select.getColumn(0).getInt64(), select.getColumn(1).getInt64());
  }
  return ids;
}

void merge_dimension(SQLite::Database& database, const DimensionTable& table, Reference reference, MovedRows& rows) {
  if (const std::int64_t last = last_common_id(database, table); last > 0) return rows.set(reference, IdMap(last));
  std::optional<IdMap> ids = common_ids(database, table);
  if (!ids) {
    insert_missing(database, table);
    ids = common_ids(database, table);
  }
  rows.set(reference, std::move(ids).value_or(IdMap{}));
}

// Their content must match their digest.
void merge_input_files(SQLite::Database& database, const PartToMerge& part) {
  SQLite::Statement missing(database,
                            "SELECT digest, content FROM part.input_file p WHERE NOT EXISTS (SELECT 1 FROM "
                            "main.input_file m WHERE m.digest = p.digest)");
  SQLite::Statement insert(database, "INSERT INTO main.input_file (digest, content) VALUES (?, ?)");
  while (missing.executeStep()) {
    std::string digest, content;
    read_columns(missing, digest, content);
    if (content_digest(content) != digest)
      throw PartError(
          fmt::format("{} is damaged: the input file {} changed after it was stored", part.file.string(), digest));
    execute(insert, digest, content);
  }
}

std::vector<std::int64_t> ids_of(SQLite::Database& database, std::string_view table) {
  std::vector<std::int64_t> ids;
  SQLite::Statement select(database, fmt::format("SELECT id FROM part.{} ORDER BY id", table));
  while (select.executeStep()) ids.push_back(select.getColumn(0).getInt64());
  return ids;
}

std::int64_t insert_row(SQLite::Database& database, std::string_view table, std::int64_t id) {
  const std::string columns = own_columns(database, table);
  database.exec(fmt::format("INSERT INTO main.{0} ({1}) SELECT {1} FROM part.{0} WHERE id = {2}", table, columns, id));
  return database.getLastInsertRowid();
}

// The id in the whole of the row with the same values in these columns; 0: there is none.
std::int64_t find_row(SQLite::Database& database, std::string_view table, std::string_view columns, std::int64_t id,
                      std::string_view condition = "true") {
  return whole_number(
      database,
      fmt::format("SELECT min(id) FROM main.{0} WHERE ({1}) IS (SELECT {1} FROM part.{0} WHERE id = {2}) AND {3}",
                  table, columns, id, condition));
}

IdMap merge_requests(SQLite::Database& database) {
  const std::string columns = own_columns(database, "request");
  IdMap moved;
  for (const std::int64_t id : ids_of(database, "request")) {
    const std::int64_t known = find_row(database, "request", columns, id);
    const std::int64_t stored = known > 0 ? known : insert_row(database, "request", id);
    if (known == 0) seal_rows(database, "request", fmt::format("id = {}", stored));
    moved.add(id, stored);
  }
  return moved;
}

// What a session stored so far, and whether it has ended.
struct SessionState {
  std::int64_t completed = 0, failed = 0;
  bool ended = false;

  std::int64_t attempts() const { return completed + failed; }
  bool is_behind(const SessionState& other) const {
    return attempts() < other.attempts() || (attempts() == other.attempts() && !ended && other.ended);
  }
};

SessionState session_state(SQLite::Database& database, std::string_view file, std::int64_t id) {
  SQLite::Statement select(
      database, fmt::format("SELECT completed, failed, ended IS NOT NULL FROM {}.session WHERE id = ?", file));
  select.bind(1, id);
  if (!select.executeStep()) return {};
  return {select.getColumn(0).getInt64(), select.getColumn(1).getInt64(), select.getColumn(2).getInt() != 0};
}

void refuse_other_engine(SQLite::Database& database, std::int64_t id, const PartToMerge& part) {
  const std::string engine =
      database.execAndGet(fmt::format("SELECT engine FROM part.session WHERE id = {}", id)).getString();
  if (engine != part.engine)
    throw PartError(
        fmt::format("{} holds results of the engine {}, the others of {}, but a campaign holds results of only one",
                    part.file.string(), engine, part.engine));
}

// The request of a session in the whole, as SQL.
std::string request_of(SQLite::Database& database, std::int64_t session, const IdMap& requests) {
  const auto found =
      requests.find(whole_number(database, fmt::format("SELECT request_id FROM part.session WHERE id = {}", session)));
  return found ? fmt::format("{}", *found) : "NULL";
}

}  // namespace

void merge_dimensions(SQLite::Database& database, MovedRows& rows, const PartToMerge& part) {
  merge_input_files(database, part);
  merge_dimension(database, k_platform_table, Reference::platform, rows);
  merge_dimension(database, k_workload_table, Reference::workload, rows);
  merge_dimension(database, k_strategy_table, Reference::strategy, rows);
}

Growth merge_sessions(SQLite::Database& database, MovedRows& rows, const PartToMerge& part) {
  const IdMap requests = merge_requests(database);
  Growth growth;
  IdMap moved;
  for (const std::int64_t id : ids_of(database, "session")) {
    const std::string request = request_of(database, id, requests);
    // Two containers can have the same host name and pids and start at the same time; but not for the same request.
    const std::int64_t known =
        find_row(database, "session", "started, host, pid, palio_version", id, "request_id IS " + request);
    const SessionState before = session_state(database, "main", known), now = session_state(database, "part", id);
    if (now.attempts() > 0) refuse_other_engine(database, id, part);
    const std::int64_t stored = known > 0 ? known : insert_row(database, "session", id);
    moved.add(id, stored);
    if (known == 0)
      database.exec(fmt::format("UPDATE main.session SET request_id = {} WHERE id = {}", request, stored));
    else if (before.is_behind(now))
      database.exec(
          fmt::format("UPDATE main.session SET ({0}) = (SELECT {0} FROM part.session WHERE id = {1}) WHERE "
                      "id = {2}",
                      "ended, how, completed, failed, stored_before, results_before", id, known));
    else
      continue;
    seal_rows(database, "session", fmt::format("id = {}", stored));
    growth.attempts += now.attempts() - before.attempts();
    growth.failures += now.failed - before.failed;
    growth.changed = true;
  }
  rows.set(Reference::session, std::move(moved));
  return growth;
}

void refuse_changed_rows(SQLite::Database& database, const PartToMerge& part) {
  for (const std::string_view table :
       {"campaign", "request", "session", "pruning", "platform", "workload", "strategy"}) {
    const std::int64_t changed =
        whole_number(database, fmt::format("SELECT count(*) FROM part.{0} AS {0} WHERE checksum IS NOT {1}", table,
                                           checksum_expression(database, table, "part")));
    if (changed > 0)
      throw PartError(fmt::format(
          "{0} is damaged: {1} of table {2} changed after being stored; palio check {3} names them", part.file.string(),
          changed == 1 ? "a row" : fmt::format("{} rows", changed), table, brief_shell_word(part.file.string())));
  }
}

}  // namespace palio
