#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// A file of a folder that somebody's own strategy begins with.
struct SkeletonFile {
  std::string name, text;
  bool is_program = false;
};

/// The languages that there are skeletons for.
std::vector<std::string_view> skeleton_languages();

/// The files of a strategy of that name. Throws UserError for another language, and for a name that no strategy can
/// have.
std::vector<SkeletonFile> skeleton(const std::string& strategy, std::string_view language);

}  // namespace palio
