#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace palio {

// The files that SQLite obeys next to a database: its journal, its log and the log's index. Anyone can put one there.

/// A number of SQLite's files, from this byte on; 0 beyond their end.
std::uint32_t big_endian_at(std::string_view bytes, std::size_t at);
/// That of a database with this first page, byte.
std::uint32_t page_size(std::string_view beginning);

/// The name of one of them ("-wal"): next to the file that a link leads to.
std::string companion(const std::filesystem::path& file, const char* ending);

/// Throws UserError if one of them is no plain file or has another name, too: SQLite would wait at a pipe, or write
/// into a file of someone else.
void refuse_odd_companions(const std::filesystem::path& file);

/// Whether there is a log that is not empty.
bool has_log(const std::filesystem::path& file);

/// The beginning of the journal that SQLite would carry out as soon as it reads the file; empty: there is none.
std::string hot_journal(const std::filesystem::path& file);

/// Whether carrying out a journal changes no more than who is killed in Palio leaves undone: the versions and counters
/// of the header, when write-ahead mode begins or ends; or all of a file, when it was only just being made.
/// `beginning`: the first page of the file, which has `size` bytes. Formats: https://www.sqlite.org/fileformat.html,
/// section 3
bool is_of_palio(std::string_view journal, std::string_view beginning, std::int64_t size);

/// Throw the UserError for a journal that is not, and for a log of a file that has none.
[[noreturn]] void refuse_journal(const std::filesystem::path& file);
[[noreturn]] void refuse_log(const std::filesystem::path& file);

/// Throws UserError for a log, or a journal, of a file that is empty or not there: SQLite would delete it.
void refuse_orphans(const std::filesystem::path& file);

}  // namespace palio
