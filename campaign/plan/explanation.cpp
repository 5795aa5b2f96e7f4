#include "campaign/plan/explanation.h"

#include <fmt/format.h>

#include <algorithm>

#include "campaign/plan/stored_study.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

bool retried(const RetryChoice& retry, const std::string& outcome) {
  if (retry.which != RetryChoice::Which::some) return retry.which == RetryChoice::Which::all;
  const std::optional<FailureKind> kind = failure_kind(outcome);
  return kind && std::ranges::find(retry.kinds, *kind) != retry.kinds.end();
}

Reason stored_reason(const ResultOrigin& origin, const RetryChoice& retry) {
  const std::string& outcome = origin.outcome;
  if (outcome == "completed")
    return {Reason::Decision::skip, fmt::format("completed in session {}, started {}", origin.session, origin.started)};
  if (retried(retry, outcome))
    return {Reason::Decision::run, fmt::format("failed before ({}), and --retry-failed", outcome)};
  return {Reason::Decision::skip, fmt::format("failed before ({}); --retry-failed={} runs it again", outcome, outcome)};
}

}  // namespace

std::string_view to_text(Reason::Decision decision) { return decision == Reason::Decision::run ? "run" : "skip"; }

Explanation::Explanation(const Study& study, const Selection& selection)
    : study_(study), selection_(drawn(study, selection)), wanted_(study, selection_), in_study_(study, {}) {
  reasons_ = {
      {Reason::Decision::run, "never run"},
      {Reason::Decision::skip, fmt::format("outside --sample {}", selection.sample)},
      {Reason::Decision::skip, fmt::format("outside --shard {}/{}", selection.shard.index, selection.shard.count)},
      {Reason::Decision::skip, fmt::format("outside --where {}", selection.where)},
      {Reason::Decision::skip, fmt::format("outside the study: {}", conditions_text(study))}};
  if (!selection_.instances) return;
  sample_ = *selection_.instances;
  std::ranges::sort(sample_);
}

std::uint32_t Explanation::number(const Reason& reason) {
  const auto known = std::ranges::find(reasons_, reason) - reasons_.begin();
  if (known == std::ssize(reasons_)) reasons_.push_back(reason);
  return static_cast<std::uint32_t>(known);
}

void Explanation::read(const CampaignReader& reader, const RetryChoice& retry) {
  const ScenarioPositions positions(study_, stored_ids(study_, reader));
  std::map<std::pair<std::int64_t, std::string>, std::uint32_t> numbers;  // by session and outcome
  for_each_origin(reader, [&](const ScenarioId& id, const ResultOrigin& origin) {
    const auto at = positions.find(id);
    if (!at) return;
    const auto [known, is_new] = numbers.try_emplace({origin.session, origin.outcome});
    if (is_new) known->second = number(stored_reason(origin, retry));
    stored_.push_back({*at, known->second});
  });
  std::ranges::sort(stored_, {}, &Stored::position);
}

std::uint32_t Explanation::stored_number(const Instance& instance, std::size_t strategy) const {
  const ScenarioPosition wanted{instance, static_cast<std::uint32_t>(strategy)};
  const auto found = std::ranges::lower_bound(stored_, wanted, {}, &Stored::position);
  return found != stored_.end() && found->position == wanted ? found->reason : k_never_run;
}

const Reason& Explanation::reason(const Instance& instance, std::size_t strategy) const {
  if (!std::ranges::binary_search(in_study_.strategies(instance), strategy)) return reasons_[k_outside_study];
  if (selection_.instances && !std::ranges::binary_search(sample_, instance)) return reasons_[k_outside_sample];
  if (!std::ranges::binary_search(wanted_.strategies(instance), strategy)) return reasons_[k_outside_where];
  return reasons_[wanted_.holds(instance) ? stored_number(instance, strategy) : std::uint32_t{k_outside_shard}];
}

std::map<Reason, std::uint64_t> Explanation::summary() const {
  std::vector<std::uint64_t> counts(reasons_.size());
  if (wants_all(study_, selection_)) {
    for (const Stored& stored : stored_) ++counts[stored.reason];
    counts[k_never_run] = study_.scenario_count() - stored_.size();
  } else {
    Selection undivided = selection_;
    undivided.shard = {};
    undivided.part = nullptr;
    std::uint64_t in_study = study_.scenario_count(), in_sample = 0;
    if (study_.is_filtered()) in_study = count_state(study_, {}, DoneSet(study_, {})).wanted;
    for (const Instance& instance : sample_) in_sample += in_study_.strategies(instance).size();
    if (!selection_.instances) in_sample = in_study;
    counts[k_outside_study] = study_.scenario_count() - in_study;
    counts[k_outside_sample] = in_study - in_sample;
    counts[k_outside_where] = in_sample;
    InstanceStream stream(study_, undivided);
    while (const std::optional<Instance> instance = stream.next()) {
      const bool in_shard = wanted_.holds(*instance);
      for (const std::uint32_t s : stream.strategies(*instance)) {
        --counts[k_outside_where];
        ++counts[in_shard ? stored_number(*instance, s) : std::uint32_t{k_outside_shard}];
      }
    }
  }
  std::map<Reason, std::uint64_t> summary;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) summary.emplace(reasons_[i], counts[i]);
  return summary;
}

}  // namespace palio
