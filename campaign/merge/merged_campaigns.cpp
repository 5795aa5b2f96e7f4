#include "campaign/merge/merged_campaigns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <string_view>
#include <thread>
#include <utility>

#include "campaign/merge/merge.h"
#include "campaign/plan/engine.h"
#include "core/error.h"
#include "core/identity/engine_choice.h"
#include "core/processors.h"
#include "core/shortage.h"
#include "storage/merge/part_file.h"
#include "storage/read/campaign_reader.h"
#include "storage/read/stored_results.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

// Refuses a campaign with changed rows: nothing that they say can be trusted.
void refuse_changed_rows(const std::filesystem::path& file, const CampaignReader& reader) {
  for (const char* table : {"campaign", "request", "session"})
    if (!reader.is_as_stored(table))
      throw DamagedFile(
          fmt::format("{0} is damaged: a row of table {1} changed after being stored; palio check {2} "
                      "names it",
                      file.string(), table, brief_shell_word(file.string())));
}

MergedCampaign described(const std::filesystem::path& file, CampaignReader reader) {
  reader.hold();
  refuse_changed_rows(file, reader);
  MergedCampaign campaign{.file = file, .info = reader.info(), .request = reader.request().value_or(CampaignRequest{})};
  const std::vector<SessionRow> sessions = reader.sessions();
  const ResultCounts counts = reader.counts();
  campaign.results = counts.all() + counts.stale;
  campaign.kept = reader.kept();
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

// Reads all its workloads.
bool has_bags(const MergedCampaign& campaign) {
  const PartFile part(campaign.file);
  return may_have_bags(CampaignReader(part.readable()));
}

// Whether the dates of both are the same to the last bit.
bool have_same_dates(const MergedCampaign& first, const MergedCampaign& other) {
  const auto may_share = [&](bool bags) {
    return may_share_campaign(first.engine_version, other.engine_version, bags);
  };
  return may_share(true) || (may_share(false) && !has_bags(first) && !has_bags(other));
}

std::string engine_problem(const MergedCampaign& first, const MergedCampaign& other) {
  if (other.results == 0) return {};
  if (other.engine != first.engine)
    return fmt::format("{} holds results of the engine {}, {} of {}, but a campaign holds results of only one",
                       other.file.string(), other.engine, first.file.string(), first.engine);
  if (have_same_dates(first, other)) return {};
  return fmt::format("{} holds results of {} {}, {} of {} {}, whose times may differ in the last bits",
                     other.file.string(), other.engine, other.engine_version, first.file.string(), first.engine,
                     first.engine_version);
}

std::string kept_problem(const MergedCampaign& first, const MergedCampaign& other) {
  if (first.results == 0 || first.kept == other.kept) return {};
  if (other.results == 0 && other.kept == Kept::metrics) return {};  // becomes what the others are
  const bool here = first.kept == Kept::realizations;
  return fmt::format(
      "{} keeps realizations, {} does not (--keep realizations), but a campaign holds those of all results or of none",
      (here ? first : other).file.string(), (here ? other : first).file.string());
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

}  // namespace

std::size_t at_once() { return std::min<std::size_t>(cores(), 4); }

const MergedCampaign& with_engine(std::span<const MergedCampaign> campaigns) {
  for (const std::int64_t results : {1, 0})
    for (const MergedCampaign& campaign : campaigns)
      if (campaign.results >= results && !campaign.engine.empty()) return campaign;
  return campaigns.front();
}

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
         {study_problem(campaigns.front(), campaign), engine_problem(with_engine(campaigns), campaign),
          kept_problem(with_engine(campaigns), campaign)})
      if (!problem.empty()) problems.push_back(std::move(problem));
  const bool nothing_is_left = merged.damaged.size() == parts.size();
  if (problems.empty() && !nothing_is_left) return merged;
  for (const auto& [part, problem] : merged.damaged) problems.push_back(problem);
  refuse(problems);
}

CampaignRequest merged_request(std::span<const MergedCampaign> campaigns) {
  CampaignRequest merged;
  std::vector<CampaignRequest> asked;
  for (const MergedCampaign& campaign : campaigns) asked.push_back(campaign.request);
  take_common(merged, asked, &CampaignRequest::sample);
  take_common(merged, asked, &CampaignRequest::condition);
  std::ranges::copy_if(asked.front().options, std::back_inserter(merged.options), [&](const std::string& word) {
    return std::ranges::all_of(
        asked, [&](const CampaignRequest& one) { return std::ranges::find(one.options, word) != one.options.end(); });
  });
  return merged;
}

}  // namespace palio
