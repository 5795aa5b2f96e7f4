#pragma once

#include <filesystem>

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

private:
  std::filesystem::path path_;
};

bool is_anything_unfinished();

/// Before the process ends without its destructors: removes all of them, and lets nobody make another.
void remove_unfinished();

}  // namespace palio
