#include "campaign/run/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>

#include "core/error.h"
#include "core/number.h"

namespace palio {
namespace {

// Numbers the specs so that those that differ in their sample number only share a number.
std::vector<std::uint32_t> kinds(const std::vector<Spec>& specs) {
  std::map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> kinds;
  for (const Spec& spec : specs) {
    Recipe kind = spec.recipe;
    kind.parameters.erase(std::string(role_name(ParameterRole::sample)));
    kinds.push_back(known.emplace(canonical_text(kind), static_cast<std::uint32_t>(known.size())).first->second);
  }
  return kinds;
}

std::uint64_t number_of(const std::vector<std::uint32_t>& kinds) {
  return kinds.empty() ? 0 : std::uint64_t{*std::ranges::max_element(kinds)} + 1;
}

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

std::string explanation(const TimeLimit& limit) {
  constexpr std::string_view k_lift =
      "--timeout S sets another limit, --timeout 0 none; --retry-failed=timeout runs it again";
  switch (limit.origin) {
    case TimeLimit::Origin::user:
      return fmt::format("--timeout {:g}; a longer one, or 0 for none, with --retry-failed=timeout runs it again",
                         limit.seconds);
    case TimeLimit::Origin::unseen:
      return fmt::format("the default for a kind of scenario with fewer than {} results; {}", TimeLimits::k_enough,
                         k_lift);
    case TimeLimit::Origin::uncounted:
      return fmt::format("the default in a study of more than {} kinds of scenarios; {}", TimeLimits::k_cells, k_lift);
    case TimeLimit::Origin::cell:
      return fmt::format("the default: {:g} times the median of its kind of scenario, at least {:g} s; {}",
                         TimeLimits::k_times, TimeLimits::k_shortest, k_lift);
  }
  return {};
}

TimeLimits::TimeLimits(const Study& study, std::optional<double> user)
    : user_(user), strategies_(study.strategies.size()) {
  if (user_) return;
  platform_kind_ = kinds(study.platforms);
  workload_kind_ = kinds(study.workloads);
  workload_kinds_ = number_of(workload_kind_);
  const std::uint64_t cells = number_of(platform_kind_) * workload_kinds_ * strategies_;
  if (cells <= k_cells) cells_.resize(cells);
}

std::uint64_t TimeLimits::cell(const Instance& instance, std::size_t strategy) const {
  return (platform_kind_[instance.platform] * workload_kinds_ + workload_kind_[instance.workload]) * strategies_ +
         strategy;
}

double TimeLimits::median(const Cell& cell) {
  std::array<float, k_window> sorted = cell.latest;
  const auto end = sorted.begin() + std::min<std::size_t>(cell.results, k_window);
  const auto middle = sorted.begin() + (end - sorted.begin()) / 2;
  std::nth_element(sorted.begin(), middle, end);
  return static_cast<double>(*middle);
}

TimeLimit TimeLimits::limit(const Instance& instance, const std::vector<std::uint32_t>& strategies) const {
  if (user_) return {*user_, TimeLimit::Origin::user};
  if (cells_.empty()) return {k_unseen, TimeLimit::Origin::uncounted};
  TimeLimit largest{0, TimeLimit::Origin::cell};
  const std::scoped_lock lock(mutex_);
  for (const std::uint32_t strategy : strategies) {
    const Cell& seen = cells_[cell(instance, strategy)];
    const TimeLimit limit = seen.results < k_enough
                                ? TimeLimit{k_unseen, TimeLimit::Origin::unseen}
                                : TimeLimit{std::max(k_shortest, k_times * median(seen)), TimeLimit::Origin::cell};
    if (limit.seconds > largest.seconds) largest = limit;
  }
  return largest;
}

void TimeLimits::add(const Instance& instance, std::size_t strategy, double cost) {
  if (cells_.empty()) return;
  const std::scoped_lock lock(mutex_);
  Cell& seen = cells_[cell(instance, strategy)];
  seen.latest[seen.results++ % k_window] = static_cast<float>(cost);
}

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
    throw UserError(
        "--memory {} is not a size: bytes, or a number with K, M, G or T as in --memory 512M; 0 is no limit", text);
  if (number > 0 && number < static_cast<double>(MemoryLimit::k_smallest))
    throw UserError("--memory {} is less than 1 MiB, in which nothing runs; --memory 512M is a size, 0 is no limit",
                    text);
  return static_cast<std::int64_t>(number);
}

std::int64_t available_memory(const std::filesystem::path& root) {
  std::int64_t available = total_memory(root / "proc/meminfo").value_or(std::numeric_limits<std::int64_t>::max());
  const std::filesystem::path mount = root / "sys/fs/cgroup";
  // The limits of all parent groups count as well.
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

MemoryLimit memory_limit(const std::string& typed, int jobs) {
  if (typed.empty()) return default_memory_limit(available_memory(), jobs);
  return {parse_memory(typed), MemoryLimit::Origin::user};
}

std::chrono::milliseconds patience_of(const std::string& typed) {
  constexpr double k_longest = 1e9;  // s; longer than a life, and within the type
  if (typed.empty()) return Patience::k_usual;
  return std::chrono::milliseconds(std::llround(1000 * std::min(typed_number("--patience", typed), k_longest)));
}

double typed_number(std::string_view option, std::string_view typed) {
  if (const std::optional<double> number = parsed_number<double>(typed)) return *number;
  throw UserError("{} {} is not a number", option, typed);
}

std::optional<double> share_of(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  const char* const end = text.data() + text.size() - 1;
  double percent = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, percent, std::chars_format::fixed);
  if (error != std::errc{} || rest != end || !(percent >= 0 && percent <= 100)) return std::nullopt;
  return percent / 100;
}

std::optional<NumberOrShare> number_or_share(std::string_view text) {
  if (const std::optional<double> share = share_of(text))
    return *share > 0 ? std::optional(NumberOrShare{0, *share}) : std::nullopt;
  NumberOrShare read;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, read.number);
  if (error != std::errc{} || rest != end || read.number == 0) return std::nullopt;
  return read;
}

