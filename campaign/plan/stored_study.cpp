#include "campaign/plan/stored_study.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "campaign/code/code_source.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "platforms/family.h"
#include "storage/file/connection.h"
#include "storage/read/stored_results.h"
#include "workloads/family.h"

namespace palio {
namespace {

// The input files of a campaign, by their paths in its study.
class StoredFiles {
public:
  explicit StoredFiles(const CampaignReader& reader) : reader_(reader) {
    std::map<std::string_view, KeptOfFile> kept;  // by family
    const auto add = [&](const auto& families) {
      for (const auto& family : families)
        if (family.reads_file()) kept.emplace(family.name, family.kept);
    };
    add(platform_families());
    add(workload_families());
    for (const auto& [family, path, digest, canonical] : named_files(reader))
      if (const auto known = kept.find(family); known != kept.end())
        digests_[{path, known->second}].insert_or_assign(workflow_reading(canonical), digest);
  }

  /// The content that the latest run has stored.
  std::string content(const std::string& path, KeptOfFile kept, const WorkflowReading& reading) const {
    if (const auto found = digests_.find({path, kept}); found != digests_.end())
      if (const auto read = found->second.find(reading); read != found->second.end())
        if (std::optional<std::string> text = file_with_digest(reader_, read->second)) return std::move(*text);
    throw UserError("the database does not contain the input file {}", path);
  }

  /// The files that a folder or a pattern of the study means; nothing for the path of a file.
  std::vector<std::string> matches(const std::string& typed, KeptOfFile wanted) const {
    for (const KeptOfFile kept : {KeptOfFile::content, KeptOfFile::workflow, KeptOfFile::platform, KeptOfFile::network})
      if (digests_.contains({typed, kept})) return {};
    const std::string plain = std::filesystem::path(typed).lexically_normal().string();
    const std::string folder = plain == "." ? "" : plain.ends_with('/') ? plain : plain + '/';
    const auto is_in_folder = [&](const std::string& path) {
      return path.starts_with(folder) && path.find('/', folder.size()) == std::string::npos &&
             is_meant_by_its_folder(path.substr(folder.size()), wanted);
    };
    const auto is_meant = [&](const std::string& path) {
      return is_in_folder(path) || fnmatch(plain.c_str(), path.c_str(), FNM_PATHNAME | FNM_PERIOD) == 0;
    };
    std::vector<std::string> found;
    for (const std::string& path : wanted_paths(reader_))
      if (is_meant(path) && digests_.contains({path, wanted})) found.push_back(path);
    return found;
  }

private:
  const CampaignReader& reader_;
  std::map<std::pair<std::string, KeptOfFile>, std::map<WorkflowReading, std::string>> digests_;
};

template <class Item>
std::vector<std::int64_t> ids_of(const std::vector<Item>& items, const CampaignReader& reader, std::string_view table) {
  std::unordered_map<std::string, std::int64_t> known;
  for (auto& [id, canonical] : reader.canonical_names(table)) known.emplace(std::move(canonical), id);
  std::vector<std::int64_t> ids;
  for (const Item& item : items) {
    const auto found = known.find(canonical_text(recipe_of(item)));
    ids.push_back(found == known.end() ? 0 : found->second);
  }
  return ids;
}

}  // namespace

std::unique_ptr<CampaignReader> begun_campaign(const std::string& file) {
  if (file.empty() || !std::filesystem::exists(file)) return nullptr;
  try {
    auto campaign = std::make_unique<CampaignReader>(file);
    return campaign->info().study.empty() ? nullptr : std::move(campaign);
  } catch (const EmptyCampaign&) {
    return nullptr;
  }
}

std::unique_ptr<CampaignReader> campaign_before_run(const std::string& file) {
  try {
    return begun_campaign(file);
  } catch (const UserError&) {
    return nullptr;
  }
}

Study stored_study(const CampaignReader& reader, const StrategySet& given) {
  return stored_study(reader, reader.info().study_text, given);
}

Study stored_study(const CampaignReader& reader, const std::string& text, const StrategySet& given) {
  return parse_study(text, reader.info().study_path, stored_files(reader),
                     {.known = stored_code(reader, given), .source = nullptr});
}

FileSource stored_files(const CampaignReader& reader) {
  const auto stored = std::make_shared<const StoredFiles>(reader);
  FileSource files;
  files.matches = [stored](const std::string& path, KeptOfFile kept) { return stored->matches(path, kept); };
  files.kept = [stored](const std::string& path, KeptOfFile kept, const WorkflowReading& reading) {
    return stored->content(path, kept, reading);
  };
  return files;
}

DimensionIds stored_ids(const Study& study, const CampaignReader& reader) {
  return {ids_of(study.platforms, reader, "platform"), ids_of(study.workloads, reader, "workload"),
          ids_of(study.strategies, reader, "strategy")};
}

}  // namespace palio
