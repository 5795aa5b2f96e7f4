#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace palio {

/// A file that is there as a whole or not at all: it is written under a temporary name beside its own, which finish()
/// gives it. Without finish() nothing is left behind, and a file that was there before stays as it was. "-" is the
/// standard output; that and whatever is no plain file (a pipe, a device) are written in place, so that what was
/// written before an error is there.
class OutputFile {
public:
  /// Throws UserError when it cannot be opened: its folder is not there or not writable, or it is a folder.
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws UserError when the disk is full, std::system_error with broken_pipe when a reader has left.
  void write(std::string_view bytes);
  /// The file takes its name; call once, after the last write. Throws as write() does, and when the name is taken by a
  /// folder meanwhile.
  void finish();

private:
  [[noreturn]] void refuse_write() const;

  std::filesystem::path path_;       // as typed
  std::filesystem::path temporary_;  // empty: written in place
  std::FILE* out_ = nullptr;
};

}  // namespace palio
