#pragma once

#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/identity/registry.h"

namespace palio {

/// Where the input files of a study are: in folders, or in a campaign, which holds what is kept of them.
struct FileSource {
  /// Content of a file. Throws UserError when it cannot be read.
  std::function<std::string(const std::string& path)> content;
  /// The files that a path means if it is a pattern or a folder, sorted; nothing if it is a file's own. Not set: it is
  /// always a file's own.
  std::function<std::vector<std::string>(const std::string& path, KeptOfFile kept)> matches = {};
  /// What a campaign keeps of a file. Not set: it is made of the content.
  std::function<std::string(const std::string& path, KeptOfFile kept)> kept = {};

  FileSource() = default;
  template <class Content>
  // NOLINTNEXTLINE(google-explicit-constructor): a source may be a function
  requires std::is_invocable_r_v<std::string, Content, const std::string&> FileSource(Content only_content)
      : content(std::move(only_content)) {}
};

/// What a campaign keeps of the content of a file. Throws UserError with file and line.
std::string kept_of_file(KeptOfFile kept, std::string content, const std::string& path);

/// Whether a file of that name belongs to those that its folder means to a family that keeps that.
bool is_meant_by_its_folder(const std::string& name, KeptOfFile kept);

/// Files in the file system, relative to a folder.
FileSource files_in(const std::string& folder);

/// The files that a typed path means: itself, those of a folder, or those that match a pattern (*, ?, [a-z]). Throws
/// UserError where a folder or a pattern has none.
std::vector<std::string> matching_files(const std::string& folder, const std::string& typed, KeptOfFile kept);

/// The input files of one study; what is kept of each is made once.
class InputFiles {
public:
  struct Definition {
    std::string text, digest;
  };

  explicit InputFiles(const FileSource& source) : source_(source) {}

  /// The files that a path of a study means, in the order of their axis.
  std::vector<std::string> paths(const std::string& typed, KeptOfFile kept) const;
  const Definition& definition(const std::string& path, KeptOfFile kept);

private:
  const FileSource& source_;
  std::map<std::pair<std::string, KeptOfFile>, Definition> known_;
};

}  // namespace palio
