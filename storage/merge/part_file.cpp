#include "storage/merge/part_file.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <stdlib.h>

#include <string>

#include "core/error.h"
#include "storage/file/connection.h"
#include "storage/file/migrations.h"
#include "storage/file/schema_guard.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

// A folder of its own: next to a database SQLite makes files whose names anybody can guess.
std::filesystem::path new_temporary_file() {
  std::string folder = (std::filesystem::temp_directory_path() / "palio-part-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) throw_errno("cannot make the temporary folder " + folder);
  return std::filesystem::path(folder) / "part.db";
}

// The copy is a plain file also where the campaign has a write-ahead log.
void copy_campaign(SQLite::Database& from, const std::filesystem::path& to) {
  with_clear_errors(to, "write the migrated copy", [&] {
    SQLite::Database copy(to.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Backup(copy, from).executeStep(-1);
    copy.exec("PRAGMA journal_mode = DELETE");
  });
}

void migrate_copy(const std::filesystem::path& copy) {
  const CampaignFile file(copy, CampaignFile::Access::write);
  const auto database = open_to_write(file);
  with_clear_errors(copy, "migrate the copy", [&] {
    SQLite::Transaction transaction(*database, SQLite::TransactionBehavior::IMMEDIATE);
    bring_up_to_date(*database, file);
    transaction.commit();
  });
}

}  // namespace

PartFile::PartFile(const std::filesystem::path& file) : file_(file, CampaignFile::Access::read) {
  refuse_foreign_file(file_);
  const auto database = open_as_it_is(file_);
  with_clear_errors(file, "read campaign", [&] { refuse_other_schema(*database, file); });
  if (schema_version(*database) == newest_schema()) return;
  copy_ = new_temporary_file();
  try {
    copy_campaign(*database, copy_);
    migrate_copy(copy_);
  } catch (const DamagedFile&) {
    std::filesystem::remove_all(copy_.parent_path());
    throw DamagedFile(fmt::format("{0} is damaged and cannot be migrated; palio check {0} tells more", file.string()));
  } catch (...) {
    std::filesystem::remove_all(copy_.parent_path());
    throw;
  }
}

PartFile::~PartFile() {
  std::error_code ignored;
  if (!copy_.empty()) std::filesystem::remove_all(copy_.parent_path(), ignored);
}

AttachedPart::AttachedPart(SQLite::Database& whole, const std::filesystem::path& file) : file_(file), whole_(whole) {
  with_clear_errors(file, "read campaign", [&] {
    SQLite::Statement attach(whole_, "ATTACH ? AS part");
    attach.bind(1, readable_uri(file_.readable()));
    attach.exec();
  });
  whole_.exec("PRAGMA foreign_keys = OFF");
}

AttachedPart::~AttachedPart() {
  whole_.tryExec("DETACH part");
  whole_.tryExec("PRAGMA foreign_keys = ON");
}

bool AttachedPart::is_whole() const {
  SQLite::Statement check(whole_, "PRAGMA part.quick_check(1)");
  return check.tryExecuteStep() == SQLITE_ROW && check.getColumn(0).getString() == "ok";
}

}  // namespace palio
