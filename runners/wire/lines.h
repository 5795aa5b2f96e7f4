#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace palio {

/// Thrown when nothing arrived for longer than the reader's patience.
class Silence : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Reads a descriptor line by line. One thread.
class LineReader {
public:
  /// `patience`: how long to wait for more; 0: forever.
  explicit LineReader(int descriptor, std::chrono::milliseconds patience = {})
      : descriptor_(descriptor), patience_(patience) {}

  /// The next line without its newline; nothing at the end of the input, where an unfinished line is dropped.
  /// Throws ProtocolError for a line longer than k_max_line, Silence when the patience is at its end.
  std::optional<std::string> next();

  /// Whether next() returns at once, because another line has arrived already.
  bool has_next() const { return buffer_.find('\n') != std::string::npos; }

private:
  int descriptor_;
  std::chrono::milliseconds patience_;
  std::string buffer_;
};

/// What a line begins with or contains that JSON does not allow but JSON readers skip or take for its end; empty:
/// nothing.
std::string_view odd_bytes(std::string_view line);

/// Writes all of it; false if the other end is gone. Throws Silence when the other end of a non-blocking descriptor
/// takes nothing for longer than the patience; 0: forever.
bool write_text(int descriptor, std::string_view text, std::chrono::milliseconds patience = {});

/// The same with a newline, in one write if the system allows it.
bool write_line(int descriptor, std::string line, std::chrono::milliseconds patience = {});

}  // namespace palio
