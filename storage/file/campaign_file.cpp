#include "storage/file/campaign_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <mutex>
#include <span>
#include <system_error>

#include "core/error.h"
#include "storage/file/migrations.h"

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

using InodeKey = std::pair<dev_t, ino_t>;

// One byte, far behind SQLite's own lock bytes (1 GiB) and the largest database (281 TB).
constexpr off_t k_run_lock_byte = off_t{1} << 62;

std::mutex& table_mutex() {
  static std::mutex mutex;
  return mutex;
}

[[noreturn]] void throw_open_error(const std::filesystem::path& file, CampaignFile::Access access, int error) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  if (error == ENOENT && !std::filesystem::exists(folder))
    throw UserError(fmt::format("cannot open campaign {}: there is no folder {}", file.string(), folder.string()));
  if (error == ENOENT) throw UserError(fmt::format("there is no campaign {}", file.string()));
  throw UserError(fmt::format("cannot {} campaign {}: {}", access == CampaignFile::Access::read ? "read" : "write",
                              file.string(), std::generic_category().message(error)));
}

bool refused_for_writing(int error) { return error == EACCES || error == EPERM || error == EROFS; }

// Opened for writing where possible, also to read: a store of this process may come to share the descriptor.
int open_descriptor(const std::filesystem::path& file, CampaignFile::Access access, bool& writable) {
  const int create = access == CampaignFile::Access::write ? O_CREAT : 0;
  writable = true;
  int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC | create, 0644);
  if (descriptor < 0 && access == CampaignFile::Access::read && refused_for_writing(errno)) {
    writable = false;
    descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  }
  if (descriptor < 0) throw_open_error(file, access, errno);
  return descriptor;
}

struct flock run_lock(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = k_run_lock_byte;
  lock.l_len = 1;
  return lock;
}

std::uint32_t big_endian(std::span<const unsigned char> bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U | std::uint32_t{bytes[2]} << 8U | bytes[3];
}

}  // namespace

CampaignFile::CampaignFile(const std::filesystem::path& file, Access access) : path_(file) {
  static std::map<InodeKey, Shared> table;
  const std::lock_guard guard(table_mutex());
  std::erase_if(table, [](const auto& entry) { return entry.second.users == 0; });
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) throw UserError(fmt::format("campaign {} is not a plain file", file.string()));
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
  // Put back under this name since the look above: share it, and leave the second descriptor open for the locks' sake.
  if (!inserted) ++entry->second.users;
  shared_ = &entry->second;
}

CampaignFile::~CampaignFile() {
  const std::lock_guard guard(table_mutex());
  if (owns_lock_) {
    struct flock lock = run_lock(F_UNLCK);
    ::fcntl(shared_->descriptor, F_OFD_SETLK, &lock);
    shared_->locked = false;
  }
  if (--shared_->users == 0) ::close(shared_->descriptor);
}

FileHeader CampaignFile::header() const {
  // https://www.sqlite.org/fileformat.html, section 1.3
  constexpr std::string_view magic("SQLite format 3\0", 16);
  constexpr std::size_t write_version_at = 18, read_version_at = 19;  // 1: plain, 2: write-ahead mode
  constexpr std::size_t schema_version_at = 60;
  constexpr std::size_t application_id_at = 68;
  std::array<unsigned char, 100> bytes{};
  const ssize_t size = ::pread(shared_->descriptor, bytes.data(), bytes.size(), 0);
  if (size < 0) throw_errno("cannot read campaign " + path_.string());
  FileHeader header;
  if (size == 0) return header;
  header.kind = FileHeader::Kind::other;
  if (size < static_cast<ssize_t>(bytes.size()) ||
      !std::equal(magic.begin(), magic.end(), bytes.begin(),
                  [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; }))
    return header;
  header.kind = FileHeader::Kind::sqlite;
  header.write_ahead = bytes[write_version_at] != 1 || bytes[read_version_at] != 1;
  header.schema_version = big_endian(std::span(bytes).subspan(schema_version_at, 4));
  header.application_id = big_endian(std::span(bytes).subspan(application_id_at, 4));
  return header;
}

bool CampaignFile::try_lock() {
  const std::lock_guard guard(table_mutex());
  if (shared_->locked) return false;
  struct flock lock = run_lock(F_WRLCK);
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
  if (shared_->locked) return true;
  struct flock lock = run_lock(F_WRLCK);
  return ::fcntl(shared_->descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
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

void refuse_foreign_file(const CampaignFile& file) {
  const FileHeader header = file.header();
  if (header.kind == FileHeader::Kind::empty) return;
  if (header.kind == FileHeader::Kind::other)
    throw UserError(fmt::format("{} is not a Palio campaign: it is not an SQLite database", file.path().string()));
  if (header.application_id != k_application_id)
    throw UserError(
        fmt::format("{} is not a Palio campaign: it is an SQLite database of another program (application_id {})",
                    file.path().string(), header.application_id));
  refuse_newer_schema(file.path(), header.schema_version);
}

}  // namespace palio
