#include "storage/write/campaign_copy.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>

#include "storage/file/campaign_file.h"
#include "storage/file/connection.h"
#include "storage/sql/sqlite_error.h"

namespace palio {

void copy_campaign(const std::filesystem::path& from, const std::filesystem::path& to) {
  const CampaignFile file(from, CampaignFile::Access::read);
  const auto source = open_to_read(file);
  with_clear_errors(to, "write", [&] {
    std::filesystem::remove(to);
    SQLite::Database target(std::filesystem::absolute(to).string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    target.exec("PRAGMA synchronous = OFF");
    SQLite::Backup(target, *source).executeStep(-1);  // all pages in one step: of one moment
    leave_write_ahead_mode(target);
  });
}

}  // namespace palio
