#pragma once

#include <string_view>

namespace palio {

/// A file that the page of `palio explore` is made of.
struct PageFile {
  std::string_view type;  // MIME
  std::string_view text;
};

/// The file of a path, "/explore.js"; "/" is the page. Without a text: there is none.
PageFile find_page_file(std::string_view path);

}  // namespace palio
