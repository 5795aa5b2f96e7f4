#include "campaign/merge/parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "campaign/merge/study_difference.h"
#include "campaign/plan/stored_campaign.h"
#include "core/error.h"
#include "core/shortage.h"
#include "runners/client/engine_choice.h"
#include "storage/merge/part_file.h"
#include "storage/read/campaign_reader.h"
#include "storage/read/stored_results.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

// Nothing that a changed row says of its campaign is believed.
void refuse_changed_rows(const std::filesystem::path& file, const CampaignReader& reader) {
  for (const char* table : {"campaign", "request", "session"})
    if (!reader.is_as_stored(table))
      throw DamagedFile(
          fmt::format("{0} is damaged: a row of table {1} changed after being stored; palio check {0} "
                      "names it",
                      file.string(), table));
  if (!is_study_text(reader.info().study_text))  // an older schema has no checksums
    throw DamagedFile(
        fmt::format("{0} is damaged: the text of its study is none; palio check {0} says where", file.string()));
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
  return campaign;
}

// A run that has only begun its file does not say yet which engine its results will be of.
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
  return !gone && size > 0;  // an empty one is begun, as by a run
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
                             : fmt::format("{} and {} are one file", first->second.string(), part.string()));
  }
  return problems;
}

std::string study_problem(const MergedCampaign& first, const MergedCampaign& other) {
  const auto differs = [&](std::string_view what, std::string_view here, std::string_view there) {
    return fmt::format("{} is of another study than {}: {} is {}, not {}", other.file.string(), first.file.string(),
                       what, there, here);
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
    return fmt::format("{} holds results of the engine {}, {} of {}, and a campaign holds those of one",
                       other.file.string(), other.engine, first.file.string(), first.engine);
  if (may_share_campaign(first.engine_version, other.engine_version, first.has_bags || other.has_bags)) return {};
  return fmt::format("{} holds results of {} {}, {} of {} {}, and their dates may differ in the last bits",
                     other.file.string(), other.engine, other.engine_version, first.file.string(), first.engine,
                     first.engine_version);
}

[[noreturn]] void refuse(std::span<const std::string> problems) {
  constexpr std::size_t shown = 20;
  const std::size_t told = std::min(shown, problems.size());
  std::string text = fmt::format("{}", fmt::join(problems.first(told), "\n"));
  if (told < problems.size()) text += fmt::format("\nand {} more", problems.size() - told);
  throw UserError(text + "\nnothing was merged; leave out what cannot be, or mend it");
}

// Takes over a value that all have.
template <class Value>
void take_common(CampaignRequest& merged, std::span<const CampaignRequest> asked, Value CampaignRequest::*field) {
  const Value& first = asked.front().*field;
  if (std::ranges::all_of(asked, [&](const CampaignRequest& one) { return one.*field == first; }))
    merged.*field = first;
}

}  // namespace

MergedCampaigns look_at_parts(const std::filesystem::path& whole, std::span<const std::filesystem::path> parts) {
  std::vector<std::string> problems = repetitions(whole, parts);
  MergedCampaigns merged;
  std::vector<MergedCampaign>& campaigns = merged.whole_and_parts;
  if (is_there(whole)) campaigns.push_back(described(whole, CampaignReader(whole)));
  for (const std::filesystem::path& part : parts) {
    try {
      campaigns.push_back(look_at(part));
    } catch (const Hindrance&) {
      throw;
    } catch (const DamagedFile& error) {
      merged.damaged.emplace(part, error.what());
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

const MergedCampaign& with_engine(std::span<const MergedCampaign> campaigns) {
  for (const std::int64_t results : {1, 0})
    for (const MergedCampaign& campaign : campaigns)
      if (campaign.results >= results && !campaign.engine.empty()) return campaign;
  return campaigns.front();
}

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

}  // namespace palio
