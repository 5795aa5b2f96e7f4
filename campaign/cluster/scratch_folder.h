#pragma once

#include <filesystem>
#include <string>

namespace palio {

/// A folder of its own on a disk of this machine, removed at its end: in $SLURM_TMPDIR, else $TMPDIR, else /tmp.
class ScratchFolder {
public:
  /// Throws UserError when nothing can be made where the environment says.
  explicit ScratchFolder(const std::string& name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// "this task works in /tmp on n7; TMPDIR=FOLDER names another disk of the node".
  std::string place() const;
  /// It holds what is nowhere else.
  void keep() { kept_ = true; }

private:
  std::filesystem::path path_;
  std::string variable_;  // that names its place
  bool kept_ = false;
};

}  // namespace palio
