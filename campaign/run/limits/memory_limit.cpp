#include "campaign/run/limits/memory_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "core/error.h"

namespace palio {
namespace {

constexpr double k_share = 0.8;  // of the memory; the rest is for palio, the workers and the page cache

std::optional<std::int64_t> total_memory(const std::filesystem::path& meminfo) {
  std::ifstream file(meminfo);
  std::string name;
  std::int64_t kibibytes = 0;
  if (file >> name >> kibibytes && name == "MemTotal:") return kibibytes * 1024;  // the first line
  return std::nullopt;
}

// The path of this process's control group below the mount point; empty outside cgroup v2.
std::string control_group(const std::filesystem::path& file) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("0::/")) return line.substr(4);
  return {};
}

// A file that holds a number, or "max" for none.
std::optional<std::int64_t> limit_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::int64_t bytes = 0;
  if (file >> bytes) return bytes;
  return std::nullopt;
}

}  // namespace

std::string explanation(const MemoryLimit& limit) {
  if (limit.origin == MemoryLimit::Origin::user)
    return fmt::format("--memory {}; a larger one, or 0 for none, with --retry-failed=out_of_memory runs it again",
                       limit.bytes);
  return fmt::format(
      "the default of {} bytes, its share of the memory; --memory M sets another limit, --memory 0 none; "
      "--retry-failed=out_of_memory runs it again",
      limit.bytes);
}

std::int64_t parse_memory(std::string_view text) {
  constexpr std::string_view k_units = "KMGT";
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const std::size_t power =
      unit.size() == 1 ? k_units.find(static_cast<char>(std::toupper(unit.front()))) : std::string_view::npos;
  if (power != std::string_view::npos) number *= std::pow(1024.0, static_cast<double>(power + 1));
  const bool readable = error == std::errc{} && (unit.empty() || power != std::string_view::npos);
  if (!readable || number < 0 || number >= 0x1p62)
    throw UserError(fmt::format(
        "--memory {} is not a size: bytes, or a number with K, M, G or T as in --memory 512M; 0 is no limit", text));
  if (number > 0 && number < static_cast<double>(MemoryLimit::k_smallest))
    throw UserError(fmt::format(
        "--memory {} is less than 1 MiB, in which nothing runs; --memory 512M is a size, 0 is no limit", text));
  return static_cast<std::int64_t>(number);
}

std::int64_t available_memory(const std::filesystem::path& root) {
  std::int64_t available = total_memory(root / "proc/meminfo").value_or(std::numeric_limits<std::int64_t>::max());
  const std::filesystem::path mount = root / "sys/fs/cgroup";
  // A limit of any group above counts as well.
  for (std::filesystem::path group = control_group(root / "proc/self/cgroup");; group = group.parent_path()) {
    if (const auto limit = limit_in(mount / group / "memory.max")) available = std::min(available, *limit);
    if (group.empty()) break;
  }
  return available == std::numeric_limits<std::int64_t>::max() ? 0 : available;
}

MemoryLimit default_memory_limit(std::int64_t available, int jobs) {
  if (available == 0) return {0, MemoryLimit::Origin::share};
  const auto share = static_cast<std::int64_t>(k_share * static_cast<double>(available) / jobs);
  return {std::max(share, MemoryLimit::k_smallest_share), MemoryLimit::Origin::share};
}

}  // namespace palio
