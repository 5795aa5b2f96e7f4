#pragma once

#include <span>
#include <string_view>

#include "core/error.h"

namespace palio {

/// A file whose content was made part of the program by cmake/embed.cmake.
struct EmbeddedFile {
  std::string_view name;  // without its folder
  std::string_view text;
};

/// The text of the file of that name.
inline std::string_view embedded_text(std::span<const EmbeddedFile> files, std::string_view name) {
  for (const EmbeddedFile& file : files)
    if (file.name == name) return file.text;
  throw InternalError("{} is not part of the program", name);
}

}  // namespace palio
