#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// The ending of the archives that Palio writes: tar, compressed with zstd.
inline constexpr std::string_view k_archive_ending = ".tar.zst";

/// What a stranger's archive may hold at most.
struct ArchiveLimits {
  std::uint64_t entries = 10'000;
  std::uint64_t bytes = std::uint64_t{8} << 30U;       // of all files
  std::uint64_t ratio = 1'000;                         // to one byte of the archive
  std::uint64_t any_ratio = std::uint64_t{16} << 20U;  // bytes of files for which any ratio will do
  std::size_t name = 512;                              // bytes
};

/// The files of a folder and its subfolders, relative to it, sorted. Throws UserError for anything but plain files and
/// folders.
std::vector<std::string> files_below(const std::filesystem::path& folder);

/// Packs the files of a folder below one top folder. The same files give the same bytes: sorted, without owners, dates
/// and empty folders. Throws UserError.
void write_archive(const std::filesystem::path& archive, const std::filesystem::path& folder, const std::string& top);

/// The size of a file in an archive.
std::uint64_t packed_size(const std::filesystem::path& file);

/// Unpacks a stranger's archive into a folder that does not exist yet, without its top folder: completely, or nothing
/// is left. Throws UserError naming the archive and the entry: what is neither a plain file nor a folder, names that
/// leave the folder, are there twice or hide something, and what is beyond the limits.
void unpack_archive(const std::filesystem::path& archive, const std::filesystem::path& folder,
                    const ArchiveLimits& limits = {});

}  // namespace palio
