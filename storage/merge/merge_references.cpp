#include "storage/merge/merge_steps.h"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "storage/file/dimension_table.h"
#include "storage/file/row_checksum.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

// The whole and the part gave the same id to different texts, or two ids to one, because in one of them a third text
// has or had the first key.
void refuse_other_texts(SQLite::Database& database, const DimensionTable& table, const PartToMerge& part) {
  const std::vector<std::string> texts = texts_of(
      database, fmt::format("SELECT p.canonical || ' and ' || m.canonical FROM part.{0} p JOIN main.{0} m USING (id) "
                            "WHERE p.canonical <> m.canonical UNION ALL SELECT p.canonical || ' and another text' FROM "
                            "part.{0} p JOIN main.{0} m ON m.label IN (p.label, p.canonical) WHERE p.canonical = "
                            "m.canonical AND p.id <> m.id LIMIT 1",
                            table.name));
  if (!texts.empty())
    throw PartError(fmt::format("{} uses one key for {}: run its study into the file of the others", part.file.string(),
                                texts.front()));
}

// Two recipes have the same label if a default changed between two versions of Palio: the later one gets the full text
// as label.
void merge_dimension(SQLite::Database& database, const DimensionTable& table, const PartToMerge& part) {
  refuse_other_texts(database, table, part);
  constexpr std::string_view k_missing =
      "FROM part.{0} p WHERE NOT EXISTS (SELECT 1 FROM main.{0} m WHERE m.id = p.id)";
  const std::string missing = fmt::format(k_missing, table.name);
  if (whole_number(database, fmt::format("SELECT EXISTS (SELECT 1 {})", missing)) == 0) return;
  std::vector<ParameterColumn> columns = parameter_columns(database, table);
  std::string names, values;
  for (const ParameterColumn& column : parameter_columns(database, table, "part")) {
    names += ", " + quoted_name(column_for(database, table, columns, column.parameter(), column.type));
    values += ", p." + quoted_name(column.name);
  }
  database.exec(fmt::format(
      "INSERT INTO main.{0} (id, key, canonical, label, {1}{2}) SELECT p.id, p.key, p.canonical, iif(EXISTS (SELECT 1 "
      "FROM main.{0} m WHERE m.label = p.label), p.canonical, p.label), p.{1}{3} {4}",
      table.name, table.kind_column, names, values, missing));
  seal_rows(database, table.name, "checksum IS NULL");
}

// Their content must match their digest.
void merge_input_files(SQLite::Database& database, const PartToMerge& part) {
  SQLite::Statement files(database, "SELECT digest, content, read FROM part.input_file");
  SQLite::Statement insert(database,
                           "INSERT INTO main.input_file (digest, content, read) VALUES (?, ?, ?) ON CONFLICT (digest) "
                           "DO UPDATE SET read = max(read, excluded.read), checksum = NULL");
  while (files.executeStep()) {
    std::string digest, content, read;
    read_columns(files, digest, content, read);
    if (content_digest(content) != digest)
      throw PartError(
          fmt::format("{} is damaged: the input file {} changed after it was stored", part.file.string(), digest));
    execute(insert, digest, content, read);
  }
  seal_rows(database, "input_file", "checksum IS NULL");
}

std::vector<std::int64_t> ids_of(SQLite::Database& database, std::string_view table) {
  std::vector<std::int64_t> ids;
  SQLite::Statement select(database, fmt::format("SELECT id FROM part.{} ORDER BY id", table));
  while (select.executeStep()) ids.push_back(select.getColumn(0).getInt64());
  return ids;
}

std::int64_t insert_row(SQLite::Database& database, std::string_view table, std::string_view columns, std::int64_t id) {
  database.exec(fmt::format("INSERT INTO main.{0} ({1}) SELECT {1} FROM part.{0} WHERE id = {2}", table, columns, id));
  return database.getLastInsertRowid();
}

// The id in the whole of the row with the same values in these columns; 0: there is none.
std::int64_t find_row(SQLite::Database& database, std::string_view table, std::string_view columns, std::int64_t id) {
  return whole_number(
      database, fmt::format("SELECT min(id) FROM main.{0} WHERE ({1}) IS (SELECT {1} FROM part.{0} WHERE id = {2})",
                            table, columns, id));
}

using Ids = std::unordered_map<std::int64_t, std::int64_t>;  // in the whole, by those in the part

Ids merge_requests(SQLite::Database& database) {
  const std::string columns = columns_but(database, "request", {"id", "checksum"});
  Ids moved;
  for (const std::int64_t id : ids_of(database, "request")) {
    const std::int64_t known = find_row(database, "request", columns, id);
    const std::int64_t stored = known > 0 ? known : insert_row(database, "request", columns, id);
    if (known == 0) seal_rows(database, "request", fmt::format("id = {}", stored));
    moved.emplace(id, stored);
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

std::int64_t insert_session_row(SQLite::Database& database, std::string_view columns, std::int64_t id,
                                const Ids& requests) {
  const std::int64_t request =
      whole_number(database, fmt::format("SELECT request_id FROM part.session WHERE id = {}", id));
  const auto found = requests.find(request);
  database.exec(
      fmt::format("INSERT INTO main.session ({0}, request_id) SELECT {0}, {1} FROM part.session WHERE id = {2}",
                  columns, found == requests.end() ? "NULL" : fmt::format("{}", found->second), id));
  return database.getLastInsertRowid();
}

void refuse_other_engine(SQLite::Database& database, std::int64_t id, const PartToMerge& part) {
  const std::string engine =
      database.execAndGet(fmt::format("SELECT engine FROM part.session WHERE id = {}", id)).getString();
  if (engine != part.engine)
    throw PartError(
        fmt::format("{} holds results of the engine {}, the others of {}, but a campaign holds results of only one",
                    part.file.string(), engine, part.engine));
}

}  // namespace

void merge_dimensions(SQLite::Database& database, MovedRows& rows, const PartToMerge& part) {
  merge_input_files(database, part);
  for (const DimensionTable& table : {k_platform_table, k_workload_table, k_strategy_table})
    merge_dimension(database, table, part);
  rows.know_dimensions();
}

Growth merge_sessions(SQLite::Database& database, MovedRows& rows, const PartToMerge& part) {
  const Ids requests = merge_requests(database);
  const std::string columns = columns_but(database, "session", {"id", "request_id", "checksum"});
  Growth growth;
  Ids moved;
  for (const std::int64_t id : ids_of(database, "session")) {
    const std::int64_t known = find_row(database, "session", "key", id);
    const SessionState before = session_state(database, "main", known), now = session_state(database, "part", id);
    if (now.attempts() > 0) refuse_other_engine(database, id, part);
    const std::int64_t stored = known > 0 ? known : insert_session_row(database, columns, id, requests);
    moved.emplace(id, stored);
    if (known > 0 && !before.is_behind(now)) continue;
    if (known > 0)
      database.exec(
          fmt::format("UPDATE main.session SET ({0}) = (SELECT {0} FROM part.session WHERE id = {1}) WHERE "
                      "id = {2}",
                      "ended, how, completed, failed, stored_before, results_before", id, known));
    seal_rows(database, "session", fmt::format("id = {}", stored));
    growth.attempts += now.attempts() - before.attempts();
    growth.failures += now.failed - before.failed;
    growth.changed = true;
  }
  rows.set_sessions(std::move(moved));
  return growth;
}

void refuse_changed_rows(SQLite::Database& database, const PartToMerge& part) {
  for (const std::string_view table :
       {"campaign", "request", "session", "pruning", "platform", "workload", "strategy", "input_file"}) {
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
