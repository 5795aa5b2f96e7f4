#include "campaign/merge/merge.h"

#include <algorithm>
#include <memory>

#include "campaign/merge/parts.h"
#include "campaign/plan/plan.h"
#include "campaign/plan/stored_campaign.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "core/shortage.h"
#include "storage/check/check.h"
#include "storage/merge/part_file.h"
#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"

namespace palio {
namespace {

using Clock = ProgressMeter::Clock;

// Study and selection are those of the first campaign, which are those of all.
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

// Walks the results, not the study: memory grows with the sample alone. What an earlier version stored may not be
// marked as stale yet.
std::uint64_t count_stored(const Asked& asked, const CampaignReader& reader) {
  if (asked.selection.everything()) return std::min(static_cast<std::uint64_t>(reader.counts().all()), asked.wanted);
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
    for (const std::filesystem::path& part : options_.parts) {
      if (summary_.interrupted) return;
      if (const auto damaged = looked_at_.damaged.find(part); damaged != looked_at_.damaged.end())
        summary_.parts.push_back({part, {}, damaged->second});
      else
        merge(store, part, session);
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

  const std::string& study_text(const std::filesystem::path& part) const {
    return std::ranges::find(campaigns_.rbegin(), campaigns_.rend(), part, &MergedCampaign::file)->info.study_text;
  }

  void merge(ResultStore& store, const std::filesystem::path& part, const SessionInfo& session) {
    if (interruption_.requested()) {
      summary_.interrupted = true;
      return;
    }
    std::int64_t told = 0;
    const auto watch = [&](std::int64_t results) {
      told += results;
      meter_.add_results(static_cast<std::uint64_t>(results), Clock::now());
      return !interruption_.requested();
    };
    try {
      const MergedPart merged = store.merge({part, study_text(part), with_engine(campaigns_).engine}, session, watch);
      meter_.add_results(static_cast<std::uint64_t>(merged.results - told), Clock::now());
      summary_.parts.push_back({part, merged});
    } catch (const PartError& error) {
      summary_.parts.push_back({part, {}, error.what()});
    } catch (const MergeStopped&) {
      summary_.interrupted = true;
    }
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
