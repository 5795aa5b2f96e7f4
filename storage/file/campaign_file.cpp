#include "storage/file/campaign_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>
#include <system_error>

#include "core/text/new_file.h"
#include "storage/file/schema_version.h"
#include "storage/sql/sqlite_error.h"

namespace palio {

struct CampaignFile::Shared {
  dev_t device = 0;
  ino_t inode = 0;
  int descriptor = -1;
  bool writable = false;
  bool locked = false;  // by a store of this process
  int users = 0;
};

namespace {

// One byte, far beyond SQLite's own lock bytes (1 GiB) and the largest database (281 TB).
constexpr off_t k_run_lock_byte = off_t{1} << 62;

std::mutex& table_mutex() {
  static std::mutex mutex;
  return mutex;
}

[[noreturn]] void throw_open_error(const std::filesystem::path& file, CampaignFile::Access access, int error) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  if (error == ENOENT && !std::filesystem::exists(folder))
    throw UserError("cannot open campaign {}: there is no folder {}", file.string(), folder.string());
  if (error == ENOENT) throw UserError("there is no campaign {}", file.string());
  if (error == ELOOP && access == CampaignFile::Access::write) refuse_link(file);
  throw UserError("cannot {} campaign {}: {}", access == CampaignFile::Access::read ? "read" : "write", file.string(),
                  std::generic_category().message(error));
}

// Opened for writing if possible, even to read: a store of this process may later share the descriptor. A new file is
// never created through a link, whose target may belong to someone else.
int open_descriptor(const std::filesystem::path& file, CampaignFile::Access access, bool& writable) {
  writable = true;
  int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0 && errno == ENOENT && access == CampaignFile::Access::write) {
    refuse_orphans(file);
    descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL | O_NOFOLLOW, 0644);
  }
  if (descriptor < 0 && errno == EEXIST)
    descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);  // just now
  const bool refused_for_writing = errno == EACCES || errno == EPERM || errno == EROFS;
  if (descriptor < 0 && access == CampaignFile::Access::read && refused_for_writing) {
    writable = false;
    descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  }
  if (descriptor < 0) throw_open_error(file, access, errno);
  return descriptor;
}

struct flock byte_lock(short type, off_t byte = k_run_lock_byte) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return lock;
}

// By another process, or another file of this one.
bool is_held(int descriptor, off_t byte) {
  struct flock lock = byte_lock(F_WRLCK, byte);
  return ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

// https://www.sqlite.org/fileformat.html, section 1.3
constexpr std::size_t k_header_size = 100;  // byte
constexpr std::size_t k_write_version_at = 18, k_read_version_at = 19, k_change_counter_at = 24, k_page_count_at = 28,
                      k_schema_version_at = 60, k_application_id_at = 68, k_page_count_valid_for_at = 92;

}  // namespace

CampaignFile::CampaignFile(const std::filesystem::path& file, Access access) : path_(file) {
  static std::map<std::pair<dev_t, ino_t>, Shared> table;
  const std::lock_guard guard(table_mutex());
  std::erase_if(table, [](const auto& entry) { return entry.second.users == 0; });
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) throw UserError("campaign {} is not a plain file", file.string());
    const auto known = table.find({status.st_dev, status.st_ino});
    if (known != table.end()) {
      if (access == Access::write && !known->second.writable) throw_open_error(file, access, EACCES);
      shared_ = &known->second;
      ++shared_->users;
      return;
    }
  }
  Shared opened;
  opened.descriptor = open_descriptor(file, access, opened.writable);
  if (::fstat(opened.descriptor, &status) != 0) {
    ::close(opened.descriptor);
    throw_errno("fstat " + file.string());
  }
  opened.device = status.st_dev;
  opened.inode = status.st_ino;
  opened.users = 1;
  const auto [entry, inserted] = table.try_emplace({status.st_dev, status.st_ino}, opened);
  // The file was put back under this name since the check above: share it, and leave the second descriptor open to keep
  // the locks.
  if (!inserted) ++entry->second.users;
  shared_ = &entry->second;
}

CampaignFile::~CampaignFile() {
  const std::lock_guard guard(table_mutex());
  if (owns_lock_) {
    struct flock lock = byte_lock(F_UNLCK);
    ::fcntl(shared_->descriptor, F_OFD_SETLK, &lock);
    shared_->locked = false;
  }
  if (--shared_->users == 0) ::close(shared_->descriptor);
}

