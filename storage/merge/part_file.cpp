#include "storage/merge/part_file.h"

#include <sqlite3.h>

#include <fstream>

#include "core/text/output_file.h"
#include "storage/file/connection.h"
#include "storage/sql/columns.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

// Such a part may be on a shared file system, and SQLite would write next to it just to read it.
bool was_left_in_write_ahead_mode(const CampaignFile& file) {
  return file.header().write_ahead && !std::filesystem::exists(file.path().string() + "-wal");
}

void copy_plainly(const CampaignFile& file, const std::filesystem::path& copy) {
  with_clear_errors(copy, "write the copy", [&] {
    std::ifstream from(file.path(), std::ios::binary);
    OutputFile to(copy);
    std::vector<char> bytes(std::size_t{1} << 20U);
    while (from.read(bytes.data(), std::ssize(bytes)), from.gcount() > 0)
      to.write({bytes.data(), static_cast<std::size_t>(from.gcount())});
    if (from.bad()) throw_errno("cannot read " + file.path().string());
    to.finish();
    SQLite::Database(copy.string(), SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode = DELETE");
  });
}

}  // namespace

PartFile::PartFile(const std::filesystem::path& file) : file_(file, CampaignFile::Access::read) {
  refuse_foreign_file(file_);
  if (was_left_in_write_ahead_mode(file_)) {
    folder_.emplace("part");
    copy_plainly(file_, readable());
    if (!was_left_in_write_ahead_mode(file_)) folder_.reset();  // a run has started meanwhile and may write into it
  }
}

AttachedPart::AttachedPart(SQLite::Database& whole, const std::filesystem::path& file) : file_(file), whole_(whole) {
  with_clear_errors(file, "read campaign",
                    [&] { execute(whole_, "ATTACH ? AS part", readable_uri(file_.readable())); });
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
