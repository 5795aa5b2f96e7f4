#include "storage/write/campaign_copy.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>

#include "core/error.h"
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
    target.exec("PRAGMA journal_mode = DELETE");
  });
  if (CampaignFile(to, CampaignFile::Access::read).header().write_ahead)
    throw UserError(to.string() + " did not become one plain file: another process may be reading it");
}

bool make_plain(const std::filesystem::path& campaign) {
  CampaignFile file(campaign, CampaignFile::Access::write);
  if (!file.header().write_ahead) return true;
  if (!file.try_lock()) return false;
  const auto database = open_to_write(file);
  with_clear_errors(campaign, "write to", [&] { leave_write_ahead_mode(*database); });
  return !file.header().write_ahead;
}

}  // namespace palio
