#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/text/new_file.h"

namespace palio {

/// A file that is there as a whole or not at all (core/text/new_file.h). Without finish() nothing is left behind, and a
/// file that was there before stays as it was. "-" is the standard output; that and what is no plain file (a pipe, a
/// device) are written in place, so that what was written before an error is there.
class OutputFile {
public:
  enum class Kind { data, program };  // a program may be started

  /// Throws UserError when it cannot be opened: its folder is not there or not writable, or it is a folder or a link.
  explicit OutputFile(std::filesystem::path path, Kind kind = Kind::data);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws UserError when the disk is full, std::system_error with broken_pipe when a reader has left.
  void write(std::string_view bytes);
  /// The file takes its name; call once, after the last write. Throws as write() does, and when the name is taken by a
  /// folder meanwhile.
  void finish();

private:
  void open(Kind kind);
  [[noreturn]] void refuse_write() const;

  std::filesystem::path path_;   // as typed
  std::optional<NewFile> file_;  // none: written in place
  std::FILE* out_ = nullptr;
};

/// Writes or replaces a whole file. Throws as an OutputFile does.
void write_file(const std::filesystem::path& path, std::string_view content,
                OutputFile::Kind kind = OutputFile::Kind::data);

}  // namespace palio
