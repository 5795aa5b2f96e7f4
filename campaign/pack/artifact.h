#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/archive/archive.h"
#include "campaign/pack/machine.h"
#include "core/text/new_file.h"

namespace palio {

/// What an artifact keeps of a campaign's results: all, a stratified part, or only the digest of all.
enum class KeptResults { whole, sample, digest };

/// "whole", "sample", "digest".
std::string_view word(KeptResults kept);

/// The digest of the results of a campaign and their number, as `palio digest` prints them.
struct CountedDigest {
  std::string digest;
  std::int64_t completed = 0, failed = 0;

  bool operator==(const CountedDigest&) const = default;
};
CountedDigest counted_digest(const std::filesystem::path& database);

/// "4,200 scenarios, 4,198 completed, 2 failed".
std::string counts_text(const CountedDigest& digest);

/// A campaign in an artifact. Its folder has the name of its study.
struct PackedCampaign {
  std::string name;
  KeptResults kept = KeptResults::whole;
  CountedDigest all;        // of the campaign when it was packed
  CountedDigest stored;     // of what is kept of it
  std::int64_t sample = 0;  // instances that its last run was asked for; 0: all
  std::string engine, engine_version;
};

/// The folder of a campaign in an artifact.
inline std::filesystem::path campaign_folder(const std::string& name) {
  return std::filesystem::path("campaigns") / name;
}

/// What artifact.json says.
struct Artifact {
  std::string title;
  Machine machine;
  std::vector<PackedCampaign> campaigns;
};

// Its files and folders, relative to its folder; those of a campaign relative to the campaign's.
inline constexpr std::string_view k_artifact_file = "artifact.json", k_sums_file = "SHA256SUMS",
                                  k_database_file = "campaign.db", k_study_file = "study.toml",
                                  k_results_folder = "results",  // of the whole campaign
    k_part_folder = "part",                                      // of what is kept of it, unless that is all
    k_files_folder = "files", k_strategies_folder = "strategies", k_claims_folder = "claims",
                                  k_figures_folder = "figures", k_queries_folder = "queries", k_extra_folder = "extra";

std::string artifact_text(const Artifact& artifact);

/// Reads it from an artifact's folder. Throws UserError for a folder that is no artifact, a wrong value, and an
/// artifact of a newer version of Palio.
Artifact read_artifact(const std::filesystem::path& folder);

/// The files that artifact.json does not list: sums of all others, as `sha256sum -c` reads them.
std::string sums_text(const std::filesystem::path& folder);

/// The files that SHA256SUMS does not name, and those that SQLite would obey when it reads another: each with what it
/// is. Throws UserError for a folder without sums, and for sums of another form.
std::vector<std::string> foreign_files(const std::filesystem::path& folder);

/// The same, and those that are missing or changed.
std::vector<std::string> wrong_files(const std::filesystem::path& folder);

/// Unpacks an archive into a new folder, completely or not at all. Throws UserError as unpack_archive() and
/// read_artifact() do, and for foreign files.
Artifact unpack_artifact(const std::filesystem::path& archive, const std::filesystem::path& folder,
                         const ArchiveLimits& limits);

/// Copies a file. Throws UserError.
void copy_plain_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// An artifact that is read: a folder, or an archive that is unpacked into a temporary one.
class OpenArtifact {
public:
  /// Throws UserError for what is neither, and as unpack_archive() and read_artifact() do.
  OpenArtifact(const std::filesystem::path& artifact, const ArchiveLimits& limits);
  OpenArtifact(const OpenArtifact&) = delete;
  OpenArtifact& operator=(const OpenArtifact&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  const Artifact& said() const { return said_; }
  /// The file of a campaign.
  std::filesystem::path database(const std::string& campaign) const;
  /// A path for another temporary file.
  std::filesystem::path temporary(const std::string& name) const { return temporary_.path() / name; }

private:
  ScratchSpace temporary_{"artifact"};
  std::filesystem::path folder_;
  Artifact said_;
};

}  // namespace palio
