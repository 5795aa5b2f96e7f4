#include <algorithm>

#include "campaign/archive/archive.h"
#include "core/error.h"

namespace palio {

namespace fs = std::filesystem;

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_symlink() || (!entry.is_directory() && !entry.is_regular_file()))
      throw UserError("{} is neither a plain file nor a folder: an artifact contains nothing else",
                      entry.path().string());
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(folder).string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace palio
