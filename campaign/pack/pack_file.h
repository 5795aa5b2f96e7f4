#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace palio {

struct Author {
  std::string name, affiliation, orcid;
};

/// What pack.toml says of an artifact (docs/artifacts.md). Texts may be empty: then the artifact marks a blank.
struct PackFile {
  std::filesystem::path folder;  // of the file, where its paths begin; empty: the current one
  std::string title, abstract, licence, repository, doi;
  std::vector<Author> authors;
  std::vector<std::string> claims, figures, queries;  // SQL files
  std::vector<std::string> sources;                   // of custom strategies
  std::vector<std::string> files;                     // whatever else
  std::string package;                                // Palio's Debian package; empty: none
};

/// Throws UserError with file and line.
PackFile read_pack_file(const std::string& path);

}  // namespace palio
