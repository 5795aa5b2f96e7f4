#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace palio {

/// SHA-1 (FIPS 180-4), as 20 bytes: git names content by it.
std::string sha1_bytes(std::string_view text);

/// SHA-256 (FIPS 180-4) in hexadecimal, as sha256sum prints it. Throws UserError for a file that cannot be read.
std::string sha256(std::string_view text);
std::string sha256_of_file(const std::filesystem::path& file);

std::string hexadecimal(std::string_view bytes);

}  // namespace palio
