#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace palio {

/// Thrown when nothing arrived for longer than the reader's patience.
class Silence : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// How long a process waits for another one. One that is late because it has no processor is not silent.
struct LinePatience {
  std::chrono::milliseconds longest{};         // 0: forever
  std::function<bool()> is_ready_to_run = {};  // whether the other process is
};

/// Reads a descriptor line by line. One thread.
class LineReader {
public:
  explicit LineReader(int descriptor, LinePatience patience = {})
      : descriptor_(descriptor), patience_(std::move(patience)) {}

  /// The next line without its newline; nothing at the end of the input, where an unfinished line is dropped.
  /// Throws ProtocolError for a line longer than k_max_line, Silence when the patience is at its end.
  std::optional<std::string> next();

  /// Whether next() returns at once, because another line has arrived already.
  bool has_next() const { return buffer_.find('\n') != std::string::npos; }

private:
  int descriptor_;
  LinePatience patience_;
  std::string buffer_;
};

/// What a line begins with or contains that JSON does not allow but JSON readers skip or take for its end; empty:
/// nothing.
std::string_view odd_bytes(std::string_view line);

/// Writes all of it; false if the other end is gone. Throws Silence when the other end of a non-blocking descriptor
/// takes nothing for longer than the patience.
bool write_text(int descriptor, std::string_view text, const LinePatience& patience = {});

/// The same with a newline, in one write if the system allows it.
bool write_line(int descriptor, std::string line, const LinePatience& patience = {});

}  // namespace palio
