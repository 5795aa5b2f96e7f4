#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace palio {

/// Reads a descriptor line by line. One thread.
class LineReader {
public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// The next line without its newline; nothing at the end of the input, where an unfinished line is dropped.
  /// Throws ProtocolError for a line longer than k_max_line.
  std::optional<std::string> next();

private:
  int descriptor_;
  std::string buffer_;
};

/// Writes all of it; false when the other end is gone.
bool write_text(int descriptor, std::string_view text);

/// Writes the line and a newline, at one go where the system lets it.
bool write_line(int descriptor, std::string line);

}  // namespace palio
