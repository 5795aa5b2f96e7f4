#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/identity/registry.h"
#include "workloads/explicit/workload_json.h"

namespace palio {

/// The largest study or explicit file: as JSON text, at worst twice as long, platform and workload fit into one line
/// for a worker. A file in another format may be larger, since less of it is kept.
inline constexpr std::size_t k_largest_file = std::size_t{15} << 20U;      // byte
inline constexpr std::size_t k_largest_workflow = std::size_t{48} << 20U;  // byte

/// A file that a study names cannot be read, or means none.
class UnreadableFile : public UserError {
public:
  using UserError::UserError;
};

/// A whole text file. Throws UserError naming it, also for a larger one and for a pipe or a device, which could block.
std::string read_text_file(const std::string& path, std::size_t largest = k_largest_file);

/// The same for a path on the command line; - is standard input, which can be read once.
std::string read_input(const std::string& typed, std::size_t largest = k_largest_file);
/// Its name in messages.
std::string input_name(const std::string& typed);

/// Where the input files of a study are: in folders, or in a campaign, which holds what is kept of them.
struct FileSource {
  /// Content of a file. Throws UserError when it cannot be read.
  std::function<std::string(const std::string& path)> content;
  /// The files that a folder or a pattern means, sorted; nothing for the path of a file. Unset: all paths are those of
  /// files.
  std::function<std::vector<std::string>(const std::string& path, KeptOfFile kept)> matches = {};
  /// What a campaign keeps of a file. Unset: it is made from the content.
  std::function<std::string(const std::string& path, KeptOfFile kept, const WorkflowReading& reading)> kept = {};

  FileSource() = default;
  template <class Content>
  // NOLINTNEXTLINE(google-explicit-constructor): a source may be a function
  requires std::is_invocable_r_v<std::string, Content, const std::string&> FileSource(Content only_content)
      : content(std::move(only_content)) {}
};

/// What a campaign keeps of the content of a file; says on stderr what a lenient reading mended. Throws UserError with
/// file and line.
std::string kept_of_file(KeptOfFile kept, std::string content, const std::string& path,
                         const WorkflowReading& reading = {});

/// Whether a folder that is given to a family that keeps `kept` includes its file of this name.
bool is_meant_by_its_folder(const std::string& name, KeptOfFile kept);

/// Files in the file system, relative to a folder. Throws UnreadableFile that says where it looked.
FileSource files_in(const std::string& folder);

/// The files that a typed path means: those of a folder, or those that match a pattern (*, ?, [a-z]); nothing for the
/// path of a file. Throws UserError where a folder or a pattern has none.
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
  const FileSource& source() const { return source_; }
  const Definition& definition(const std::string& path, KeptOfFile kept, const WorkflowReading& reading = {});

private:
  const FileSource& source_;
  std::map<std::tuple<std::string, KeptOfFile, WorkflowReading>, Definition> known_;
};

}  // namespace palio
