#include "storage/merge/part_file.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "core/error.h"
#include "storage/file/connection.h"
#include "storage/file/migrations.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

std::filesystem::path new_temporary_file() {
  std::string name = (std::filesystem::temp_directory_path() / "palio-part-XXXXXX").string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) throw_errno("cannot make the temporary file " + name);
  ::close(descriptor);
  return name;
}

// The copy is a plain file also where the campaign has a write-ahead log.
void copy_campaign(SQLite::Database& from, const std::filesystem::path& to) {
  with_clear_errors(to, "write the migrated copy", [&] {
    SQLite::Database copy(to.string(), SQLite::OPEN_READWRITE);
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

// Such a part lies on a shared file system, perhaps, and SQLite would write next to it just to read it.
bool was_left_in_write_ahead_mode(const CampaignFile& file) {
  return file.header().write_ahead && !std::filesystem::exists(file.path().string() + "-wal");
}

// Empty: a run began meanwhile, which may write into the file.
std::filesystem::path plain_copy(const CampaignFile& file) {
  const std::filesystem::path copy = new_temporary_file();
  with_clear_errors(copy, "write the copy", [&] {
    std::ofstream out(copy, std::ios::binary);
    out << std::ifstream(file.path(), std::ios::binary).rdbuf();
    out.close();
    if (!out) throw_errno("cannot write " + copy.string());
    SQLite::Database(copy.string(), SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode = DELETE");
  });
  if (was_left_in_write_ahead_mode(file)) return copy;
  std::filesystem::remove(copy);
  return {};
}

}  // namespace

PartFile::PartFile(const std::filesystem::path& file) : file_(file, CampaignFile::Access::read) {
  refuse_foreign_file(file_);
  if (was_left_in_write_ahead_mode(file_)) copy_ = plain_copy(file_);
  try {
    const CampaignFile source(readable(), CampaignFile::Access::read);
    auto database = open_as_it_is(source);
    if (schema_version(*database) == newest_schema()) return;
    if (copy_.empty()) {
      copy_ = new_temporary_file();
      copy_campaign(*database, copy_);
    }
    database.reset();
    migrate_copy(copy_);
  } catch (...) {
    std::error_code ignored;
    if (!copy_.empty()) std::filesystem::remove(copy_, ignored);
    throw;
  }
}

PartFile::~PartFile() {
  std::error_code ignored;
  if (!copy_.empty()) std::filesystem::remove(copy_, ignored);
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
