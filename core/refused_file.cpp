#include "core/refused_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

namespace palio {

bool is_about_a_name(int error) {
  constexpr std::array k_errors{EACCES, EBUSY,     EEXIST,  EIO,   EISDIR, ELOOP,  ENAMETOOLONG, ENODEV,  ENOENT,
                                ENXIO,  ENOTEMPTY, ENOTDIR, EPERM, EROFS,  ESPIPE, ESTALE,       ETXTBSY, EXDEV};
  return std::ranges::find(k_errors, error) != k_errors.end();
}

std::string plain_text(const std::system_error& error) {
  const auto* refused = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  if (refused == nullptr || refused->path1().empty()) return error.what();
  const std::string to = refused->path2().empty() ? "" : " -> " + refused->path2().string();
  return fmt::format("{}{}: {}", refused->path1().string(), to, error.code().message());
}

}  // namespace palio
