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
  std::array<char, 16384> text{};  // the file has 4 kB; reading it by words takes several times as long
  std::ifstream file(root / "proc/vmstat");
  file.read(text.data(), text.size());
  const std::string_view lines(text.data(), static_cast<std::size_t>(file.gcount()));
  const std::size_t found = lines.find(k_name);
  std::int64_t count = -1;
  if (found != std::string_view::npos)
    std::from_chars(lines.data() + found + k_name.size(), lines.data() + lines.size(), count);
  return count;
}

namespace {

struct CountedKills {
  std::int64_t kills = oom_kills();
  std::chrono::steady_clock::time_point counted = std::chrono::steady_clock::now();
};

std::optional<CountedKills>& last_count() {
  thread_local std::optional<CountedKills> count;
  return count;
}

}  // namespace

std::int64_t recent_oom_kills() {
  std::optional<CountedKills>& count = last_count();
  if (!count || std::chrono::steady_clock::now() - count->counted > std::chrono::seconds(1)) count.emplace();
  return count->kills;
}

bool more_oom_kills(std::int64_t before) {
  return before >= 0 && last_count().emplace().kills > before;  // the next scenario is not blamed for the same kill
}

std::string describe_status(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace palio
