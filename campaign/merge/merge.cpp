#include "campaign/merge/merge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <future>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include "campaign/plan/plan.h"
#include "campaign/plan/stored_campaign.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "core/error.h"
#include "core/shortage.h"
#include "runners/client/engine_choice.h"
#include "storage/check/check.h"
#include "storage/file/rows.h"
#include "storage/merge/part_batch.h"
#include "storage/merge/part_file.h"
#include "storage/read/campaign_reader.h"
#include "storage/read/stored_results.h"
#include "storage/sql/sqlite_error.h"
#include "storage/write/result_store.h"

namespace palio {
namespace {

// Parts that are looked at or put together at a time.
std::size_t at_once() { return std::clamp(std::thread::hardware_concurrency(), 1U, 4U); }

// What a campaign in a merge says about itself.
struct MergedCampaign {
  std::filesystem::path file;
  CampaignInfo info;
  std::optional<CampaignRequest> request;        // empty: an earlier version was killed before its first session
  std::string engine = {}, engine_version = {};  // of the last session; empty: none has begun
  bool has_bags = false;                         // or files that may hold some
  std::int64_t results = 0;                      // stored
  std::map<std::string, std::string> input_digests = {};  // by path
  std::set<std::string> sessions = {};                    // who began when
};

// The campaigns to merge, and the parts that are left out.
struct MergedCampaigns {
  std::vector<MergedCampaign> whole_and_parts;           // the whole first, if it was there
  std::map<std::filesystem::path, std::string> damaged;  // parts, and why
};

// Refuses a campaign with changed rows: nothing that they say can be trusted.
void refuse_changed_rows(const std::filesystem::path& file, const CampaignReader& reader) {
  for (const char* table : {"campaign", "request", "session"})
    if (!reader.is_as_stored(table))
      throw DamagedFile(
          fmt::format("{0} is damaged: a row of table {1} changed after being stored; palio check {0} "
                      "names it",
                      file.string(), table));
  if (!is_study_text(reader.info().study_text))  // an older schema has no checksums
    throw DamagedFile(
        fmt::format("{0} is damaged: the text of its study is not TOML; palio check {0} says where", file.string()));
}

MergedCampaign described(const std::filesystem::path& file, const CampaignReader& reader) {
  refuse_changed_rows(file, reader);
  MergedCampaign campaign{.file = file, .info = reader.info(), .request = reader.request()};
  if (campaign.info.study.empty())
    throw UserError(
        "{} does not say which study it is of: its first run was killed while it began; run it "
        "again, or leave it out",
        file.string());
  const std::vector<SessionRow> sessions = reader.sessions();
  const ResultCounts counts = reader.counts();
  campaign.results = counts.all() + counts.stale;
  campaign.has_bags = may_have_bags(reader);
  if (!sessions.empty()) {
    campaign.engine = sessions.back().info.engine;
    campaign.engine_version = sessions.back().info.engine_version;
  }
  campaign.input_digests = input_digests(reader);
  for (const SessionRow& session : sessions)
    campaign.sessions.insert(fmt::format("{} {} {}", session.started, session.info.pid, session.info.host));
  return campaign;
}

// A run that has only just created its file does not yet say which engine its results will have.
MergedCampaign look_at(const std::filesystem::path& file) {
  const PartFile part(file);
  MergedCampaign campaign = described(file, CampaignReader(part.readable()));
  if (campaign.engine.empty())
    throw UserError("{} is empty: no run has begun in it; run it again, or leave it out", file.string());
  return campaign;
}

bool is_there(const std::filesystem::path& file) {
  std::error_code gone;
  const std::uintmax_t size = std::filesystem::file_size(file, gone);
  return !gone && size > 0;  // an empty file counts as new, as for a run
}

using Inode = std::pair<dev_t, ino_t>;

std::optional<Inode> inode(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return Inode{status.st_dev, status.st_ino};
}

std::vector<std::string> repetitions(const std::filesystem::path& whole, std::span<const std::filesystem::path> parts) {
  std::vector<std::string> problems;
  std::map<Inode, std::filesystem::path> seen;
  const std::optional<Inode> goal = inode(whole);
  for (const std::filesystem::path& part : parts) {
    const std::optional<Inode> file = inode(part);
    if (!file) continue;
    if (file == goal)
      problems.push_back(
          fmt::format("{} is what the others are merged into, and cannot be a part of itself", part.string()));
    const auto [first, is_new] = seen.emplace(*file, part);
    if (!is_new)
      problems.push_back(first->second == part
                             ? fmt::format("{} is given twice", part.string())
                             : fmt::format("{} and {} are the same file", first->second.string(), part.string()));
  }
  return problems;
}

std::string study_problem(const MergedCampaign& first, const MergedCampaign& other) {
  const auto differs = [&](std::string_view what, std::string_view here, std::string_view there) {
    return fmt::format("{} belongs to another study than {}: {} is {}, not {}", other.file.string(),
                       first.file.string(), what, there, here);
  };
  if (first.info.study != other.info.study) return differs("study.name", first.info.study, other.info.study);
  if (const auto found = study_difference(first.info.study_text, other.info.study_text))
    return differs(found->key, found->a, found->b);
  for (const auto& [path, digest] : other.input_digests) {
    const auto known = first.input_digests.find(path);
    if (known != first.input_digests.end() && known->second != digest)
      return differs(fmt::format("the digest of {}", path), known->second, digest);
  }
  return {};
}

std::string engine_problem(const MergedCampaign& first, const MergedCampaign& other) {
  if (other.results == 0) return {};
  if (other.engine != first.engine)
    return fmt::format("{} holds results of the engine {}, {} of {}, but a campaign holds results of only one",
                       other.file.string(), other.engine, first.file.string(), first.engine);
  if (may_share_campaign(first.engine_version, other.engine_version, first.has_bags || other.has_bags)) return {};
  return fmt::format("{} holds results of {} {}, {} of {} {}, whose dates may differ in the last bits",
                     other.file.string(), other.engine, other.engine_version, first.file.string(), first.engine,
                     first.engine_version);
}

[[noreturn]] void refuse(std::span<const std::string> problems) {
  constexpr std::size_t shown = 20;
  const std::size_t told = std::min(shown, problems.size());
  std::string text = fmt::format("{}", fmt::join(problems.first(told), "\n"));
  if (told < problems.size()) text += fmt::format("\nand {} more", problems.size() - told);
  throw UserError(text + "\nnothing was merged; fix these files or leave them out");
}

// Copies a value that all share.
template <class Value>
void take_common(CampaignRequest& merged, std::span<const CampaignRequest> asked, Value CampaignRequest::*field) {
  const Value& first = asked.front().*field;
  if (std::ranges::all_of(asked, [&](const CampaignRequest& one) { return one.*field == first; }))
    merged.*field = first;
}

// The campaign that determines the engine: the first that holds results or was about to, else the first of all.
const MergedCampaign& with_engine(std::span<const MergedCampaign> campaigns) {
  for (const std::int64_t results : {1, 0})
    for (const MergedCampaign& campaign : campaigns)
      if (campaign.results >= results && !campaign.engine.empty()) return campaign;
  return campaigns.front();
}

// What a look at a part found.
struct Look {
  MergedCampaign campaign;
  std::exception_ptr error;

