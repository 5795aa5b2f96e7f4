#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/text/new_file.h"

namespace palio {

/// A file that is written completely or not at all (core/text/new_file.h). Without finish() nothing is left behind, and
/// an existing file stays as it was. "-" is standard output; that and anything but a plain file (a pipe, a device) are
/// written in place and keep what was written before an error.
class OutputFile {
public:
  enum class Kind { data, program };  // a program is executable

  /// Throws UserError if it cannot be opened: its folder is missing or not writable, or it is a folder or a link.
  explicit OutputFile(std::filesystem::path path, Kind kind = Kind::data);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws UserError if the disk is full, std::system_error with broken_pipe if a reader has left.
  void write(std::string_view bytes);
  /// Gives the file its name; call once, after the last write. Throws like write(), and if a folder has taken the name
  /// meanwhile.
  void finish();

private:
  void open(Kind kind);
  [[noreturn]] void refuse_write() const;

  std::filesystem::path path_;   // as typed
  std::optional<NewFile> file_;  // none: written in place
  std::FILE* out_ = nullptr;
};

/// Writes or replaces a whole file. Throws like OutputFile.
void write_file(const std::filesystem::path& path, std::string_view content,
                OutputFile::Kind kind = OutputFile::Kind::data);

}  // namespace palio
