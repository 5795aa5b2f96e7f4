#include "storage/file/companions.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "core/error.h"

namespace palio {
namespace {

constexpr std::size_t k_largest_page = 65536, k_longest_header = 65536;  // byte

// All but versions and counters of two first pages: bytes 18, 19, 24 to 27 and 92 to 99.
bool hold_the_same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && a.size() >= 100 && a.substr(0, 18) == b.substr(0, 18) &&
         a.substr(20, 4) == b.substr(20, 4) && a.substr(28, 64) == b.substr(28, 64) && a.substr(100) == b.substr(100);
}

}  // namespace

std::uint32_t big_endian_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + 4 && at + 4 <= bytes.size(); ++i)
    number = number << 8U | static_cast<unsigned char>(bytes[i]);
  return number;
}

std::uint32_t page_size(std::string_view beginning) {
  const std::uint32_t stated = big_endian_at(beginning, 16) >> 16U;
  return stated == 1 ? k_largest_page : stated;
}

std::string companion(const std::filesystem::path& file, const char* ending) {
  std::error_code none;
  const std::filesystem::path real = std::filesystem::canonical(file, none);
  return (none ? file : real).string() + ending;
}

void refuse_odd_companions(const std::filesystem::path& file) {
  for (const char* ending : {"-journal", "-wal", "-shm"}) {
    const std::string name = companion(file, ending);
    struct stat status {};
    if (::lstat(name.c_str(), &status) != 0 || (S_ISREG(status.st_mode) && status.st_nlink <= 1)) continue;
    throw UserError(
        "{} is {}: SQLite would use it to read {}, and Palio makes only plain files of that name; look at it with "
        "ls -l {}, then move it away",
        name, S_ISREG(status.st_mode) ? "a file with a second name" : "not a plain file", file.string(),
        brief_shell_word(name));
  }
}

std::string hot_journal(const std::filesystem::path& file) {
  const int opened = ::open(companion(file, "-journal").c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0) return {};
  std::string bytes(k_longest_header + k_largest_page + 16, '\0');
  const ssize_t size = ::pread(opened, bytes.data(), bytes.size(), 0);
  ::close(opened);
  bytes.resize(size > 0 && bytes[0] != '\0' ? static_cast<std::size_t>(size) : 0);
  return bytes;
}

bool is_of_palio(std::string_view journal, std::string_view beginning, std::int64_t size) {
  constexpr std::string_view k_magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  // At its end stands the name of a journal of several files, which SQLite deletes.
  if (!journal.starts_with(k_magic) || journal.size() < 28 || journal.ends_with(k_magic)) return false;
  const std::uint32_t pages = big_endian_at(journal, 16), sector = big_endian_at(journal, 20),
                      page = big_endian_at(journal, 24);
  const std::uint32_t own = page_size(beginning);
  if (pages == 0)  // one that was never complete, or has had one change
    return size < std::int64_t{big_endian_at(beginning, 28)} * own || big_endian_at(beginning, 24) <= 1;
  if (page != own || std::int64_t{pages} * page != size || journal.size() > std::size_t{sector} + page + 8)
    return false;
  const std::string_view record = journal.substr(std::min<std::size_t>(sector, journal.size()));
  return record.size() < page + 8 ||
         (big_endian_at(record, 0) == 1 && hold_the_same(record.substr(4, page), beginning.substr(0, page)));
}

void refuse_journal(const std::filesystem::path& file) {
  const std::string name = file.string(), journal = companion(file, "-journal");
  throw UserError(
      "{0} would change {1} as soon as SQLite reads it, and Palio does not leave such a journal. If you know a program "
      "that was killed while it wrote to {1}, undo its change: sqlite3 {2} .schema; if not, move the journal away: "
      "mv -n {3} {4}",
      journal, name, brief_shell_word(name), brief_shell_word(journal), brief_shell_word(name + ".foreign"));
}

void refuse_log(const std::filesystem::path& file) {
  const std::string log = companion(file, "-wal");
  throw UserError(
      "{} is no log of {}, which is complete without one: SQLite would read other results from it. Move it away: "
      "mv -n {} {}",
      log, file.string(), brief_shell_word(log), brief_shell_word(file.string() + ".foreign"));
}

void refuse_orphans(const std::filesystem::path& file) {
  refuse_odd_companions(file);
  const bool is_there = std::filesystem::exists(file), log = has_log(file);
  if (!log && (is_there || hot_journal(file).empty())) return;
  const std::string orphan = companion(file, log ? "-wal" : "-journal");
  throw UserError(
      "{0} belongs to a campaign that is not there: {1} {2}, and SQLite would delete {0} with the results that only it "
      "holds. Put that campaign back next to it, or move it away: mv -n {3} {4}",
      orphan, file.string(), is_there ? "is empty" : "does not exist", brief_shell_word(orphan),
      brief_shell_word(orphan + ".orphan"));
}

bool has_log(const std::filesystem::path& file) {
  std::error_code none;
  return std::filesystem::file_size(companion(file, "-wal"), none) > 0 && !none;
}

}  // namespace palio
