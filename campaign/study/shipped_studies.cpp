#include "campaign/study/shipped_studies.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/error.h"

namespace palio {

std::filesystem::path shipped_folder(std::string_view name) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  return program.parent_path().parent_path() / "share" / "palio" / name;
}

std::string charts_script() {
  std::ifstream script(shipped_folder("report") / "charts.js", std::ios::binary);
  return {std::istreambuf_iterator<char>(script), {}};
}

std::string shipped_study(const std::string& name) { return shipped_folder("studies") / (name + ".toml"); }

std::vector<std::string> shipped_studies() {
  const std::filesystem::path folder = shipped_folder("studies");
  std::error_code error;
  const std::filesystem::directory_iterator entries(folder, error);
  if (error)
    throw UserError(
        "cannot read the studies that come with Palio in {}: {}; if you move palio, move share/palio along with bin; a "
        "study file of your own needs neither",
        folder.string(), error.message());
  std::vector<std::string> names;
  for (const auto& entry : entries)
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace palio
