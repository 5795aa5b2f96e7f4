#include "campaign/plan/retries.h"

#include <algorithm>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/outcome.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

FailureKind parse_kind(std::string_view word) {
  if (const std::optional<FailureKind> kind = failure_kind(word)) return *kind;
  std::vector<std::string_view> words;
  for (int i = 0; i <= static_cast<int>(FailureKind::answers_differ); ++i)
    words.push_back(to_text(static_cast<FailureKind>(i)));
  throw UserError(
      "--retry-failed {}: there is no such failure{}; to retry all, put --retry-failed after the study or the database",
      word, suggestion(word, words));
}

}  // namespace

RetryChoice parse_retry_choice(std::string_view text) {
  if (text.empty()) return {RetryChoice::Which::all, {}};
  RetryChoice choice{RetryChoice::Which::some, {}};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    choice.kinds.push_back(parse_kind(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return choice;
}

RetryList::RetryList(const CampaignReader& reader, const RetryChoice& choice) {
  if (choice.which == RetryChoice::Which::none) return;
  for_each_failed(reader, choice.kinds, [this](const ScenarioId& id, int attempt) {
    entries_.push_back({id, attempt});
  });
}

int RetryList::attempt(const ScenarioId& id) const {
  const auto found = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
  return found != entries_.end() && found->id == id ? found->attempt : 0;
}

}  // namespace palio
