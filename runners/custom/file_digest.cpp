#include "runners/custom/file_digest.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "core/error.h"
#include "core/identity/canonical.h"

namespace palio {

std::string file_digest(const std::string& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw UserError(fmt::format("cannot read {}: no such file", file));
  if (!std::filesystem::is_regular_file(status))
    throw UserError(fmt::format("cannot read {}: it is not a plain file", file));
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  std::string content(error ? 0 : size, '\0');
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (error || !stream.read(content.data(), static_cast<std::streamsize>(content.size())))
    throw UserError(fmt::format("cannot read {}: {}", file, std::generic_category().message(errno)));
  return content_digest(content);
}

}  // namespace palio
