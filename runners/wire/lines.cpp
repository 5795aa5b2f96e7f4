#include "runners/wire/lines.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "runners/wire/protocol.h"

namespace palio {
namespace {

constexpr int k_second_turn = 6000;  // ms; a worker tells every 5 s that it is alive

// Returns when the descriptor can be read or written, or its other end is gone.
void await(int descriptor, short event, const LinePatience& patience) {
  pollfd watched{descriptor, event, 0};
  const int limit = patience.longest.count() == 0 ? -1 : static_cast<int>(patience.longest.count());
  int ready = 0;
  // Twice: after the whole machine was suspended, the other end gets the time to send its next message. Again as long
  // as it lacks a processor.
  for (bool is_first = true, again = true; again && ready == 0; is_first = false) {
    do ready = poll(&watched, 1, is_first ? limit : std::min(limit, k_second_turn));
    while (ready < 0 && errno == EINTR);
    again = is_first || (patience.is_ready_to_run && patience.is_ready_to_run());
  }
  if (ready == 0)
    throw Silence(fmt::format("silent for {:.1f} s", std::chrono::duration<double>(patience.longest).count()));
}

}  // namespace

std::optional<std::string> LineReader::next() {
  std::array<char, 65536> chunk;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
  std::size_t searched = 0;
  while (true) {
    if (const std::size_t newline = buffer_.find('\n', searched); newline != std::string::npos) {
      std::string line = buffer_.substr(0, newline);
      buffer_.erase(0, newline + 1);
      return line;
    }
    searched = buffer_.size();
    if (searched > k_max_line) throw ProtocolError(fmt::format("a line longer than {} bytes", k_max_line));
    if (patience_.longest.count() > 0) await(descriptor_, POLLIN, patience_);
    const ssize_t got = read(descriptor_, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

std::string_view odd_bytes(std::string_view line) {
  if (line.find('\0') != std::string_view::npos) return "a zero byte";
  return line.starts_with("\xEF\xBB\xBF") ? "a byte order mark" : "";
}

bool write_text(int descriptor, std::string_view text, const LinePatience& patience) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      await(descriptor, POLLOUT, patience);
      continue;
    }
    if (written < 0) return false;
    text.remove_prefix(written);
  }
  return true;
}

bool write_line(int descriptor, std::string line, const LinePatience& patience) {
  line += '\n';
  return write_text(descriptor, line, patience);
}

}  // namespace palio
