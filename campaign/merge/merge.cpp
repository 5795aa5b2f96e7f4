#include "campaign/merge/merge.h"

#include <algorithm>
#include <deque>
#include <exception>
#include <future>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "campaign/merge/merged_campaigns.h"
#include "campaign/plan/plan.h"
#include "campaign/plan/stored_study.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "core/shortage.h"
#include "storage/check/check.h"
#include "storage/file/rows.h"
#include "storage/merge/part_batch.h"
#include "storage/merge/part_file.h"
#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"

namespace palio {
namespace {

using Clock = ProgressMeter::Clock;

// The study and the selection of the first campaign; all share them.
struct Asked {
  Study study;
  Selection selection = {};
  std::uint64_t wanted = 0;
};

Asked what_is_asked(const MergedCampaign& first, const CampaignRequest& request) {
  const PartFile file(first.file);
  Asked asked{.study = stored_study(CampaignReader(file.readable()))};
  asked.selection =
      drawn(asked.study, {.sample = static_cast<std::uint64_t>(request.sample), .where = request.condition});
  asked.wanted = count_state(asked.study, asked.selection, DoneSet(asked.study, {})).wanted;
  return asked;
}

// Walks the results, not the study, so that memory grows only with the sample.
std::uint64_t count_stored(const Asked& asked, const CampaignReader& reader) {
  if (wants_all(asked.study, asked.selection))
    return std::min(static_cast<std::uint64_t>(reader.counts().all()), asked.wanted);
  const SelectedScenarios wanted(asked.study, asked.selection, stored_ids(asked.study, reader));
  std::uint64_t stored = 0;
  reader.for_each_wanted([&](const ScenarioId& id) { stored += wanted.holds(id) ? 1 : 0; });
  return stored;
}

SessionInfo merge_session(const Asked& asked, const MergedCampaign& engine, std::uint64_t stored) {
  const bool part = asked.selection.sample > 0 && asked.selection.sample < asked.study.instance_count();
  SessionInfo session = this_session();
  session.engine = engine.engine;
  session.engine_version = engine.engine_version;
  session.jobs = 0;  // it carries nothing out
  session.sample = part ? static_cast<std::int64_t>(asked.selection.sample) : 0;
  session.wanted = static_cast<std::int64_t>(asked.wanted);
  session.stored_before = static_cast<std::int64_t>(stored);
  return session;
}

using Parts = std::vector<std::filesystem::path>;

// Results in a batch. Each changes most pages of the whole's index; but while the first are put together, the whole
// waits, and a batch of this size takes 80 MB of disk.
constexpr std::int64_t k_largest_batch = 500'000;

// Small parts on their way into the whole.
struct Batch {
  std::unique_ptr<PartBatch> campaign;
  std::vector<PartOutcome> outcomes;
};

Batch put_together(const std::vector<PartToMerge>& parts, const Interruption& interruption) {
  const auto watch = [&](std::int64_t /*results*/) { return !interruption.requested(); };
  Batch batch{.campaign = std::make_unique<PartBatch>(), .outcomes = {}};
  for (const PartToMerge& part : parts) {
    if (interruption.requested()) break;
    batch.outcomes.push_back({part.file, batch.campaign->add(part, watch)});
  }
  return batch;
}

class Merging {
public:
  Merging(const MergeOptions& options, Interruption& interruption)
      : options_(options),
        interruption_(interruption),
        looked_at_(look_at_parts(options.whole, options.parts)),
        request_(merged_request(campaigns_)),
        asked_(what_is_asked(campaigns_.front(), request_)),
        meter_(planned(), 0, Clock::now(), ProgressMeter::Counted::results) {}

  MergeSummary carry_out() {
    const std::uint64_t before = is_new() ? 0 : count_stored(asked_, CampaignReader(options_.whole));
    ResultStore store(options_.whole, campaigns_.front().info, request_);
    try {
      merge_parts(store, merge_session(asked_, with_engine(campaigns_), before));
      end(store);
    } catch (const Hindrance& hindrance) {
      summary_.stopped = hindrance.what();
      end_stopped(store);
    }
    return std::move(summary_);
  }

private:
  void merge_parts(ResultStore& store, const SessionInfo& session) {
    const DisplayThread display(meter_, options_.progress);
    const std::vector<Parts> all = grouped();
    std::deque<std::future<Batch>> batches;
    for (std::size_t i = 0; i < all.size(); ++i) {
      while (i + batches.size() < all.size() && batches.size() <= at_once())
        batches.push_back(begin_batch(all[i + batches.size()]));
      if (!merge_together(store, all[i].size(), batches.front(), session)) merge_alone(store, all[i], session);
      if (summary_.interrupted) return;
      batches.pop_front();
    }
  }

  // The results of a part, of which the whole holds none as far as its sessions tell; nothing if it is merged alone.
  std::optional<std::int64_t> new_results(const std::filesystem::path& part) const {
    if (looked_at_.damaged.contains(part)) return std::nullopt;
    const MergedCampaign& campaign = looked_at(part);
    const auto is_known = [&](const std::string& session) { return campaigns_.front().sessions.contains(session); };
    if (!is_new() && std::ranges::any_of(campaign.sessions, is_known)) return std::nullopt;
    return campaign.results;
  }

