#pragma once

#include <string_view>

namespace palio {

/// A file whose content was made part of the program by cmake/embed.cmake.
struct EmbeddedFile {
  std::string_view name;  // without its folder
  std::string_view text;
};

}  // namespace palio