FileHeader CampaignFile::header() const {
  constexpr std::string_view k_magic("SQLite format 3\0", 16);
  std::string bytes(k_header_size, '\0');
  const ssize_t size = ::pread(shared_->descriptor, bytes.data(), bytes.size(), 0);
  if (size < 0) throw_errno("cannot read campaign " + path_.string());
  FileHeader header;
  if (size == 0) return header;
  header.kind = FileHeader::Kind::other;
  if (size < std::ssize(bytes) || !bytes.starts_with(k_magic)) return header;
  header.kind = FileHeader::Kind::sqlite;
  header.write_ahead = bytes[k_write_version_at] != 1 || bytes[k_read_version_at] != 1;
  header.schema_version = big_endian_at(bytes, k_schema_version_at);
  header.application_id = big_endian_at(bytes, k_application_id_at);
  // Else it was last written by an older SQLite.
  if (big_endian_at(bytes, k_change_counter_at) == big_endian_at(bytes, k_page_count_valid_for_at))
    header.database_size = std::int64_t{page_size(bytes)} * big_endian_at(bytes, k_page_count_at);
  return header;
}

bool CampaignFile::try_lock() {
  const std::lock_guard guard(table_mutex());
  if (shared_->locked) return false;
  struct flock lock = byte_lock(F_WRLCK);
  if (::fcntl(shared_->descriptor, F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    throw_errno("cannot lock campaign " + path_.string());
  }
  shared_->locked = true;
  owns_lock_ = true;
  return true;
}

bool CampaignFile::locked() const {
  const std::lock_guard guard(table_mutex());
  return shared_->locked || is_held(shared_->descriptor, k_run_lock_byte);
}

bool CampaignFile::in_place() const {
  struct stat status {};
  return ::stat(path_.c_str(), &status) == 0 && status.st_dev == shared_->device && status.st_ino == shared_->inode;
}

bool CampaignFile::is_cut_off() {
  struct stat status {};
  if (::fstat(shared_->descriptor, &status) != 0) return false;
  largest_ = std::max<std::int64_t>(largest_, status.st_size);
  return status.st_size < largest_;
}

// Read twice: a run may just be moving its log into the file, or have ended since. With a log or a journal, the file
// alone does not show its content.
std::int64_t CampaignFile::surplus() const {
  const auto state = [this] {
    struct stat status {};
    if (::fstat(shared_->descriptor, &status) != 0) throw_errno("fstat " + path_.string());
    return std::pair(header(), std::int64_t{status.st_size});
  };
  const auto before = state();
  if (before.first.database_size == 0 || locked() || has_log(path_) || !hot_journal(path_).empty() || state() != before)
    return 0;
  return before.second - before.first.database_size;
}

void CampaignFile::refuse_foreign_companions() const {
  constexpr off_t k_reserved_byte = 0x40000001;  // SQLite's: held from the first change of a transaction to its end
  refuse_odd_companions(path_);
  using Refuse = void (*)(const std::filesystem::path& file);
  // Null: nothing is wrong. What another process has in use it has not left.
  const auto refusal = [this]() -> Refuse {
    if (is_held(shared_->descriptor, k_run_lock_byte) || is_held(shared_->descriptor, k_reserved_byte)) return nullptr;
    const std::string journal = hot_journal(path_);
    std::string page(std::size_t{1} << 16U, '\0');
    page.resize(
        static_cast<std::size_t>(std::max<ssize_t>(::pread(shared_->descriptor, page.data(), page.size(), 0), 0)));
    struct stat status {};
    const bool is_known = ::fstat(shared_->descriptor, &status) == 0;
    if (!journal.empty() && is_known && !is_of_palio(journal, page, status.st_size)) return refuse_journal;
    if (page.empty()) return refuse_orphans;
    const FileHeader head = header();
    return has_log(path_) && head.kind == FileHeader::Kind::sqlite && !head.write_ahead ? refuse_log : nullptr;
  };
  if (refusal() == nullptr) return;
  if (const Refuse refuse = refusal()) refuse(path_);  // twice: a change may just have begun or ended
}

void refuse_foreign_file(const CampaignFile& file) {
  file.refuse_foreign_companions();
  const FileHeader header = file.header();
  if (header.kind == FileHeader::Kind::empty) return;
  if (header.kind == FileHeader::Kind::other)
    throw UserError("{} is not a Palio campaign: it is not an SQLite database", file.path().string());
  if (header.application_id != k_application_id)
    throw UserError("{} is not a Palio campaign: it is an SQLite database of another program (application_id {})",
                    file.path().string(), header.application_id);
  refuse_other_schema_version(file.path(), header.schema_version);
  if (const std::int64_t surplus = file.surplus(); surplus < 0)
    throw DamagedFile(
        fmt::format("{} is damaged: it was truncated, the last {} of its {} bytes are missing; restore a copy of it, "
                    "or run the study into a new file",
                    file.path().string(), -surplus, header.database_size));
}

std::string surplus_text(const CampaignFile& file) {
  const std::int64_t surplus = file.surplus();
  if (surplus <= 0) return {};
  return fmt::format("{} bytes after its end are not part of the database (truncate -s -{} {} removes them)", surplus,
                     surplus, brief_shell_word(file.path().string()));
}

}  // namespace palio
