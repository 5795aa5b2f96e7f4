#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

namespace palio {

/// A file or folder that is of no use until it is finished: its path is removed with this object, or before that by
/// remove_unfinished().
class Unfinished {
public:
  explicit Unfinished(std::filesystem::path path);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Renames it, replacing a file of that name: it is finished. Throws std::system_error.
  void take_name(const std::filesystem::path& target);

private:
  std::filesystem::path path_;
};

/// Whether this process has made a file or folder, finished or not.
bool has_made_files();

/// Ends the process with status 130, its children too, and removes all of them.
[[noreturn]] void remove_unfinished();

/// The only way in which Palio writes files: it makes a plain file under an unused, unguessable name next to its final
/// name, so that no link planted by others can redirect it. Without take_name() nothing is left.
class NewFile {
public:
  /// `ending`: the end of the temporary name. `mode`: as for open(). Throws UserError for a target that is a link,
  /// std::system_error if the file cannot be made or the target exists and is not a plain file.
  explicit NewFile(std::filesystem::path target, std::string_view ending = ".part", mode_t mode = 0666);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Its descriptor, open for writing; the caller closes it. Call once.
  int take_descriptor();
  /// Renames it, replacing a file of that name; its descriptor stays open. Throws std::system_error.
  void take_name() { temporary_.take_name(target_); }

private:
  std::filesystem::path target_;
  Unfinished temporary_;
  int descriptor_ = -1;
};

/// The same for a folder, which is made complete or not at all.
class NewFolder {
public:
  /// Throws UserError for a target that exists, std::system_error if the folder cannot be made.
  explicit NewFolder(const std::filesystem::path& target);

  /// Where it is until it takes its name.
  const std::filesystem::path& path() const { return temporary_.path(); }
  /// Renames it. Throws std::system_error.
  void take_name() { temporary_.take_name(target_); }

private:
  std::filesystem::path target_;
  Unfinished temporary_;
};

/// A new private folder, removed with this object: in $TMPDIR, else in /tmp. Throws UserError.
class ScratchSpace {
public:
  explicit ScratchSpace(std::string_view name);

  const std::filesystem::path& path() const { return unfinished_.path(); }

private:
  Unfinished unfinished_;
};

/// Throws UserError for an output that is a link: its target may belong to someone else.
void refuse_link(const std::filesystem::path& output);

}  // namespace palio