  // Small parts in batches, in their order.
  std::vector<Parts> grouped() const {
    std::vector<Parts> groups;
    const std::int64_t most =
        std::clamp(static_cast<std::int64_t>(planned() / 16), options_.smallest_batch, k_largest_batch);
    std::int64_t size = most;  // of the last one
    for (const std::filesystem::path& part : options_.parts) {
      const std::int64_t results = std::clamp<std::int64_t>(new_results(part).value_or(most), 1, most);
      if (size + results > most) groups.emplace_back(), size = 0;
      groups.back().push_back(part);
      size += results;
    }
    return groups;
  }

  PartToMerge to_merge(const std::filesystem::path& part) const {
    return {part, looked_at(part).info.study_text, with_engine(campaigns_).engine};
  }

  // Without a future: a part alone.
  std::future<Batch> begin_batch(const Parts& parts) const {
    if (parts.size() == 1) return {};
    std::vector<PartToMerge> all;
    for (const std::filesystem::path& part : parts) all.push_back(to_merge(part));
    return std::async(std::launch::async,
                      [all = std::move(all), &asked = interruption_] { return put_together(all, asked); });
  }

  // False: nothing was merged, as not every part is sound and new, or the batch lacks space.
  bool merge_together(ResultStore& store, std::size_t parts, std::future<Batch>& future, const SessionInfo& session) {
    if (!future.valid()) return false;
    try {
      Batch batch = future.get();
      if (batch.outcomes.size() < parts) return false;
      merge(store, batch.campaign->together(), session);
      std::ranges::move(batch.outcomes, std::back_inserter(summary_.parts));
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  void merge_alone(ResultStore& store, const Parts& parts, const SessionInfo& session) {
    for (const std::filesystem::path& part : parts) {
      if (const auto damaged = looked_at_.damaged.find(part); damaged != looked_at_.damaged.end()) {
        summary_.parts.push_back({part, {}, damaged->second});
        continue;
      }
      summary_.interrupted = interruption_.requested();
      if (summary_.interrupted) return;
      try {
        summary_.parts.push_back({part, merge(store, to_merge(part), session)});
      } catch (const PartError& error) {
        summary_.parts.push_back({part, {}, error.what()});
      } catch (const MergeStopped&) {
        summary_.interrupted = true;
        return;
      }
    }
  }

  void end(ResultStore& store) {
    summary_.wanted = asked_.wanted;
    summary_.stored = count_stored(asked_, CampaignReader(options_.whole));
    const bool whole = !summary_.interrupted && summary_.stopped.empty();
    store.end_merge(whole ? "finished" : "interrupted", static_cast<std::int64_t>(summary_.stored));
    store.checkpoint();
    if (summary_.changed()) refuse_damaged_pages(options_.whole);
  }

  void end_stopped(ResultStore& store) {
    try {
      end(store);
    } catch (const std::exception&) {  // then the session counts as killed
    }
  }

  std::size_t parts() const { return options_.parts.size() - looked_at_.damaged.size(); }
  bool is_new() const { return campaigns_.size() == parts(); }

  std::uint64_t planned() const {
    std::int64_t results = 0;
    for (const MergedCampaign& campaign : std::span(campaigns_).last(parts())) results += campaign.results;
    return static_cast<std::uint64_t>(results);
  }

  const MergedCampaign& looked_at(const std::filesystem::path& part) const {
    const auto name = [](const MergedCampaign& campaign) -> const std::string& { return campaign.file.native(); };
    return *std::ranges::find(campaigns_.rbegin(), campaigns_.rend(), part.native(), name);  // quicker than paths
  }

  MergedPart merge(ResultStore& store, const PartToMerge& part, const SessionInfo& session) {
    std::int64_t told = 0;
    const auto watch = [&](std::int64_t results) {
      told += results;
      meter_.add_results(static_cast<std::uint64_t>(results), Clock::now());
      return !interruption_.requested();
    };
    MergedPart merged = store.merge(part, session, watch);
    meter_.add_results(static_cast<std::uint64_t>(merged.results - told), Clock::now());
    return merged;
  }

  const MergeOptions& options_;
  Interruption& interruption_;
  MergedCampaigns looked_at_;
  const std::vector<MergedCampaign>& campaigns_ = looked_at_.whole_and_parts;
  CampaignRequest request_;
  Asked asked_;
  ProgressMeter meter_;
  MergeSummary summary_;
};

}  // namespace

bool MergeSummary::changed() const {
  return std::ranges::any_of(parts, [](const PartOutcome& part) { return part.merged.changed; });
}

std::int64_t MergeSummary::contradictions() const {
  std::int64_t sum = 0;
  for (const PartOutcome& part : parts) sum += part.merged.contradictions;
  return sum;
}

std::size_t MergeSummary::problems() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(parts, [](const PartOutcome& part) { return !part.problem.empty(); }));
}

MergeSummary merge_campaigns(const MergeOptions& options, Interruption& interruption) {
  return Merging(options, interruption).carry_out();
}

}  // namespace palio