bool FailureLimit::reached(std::uint64_t failed, std::uint64_t results) const {
  if (text.empty()) return false;
  if (number > 0) return failed >= number;
  return results >= k_enough && static_cast<double>(failed) >= share * static_cast<double>(results);
}

FailureLimit parse_failure_limit(std::string_view text) {
  const std::optional<NumberOrShare> read = number_or_share(text);
  if (!read)
    throw UserError(
        "--max-failures {} is neither a number of scenarios (20) nor a share of the results (5%), above zero", text);
  return {.text = std::string(text), .number = read->number, .share = read->share};
}

void FailureWatch::add(const Outcome& outcome) {
  if (limit_.text.empty()) return;
  const std::scoped_lock lock(mutex_);
  ++results_;
  if (const auto* failure = std::get_if<Failure>(&outcome)) {
    ++failed_;
    Tally& tally = tallies_[failure->kind];
    if (tally.count++ == 0) tally.message = failure->message;
  }
  if (limit_.reached(failed_, results_)) reached_ = true;
}

bool FailureWatch::reached() const {
  const std::scoped_lock lock(mutex_);
  return reached_;
}

std::string FailureWatch::summary() const {
  const std::scoped_lock lock(mutex_);
  const auto most = std::ranges::max_element(tallies_, {}, [](const auto& entry) { return entry.second.count; });
  std::string text = fmt::format("{} of {} scenarios failed", failed_, results_);
  if (reached_) text += fmt::format(", which reaches --max-failures {}", limit_.text);
  if (most != tallies_.end())
    text +=
        fmt::format("; most often ({} times) {}: {}", most->second.count, to_text(most->first), most->second.message);
  return text;
}

}  // namespace palio
