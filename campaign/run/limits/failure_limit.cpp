#include "campaign/run/limits/failure_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/error.h"

namespace palio {

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
    throw UserError(fmt::format(
        "--max-failures {} is neither a number of scenarios (20) nor a share of the results (5%), above zero", text));
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
