#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace palio {

/// A public set that the field measures itself on: a folder of a git repository at one commit. Palio downloads nothing.
/// To add a set: a row.
struct PublicSet {
  std::string_view name;
  std::string_view holds;
  std::string_view source;      // where it was published
  std::string_view repository;  // address
  std::string_view folder;      // in the repository; empty: all of it
  std::string_view commit;
  std::string_view tree;  // git's name of the folder's content: git rev-parse COMMIT:FOLDER
  int files;              // in the folder and its subfolders
  std::string_view licence;
  std::string_view use;  // how Palio reads it
};

std::span<const PublicSet> public_sets();

/// The set of this name; throws UserError with the nearest valid name.
const PublicSet& public_set(std::string_view name);

/// Throws UserError unless a folder has exactly the files of the set: says how many it has and what to do.
void check_set(const PublicSet& set, const std::filesystem::path& folder);

}  // namespace palio
