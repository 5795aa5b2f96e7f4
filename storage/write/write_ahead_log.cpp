#include "storage/write/write_ahead_log.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace palio {
namespace {

constexpr std::int64_t k_header = 32, k_frame_header = 24;  // byte

using Words = std::array<std::uint32_t, 2>;

/// The content of the index in shared memory, in the machine's byte order.
struct Index {
  std::uint32_t page_size = 0;
  std::uint32_t frames = 0;
  std::uint32_t moved = 0;     // of these, into the file
  Words checksum{};            // of the last frame
  std::array<char, 8> salt{};  // as in the log
};

sqlite3_file* file_of(SQLite::Database& database, int operation) {
  sqlite3_file* file = nullptr;
  const int code = sqlite3_file_control(database.getHandle(), "main", operation, &file);
  return code == SQLITE_OK && file != nullptr && file->pMethods != nullptr ? file : nullptr;
}

template <class Number>
Number at(const volatile char* index, std::size_t offset) {
  std::array<char, sizeof(Number)> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = index[offset + i];
  return std::bit_cast<Number>(bytes);
}

// SQLite's own mapping: closing a descriptor of ours would release its locks (fcntl(2)).
std::optional<Index> index_of(SQLite::Database& database) {
  constexpr int k_region = 32768;  // byte
  sqlite3_file* file = file_of(database, SQLITE_FCNTL_FILE_POINTER);
  volatile void* region = nullptr;
  if (file == nullptr || file->pMethods->iVersion < 2 ||
      file->pMethods->xShmMap(file, 0, k_region, 0, &region) != SQLITE_OK || region == nullptr)
    return std::nullopt;
  const auto* bytes = static_cast<const volatile char*>(region);
  Index index;
  const auto size = at<std::uint16_t>(bytes, 14);
  index.page_size = (size & 0xFE00U) + ((size & 1U) << 16U);
  index.frames = at<std::uint32_t>(bytes, 16);
  index.checksum = at<Words>(bytes, 24);
  index.salt = at<std::array<char, 8>>(bytes, 32);
  index.moved = at<std::uint32_t>(bytes, 96);
  return index;
}

std::uint32_t big_endian(const char* bytes) {
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number = number << 8U | static_cast<unsigned char>(bytes[i]);
  return number;
}

/// The checksum over everything before, with words in the byte order that the log's header states.
class Checksum {
public:
  explicit Checksum(std::endian order) : order_(order) {}
  void add(std::span<const char> bytes) {
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
      sum_[0] += word(&bytes[i]) + sum_[1];
      sum_[1] += word(&bytes[i + 4]) + sum_[0];
    }
  }
  bool is(const char* stored) const { return big_endian(stored) == sum_[0] && big_endian(stored + 4) == sum_[1]; }

private:
  std::uint32_t word(const char* bytes) const {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes, sizeof number);
    return order_ == std::endian::native ? number : __builtin_bswap32(number);
  }

  std::endian order_;
  Words sum_{};
};

/// Compares the log's file, read through SQLite's descriptor, with the index.
struct Log {
  Index index;
  sqlite3_file* file = nullptr;  // null: it cannot be read

  bool read(std::span<char> bytes, std::int64_t from) const {
    return file != nullptr &&
           file->pMethods->xRead(file, bytes.data(), static_cast<int>(bytes.size()), from) == SQLITE_OK;
  }

  bool has_salt(const char* stored) const { return std::memcmp(stored, index.salt.data(), index.salt.size()) == 0; }

  bool is_all_moved() const { return index.moved >= index.frames; }

  // A frame and its header; nothing if it does not belong to this log.
  std::optional<std::vector<char>> frame(std::uint32_t number) const {
    const std::int64_t size = k_frame_header + index.page_size;
    std::vector<char> bytes(size);
    if (!read(bytes, k_header + number * size) || !has_salt(&bytes[8])) return std::nullopt;
    return bytes;
  }

  // The checksum at the end of the log's header, with which that of the first frame begins.
  std::optional<Checksum> begin() const {
    std::array<char, k_header> header{};
    if (!read(header, 0) || !has_salt(&header[16])) return std::nullopt;
    Checksum sum((big_endian(header.data()) & 1U) != 0 ? std::endian::big : std::endian::little);
    sum.add(std::span(header).first(24));
    if (!sum.is(&header[24])) return std::nullopt;
    return sum;
  }

  // The number of frames before the first one that is not as it was written.
  std::uint32_t whole_frames() const {
    std::optional<Checksum> sum = begin();
    std::uint32_t whole = 0;
    for (; sum && whole < index.frames; ++whole) {
      const auto bytes = frame(whole);
      if (!bytes) break;
      sum->add(std::span(*bytes).first(8));
      sum->add(std::span(*bytes).subspan(k_frame_header));
      if (!sum->is(&(*bytes)[16])) break;
    }
    return whole;
  }

  // Whether its last frame is there, with the checksum that the index has of it.
  bool ends_with_last_frame() const {
    const auto bytes = frame(index.frames - 1);
    return bytes && Words{big_endian(&(*bytes)[16]), big_endian(&(*bytes)[20])} == index.checksum;
  }
};

// Nothing if SQLite has no log.
std::optional<Log> log_of(SQLite::Database& database) {
  const auto index = index_of(database);
  if (!index) return std::nullopt;
  return Log{*index, file_of(database, SQLITE_FCNTL_JOURNAL_POINTER)};
}

}  // namespace

std::uint32_t WriteAheadLog::frames() const {
  const auto index = index_of(database_);
  return index ? index->frames : 0;
}

bool WriteAheadLog::ends_as_written() const {
  const auto log = log_of(database_);
  return !log || log->is_all_moved() || (log->begin() && log->ends_with_last_frame());
}

bool WriteAheadLog::is_as_written() const {
  const auto log = log_of(database_);
  return !log || log->is_all_moved() || (log->whole_frames() == log->index.frames && log->ends_with_last_frame());
}

void WriteAheadLog::give_up() const {
  const auto log = log_of(database_);
  if (log && log->whole_frames() < log->index.moved && log->file != nullptr)
    log->file->pMethods->xTruncate(log->file, 0);
}

}  // namespace palio
