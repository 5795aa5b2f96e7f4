#pragma once

#include "campaign/archive/archive.h"

namespace palio {

// What palio-archive does for the functions of campaign/archive/archive.h; the only code that links libarchive.

void write_tar(const std::filesystem::path& archive, const std::filesystem::path& folder, const std::string& top);
std::uint64_t tar_size(const std::filesystem::path& file);
void unpack_tar(const std::filesystem::path& archive, const std::filesystem::path& folder, const ArchiveLimits& limits);

}  // namespace palio
