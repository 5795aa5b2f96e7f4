#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

namespace palio {

/// The one way in which Palio writes files: it makes a plain file under an unused name that cannot be guessed, next to
/// its final name. So no link that others have put there redirects it. Without take_name() nothing is left.
class NewFile {
public:
  /// `ending`: how the temporary name ends. `mode`: as open() has it. Throws UserError for a target that is a link,
  /// std::system_error where the file cannot be made or something has the name that is no plain file.
  explicit NewFile(std::filesystem::path target, std::string_view ending = ".part", mode_t mode = 0666);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Its descriptor, open for writing; the caller closes it. Call once.
  int take_descriptor();
  /// Renames it, in place of a file that has the name; its descriptor stays open. Throws std::system_error.
  void take_name();

private:
  std::filesystem::path target_, temporary_;
  int descriptor_ = -1;
};

/// Throws UserError for an output that is a link: what it leads to may be another's.
void refuse_link(const std::filesystem::path& output);

}  // namespace palio
