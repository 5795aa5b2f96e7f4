#include "campaign/cluster/batch/slurm_time.h"

#include <charconv>
#include <vector>

#include "core/error.h"

namespace palio {
namespace {

// The numbers between the colons; empty where something else is there.
std::vector<std::int64_t> numbers(std::string_view text) {
  std::vector<std::int64_t> all;
  while (true) {
    const std::string_view word = text.substr(0, text.find(':'));
    std::int64_t value = 0;
    const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc{} || rest != word.data() + word.size() || value < 0 || value > 1'000'000'000)
      return {};
    all.push_back(value);
    if (word.size() == text.size()) return all;
    text.remove_prefix(word.size() + 1);
  }
}

std::int64_t seconds(std::string_view typed) {
  const std::size_t dash = typed.find('-');
  if (dash != std::string_view::npos) {
    const std::vector<std::int64_t> days = numbers(typed.substr(0, dash));
    std::vector<std::int64_t> rest = numbers(typed.substr(dash + 1));
    if (days.size() != 1 || rest.empty() || rest.size() > 3) return 0;
    rest.resize(3);
    return days[0] * 86400 + rest[0] * 3600 + rest[1] * 60 + rest[2];
  }
  const std::vector<std::int64_t> parts = numbers(typed);
  switch (parts.size()) {
    case 1: return parts[0] * 60;
    case 2: return parts[0] * 60 + parts[1];
    case 3: return parts[0] * 3600 + parts[1] * 60 + parts[2];
    default: return 0;
  }
}

}  // namespace

std::int64_t slurm_seconds(std::string_view typed) {
  const std::int64_t limit = seconds(typed);
  if (limit > 0) return limit;
  throw UserError(
      "--time takes a limit as sbatch does, minutes (90), hours:minutes:seconds (1:30:00) or days-hours (2-12), "
      "not \"{}\"",
      typed);
}

}  // namespace palio
