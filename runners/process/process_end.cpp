#include "runners/process/process_end.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>

namespace palio {

std::int64_t oom_kills(const std::filesystem::path& root) {
  constexpr std::string_view k_name = "\noom_kill ";
  std::array<char, 16384> text{};  // it has 4 kB; reading it by words takes several times as long
  std::ifstream file(root / "proc/vmstat");
  file.read(text.data(), text.size());
  const std::string_view lines(text.data(), static_cast<std::size_t>(file.gcount()));
  const std::size_t found = lines.find(k_name);
  std::int64_t count = -1;
  if (found != std::string_view::npos)
    std::from_chars(lines.data() + found + k_name.size(), lines.data() + lines.size(), count);
  return count;
}

std::int64_t recent_oom_kills() {
  using Clock = std::chrono::steady_clock;
  thread_local std::int64_t kills = 0;
  thread_local std::optional<Clock::time_point> read;
  if (const auto now = Clock::now(); !read || now - *read > std::chrono::seconds(1)) {
    kills = oom_kills();
    read = now;
  }
  return kills;
}

bool more_oom_kills(std::int64_t before) { return before >= 0 && oom_kills() > before; }

std::string describe_status(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace palio