  MergedCampaign get() {
    if (error) std::rethrow_exception(error);
    return std::move(campaign);
  }
};

// Looks at the parts with all processors.
std::vector<Look> look_at_all(std::span<const std::filesystem::path> parts) {
  std::vector<Look> looks(parts.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < parts.size(); i = next++) {
      try {
        looks[i].campaign = look_at(parts[i]);
      } catch (...) {
        looks[i].error = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t thread = 1; thread < std::min(at_once(), parts.size()); ++thread) threads.emplace_back(work);
  work();
  threads.clear();  // waits for them
  return looks;
}

// Looks at the campaigns to be merged and at the whole. Before anything is written, throws UserError that names each
// file given by mistake and why: missing, empty, not a campaign, a newer schema, another study (with the first key that
// differs), another engine, given twice, the whole itself; and if every part is damaged.
MergedCampaigns look_at_parts(const std::filesystem::path& whole, std::span<const std::filesystem::path> parts) {
  std::vector<std::string> problems = repetitions(whole, parts);
  MergedCampaigns merged;
  std::vector<MergedCampaign>& campaigns = merged.whole_and_parts;
  if (is_there(whole)) campaigns.push_back(described(whole, CampaignReader(whole)));
  std::vector<Look> looks = look_at_all(parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    try {
      campaigns.push_back(looks[i].get());
    } catch (const Hindrance&) {
      throw;
    } catch (const DamagedFile& error) {
      merged.damaged.emplace(parts[i], error.what());
    } catch (const UserError& error) {
      problems.emplace_back(error.what());
    }
  }
  for (const MergedCampaign& campaign : campaigns)
    for (std::string problem :
         {study_problem(campaigns.front(), campaign), engine_problem(with_engine(campaigns), campaign)})
      if (!problem.empty()) problems.push_back(std::move(problem));
  const bool nothing_is_left = merged.damaged.size() == parts.size();
  if (problems.empty() && !nothing_is_left) return merged;
  for (const auto& [part, problem] : merged.damaged) problems.push_back(problem);
  refuse(problems);
}

// The request of the whole: all shards, and otherwise what the requests of all share.
CampaignRequest merged_request(std::span<const MergedCampaign> campaigns) {
  CampaignRequest merged;
  std::vector<CampaignRequest> asked;
  for (const MergedCampaign& campaign : campaigns)
    if (campaign.request) asked.push_back(*campaign.request);
  if (asked.empty()) return merged;
  const auto take = [&](auto... fields) { (take_common(merged, asked, fields), ...); };
  take(&CampaignRequest::sample, &CampaignRequest::condition, &CampaignRequest::time_limit,
       &CampaignRequest::memory_limit, &CampaignRequest::max_failures, &CampaignRequest::engine,
       &CampaignRequest::audit, &CampaignRequest::isolation);
  return merged;
}

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

// Walks the results, not the study, so that memory grows only with the sample. Results of an earlier version may not be
// marked as stale yet.
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
    return *std::ranges::find(campaigns_.rbegin(), campaigns_.rend(), part, &MergedCampaign::file);
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
