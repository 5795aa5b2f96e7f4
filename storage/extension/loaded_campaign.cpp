#include "storage/extension/loaded_campaign.h"

#include <fmt/format.h>

#include <array>
#include <memory>

#include "core/version.h"
#include "storage/extension/routed_sqlite.h"
#include "storage/file/companions.h"
#include "storage/file/schema_guard.h"
#include "storage/file/schema_version.h"
#include "storage/sql/callback.h"
#include "storage/sql/statement.h"

SQLITE_EXTENSION_INIT1

namespace palio {
namespace {

class LoadedCampaign final : public QueriedCampaign {
public:
  // As for CampaignReader, `result` is what the study wants.
  explicit LoadedCampaign(sqlite3* database) : database_(database) {
    refuse_foreign_companions();
    if (!loaded_by_statement_) use_exact_totals(database);
    if (!has_campaign()) return;
    refuse_other_file();
    rows_.run("CREATE TEMP VIEW IF NOT EXISTS wanted_result AS SELECT * FROM main.measured WHERE NOT stale");
    rows_.run("CREATE TEMP VIEW IF NOT EXISTS measured AS SELECT * FROM wanted_result");
    rows_.run("CREATE TEMP VIEW IF NOT EXISTS result AS SELECT * FROM main.plain_result WHERE NOT stale");
  }

  void query(std::string_view sql, const std::vector<SqlValue>& values,
             const std::function<void(const std::vector<SqlValue>&)>& row) const override {
    std::vector<SqlValue> cells;
    visit_rows(sql, values, [&](sqlite3_stmt* at) {
      cells.resize(static_cast<std::size_t>(sqlite3_column_count(at)));
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = value_at(at, static_cast<int>(i));
      row(cells);
    });
  }

  ResultColumns results(std::span<const std::string> expressions) const override {
    if (const std::int64_t now = version(); !columns_ || columns_version_ != now) {
      columns_ = std::make_shared<ResultColumnCache>();
      columns_version_ = now;
    }
    const auto visit = [&](std::string_view sql, const VisitRow& row) { visit_rows(sql, {}, row); };
    return columns_->get([&](auto) { return std::vector<VisitRows>{visit}; }, file(), expressions);
  }

  std::int64_t version() const override {
    const std::int64_t now = number("PRAGMA main.data_version");
    if (now != checked_version_) refuse_other_file();
    return checked_version_ = now;
  }
  std::int64_t moment() const override { return version(); }
  bool is_narrowed() const override { return false; }

  void add_aggregate(const std::string& name, int arguments, AggregateFactory factory,
                     TextNumber text_number) override {
    if (!stays(name, arguments))
      register_aggregate(database_, name, arguments, std::move(factory), std::move(text_number));
  }
  void add_function(const std::string& name, int arguments, ScalarFunction function) override {
    if (!stays(name, arguments)) register_function(database_, name, arguments, std::move(function));
  }
  void add_table(TableFunction function) override { register_table(database_, std::move(function)); }

private:
  bool is_in_statement() const {
    sqlite3_stmt* statement = nullptr;
    while ((statement = sqlite3_next_stmt(database_, statement)) != nullptr)
      if (sqlite3_stmt_busy(statement) != 0) return true;
    return false;
  }

  // While a statement runs, SELECT load_extension(...), SQLite replaces no function: what the client has stays.
  bool stays(const std::string& name, int arguments) const {
    bool exists = false;
    if (loaded_by_statement_)
      query("SELECT 1 FROM pragma_function_list WHERE name = ? AND narg = ?", {name, std::int64_t{arguments}},
            [&](const auto&) { exists = true; });
    return exists;
  }

  // Before anything is read: what another file would have SQLite do to this one is done then.
  void refuse_foreign_companions() const {
    if (file().empty()) return;
    refuse_odd_companions(file());
    if (!hot_journal(file()).empty()) refuse_journal(file());
    std::array<char, 20> header{};  // read through SQLite: closing a descriptor of ours would release its locks
    sqlite3_file* main = nullptr;
    sqlite3_file_control(database_, "main", SQLITE_FCNTL_FILE_POINTER, &main);
    if (main == nullptr || main->pMethods == nullptr) return;
    const int code = main->pMethods->xRead(main, header.data(), header.size(), 0);
    if (code == SQLITE_IOERR_SHORT_READ) refuse_orphans(file());
    if (code == SQLITE_OK && header[18] == 1 && has_log(file())) refuse_log(file());
  }

  bool has_campaign() const { return number("PRAGMA main.application_id") == std::int64_t{k_application_id}; }

  // Throws UserError unless the main database is a campaign of this version.
  void refuse_other_file() const {
    if (!has_campaign())
      throw UserError("{} is not a Palio campaign, which this function reads: open one as the main database",
                      file().empty() ? "the database in memory" : file());
    refuse_other_schema_version(file(), schema_version(rows_));
    refuse_other_schema(rows_, file());
  }

  std::string file() const {
    const char* name = sqlite3_db_filename(database_, "main");
    return name == nullptr ? "" : name;
  }

  void visit_rows(std::string_view sql, const std::vector<SqlValue>& values, const VisitRow& visit) const {
    sqlite3_stmt* compiled = nullptr;
    sqlite3_prepare_v2(database_, sql.data(), static_cast<int>(sql.size()), &compiled, nullptr);
    const StatementHandle rows(compiled);
    int code = compiled == nullptr ? SQLITE_ERROR : SQLITE_ROW;
    for (std::size_t i = 0; i < values.size(); ++i) bind_value(rows.get(), static_cast<int>(i) + 1, values[i]);
    while (code == SQLITE_ROW)
      if ((code = sqlite3_step(rows.get())) == SQLITE_ROW) visit(rows.get());
    if (code == SQLITE_DONE) return;
    const bool is_other = sqlite3_errcode(database_) == SQLITE_NOTADB;
    throw UserError("{} {}: {}", file(), is_other ? "is not a Palio campaign" : "cannot be read",
                    sqlite3_errmsg(database_));
  }

  std::int64_t number(std::string_view sql) const {
    std::int64_t number = 0;
    visit_rows(sql, {}, [&](sqlite3_stmt* row) { number = sqlite3_column_int64(row, 0); });
    return number;
  }

  sqlite3* database_;
  RowSource rows_{[this](auto sql, const auto& row) { query(sql, {}, row); }};
  bool loaded_by_statement_ = is_in_statement();
  mutable std::shared_ptr<ResultColumnCache> columns_;
  mutable std::int64_t columns_version_ = 0, checked_version_ = 0;
};

void answer_version(sqlite3_context* context, int, sqlite3_value**) {
  sqlite3_result_text(context, k_version.data(), static_cast<int>(k_version.size()), SQLITE_STATIC);
}

void destroy_campaign(void* campaign) { delete static_cast<LoadedCampaign*>(campaign); }

}  // namespace

// Functions refer to the campaign, so it lives as long as the last of them, palio_version().
int load_into(sqlite3* database, char** message, const sqlite3_api_routines* api, void (*add)(QueriedCampaign&)) {
  SQLITE_EXTENSION_INIT2(api)
  try {
    auto campaign = std::make_unique<LoadedCampaign>(database);
    LoadedCampaign* const kept = campaign.release();
    add(*kept);
    require_success(database, sqlite3_create_function_v2(database, "palio_version", 0, k_function_flags, kept,
                                                         answer_version, nullptr, nullptr, destroy_campaign));
    return SQLITE_OK;
  } catch (const std::exception& error) {
    *message = sqlite3_mprintf("%s", error.what());
    return SQLITE_ERROR;
  }
}

}  // namespace palio
