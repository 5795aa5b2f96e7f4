#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "campaign/pack/artifact.h"
#include "storage/sql/query_bounds.h"

namespace palio {

struct PackOptions {
  std::vector<std::string> databases;    // campaigns of studies with different names
  std::filesystem::path output;          // an archive if it ends with k_archive_ending, else a folder
  std::string pack_file;                 // pack.toml; empty: none
  std::optional<KeptResults> kept = {};  // unset: whole campaigns, if they are small
  std::uint64_t part = 0;                // instances of a part; 0: usual_part()
  QueryBounds bounds = {};               // of SQL files
};

struct PackSummary {
  Artifact artifact;
  std::string verdicts;             // on all claims; empty: there are none
  std::vector<std::string> blanks;  // files in which FILL IN marks what only the authors know
  std::vector<std::string> notes;   // what else is lacking
  std::uint64_t bytes = 0;          // of the archive, or of the folder's files
};

/// The size of a packed campaign up to which an artifact holds all of it unless told otherwise, byte.
inline constexpr std::uint64_t k_small_campaign = 100'000'000;

/// Packs campaigns with all that a reviewer needs (docs/artifacts.md). Writes the artifact completely or not at all.
/// Throws UserError.
PackSummary pack(const PackOptions& options);

}  // namespace palio
