#include "campaign/files/input_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/identity/engine_choice.h"
#include "core/text/json_text.h"
#include "core/text/talk.h"
#include "platforms/explicit/platform_json.h"
#include "platforms/formats/saga_network.h"
#include "platforms/formats/simgrid_scan.h"
#include "platforms/formats/simgrid_update.h"
#include "runners/client/worker_runner.h"
#include "runners/process/descriptor.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& name, std::string_view why) {
  throw UserError("cannot read {}: {}", name, why);
}

[[noreturn]] void refuse_larger(const std::string& name, std::size_t largest) {
  refuse(name, fmt::format("it is larger than {} MiB", largest >> 20U));
}

// It begins with a byte order mark, or with two ASCII characters and their zero bytes.
bool is_utf16(std::string_view text) {
  const auto zero = [&](std::size_t at) { return text[at] == '\0'; };
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
         (text.size() > 3 && zero(0) != zero(1) && zero(0) == zero(2) && zero(1) == zero(3));
}

std::string read_all(int descriptor, const std::string& name, std::size_t largest) {
  std::string text;
  std::string part(std::size_t{1} << 16U, '\0');
  while (const ssize_t count = read(descriptor, part.data(), part.size())) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(name, std::generic_category().message(errno));
    text.append(part, 0, static_cast<std::size_t>(count));
    if (text.size() > largest) refuse_larger(name, largest);
  }
  if (is_utf16(text))
    refuse(name,
           fmt::format("it is UTF-16, not UTF-8; to convert it: iconv -f UTF-16 -t UTF-8 {}", brief_shell_word(name)));
  return text;
}

// A SimGrid platform file as Palio's JSON (docs/file-formats.md), read by SimGrid in a worker.
std::string read_simgrid_file(const std::string& content, const std::string& path) {
  const UpdatedSimgrid updated = update_simgrid(without_byte_order_mark(content), path);
  for (const std::string& note : updated.notes) talk("palio: {}\n", note);
  scan_simgrid(updated.xml, path);
  WorkerRunner worker(worker_program(engine_named("simgrid")), std::make_shared<Patience>(Patience::k_brief));
  return worker.read_platform(updated.xml, path);
}

// A workflow as Palio's JSON.
std::string read_workflow_file(const std::string& content, const std::string& path, const WorkflowReading& reading) {
  const DescribedWorkload workflow = read_workflow(content, path, reading);
  for (const std::string& what : workflow.mended) talk("palio: {}: {}\n", path, what);
  return to_json(workflow);
}

// What is kept of a file of another tool, as Palio's JSON.
std::string translated(KeptOfFile kept, const std::string& content, const std::string& path,
                       const WorkflowReading& reading) {
  if (kept == KeptOfFile::platform) return read_simgrid_file(content, path);
  if (kept == KeptOfFile::network) return to_json(read_saga_network(without_byte_order_mark(content), path));
  return read_workflow_file(content, path, reading);
}

double mebibytes(std::size_t bytes) { return static_cast<double>(bytes) / (1U << 20U); }

// Of the files that a folder means.
std::vector<std::string_view> extensions_of(KeptOfFile kept) {
  if (kept == KeptOfFile::network) return {".json"};
  return kept == KeptOfFile::platform ? std::vector<std::string_view>{".xml"} : workflow_extensions();
}

std::string_view called(KeptOfFile kept) { return kept == KeptOfFile::workflow ? "workflow" : "platform"; }

bool is_pattern(const std::string& path) { return path.find_first_of("*?[") != std::string::npos; }

// Without ./ and x/../, so that one file has one spelling.
std::string plain(const fs::path& path) { return path.lexically_normal().string(); }

std::vector<std::string> files_of_folder(const fs::path& folder, const std::string& typed, KeptOfFile kept) {
  std::error_code failure;
  const fs::directory_iterator entries(folder / typed, failure);
  if (failure) throw UserError("cannot read the folder {}: {}", typed, failure.message());
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : entries) {
    const fs::path name = entry.path().filename();
    if (entry.is_regular_file() && is_meant_by_its_folder(name.string(), kept))
      files.push_back(plain(fs::path(typed) / name));
  }
  return files;
}

std::vector<std::string> files_of_pattern(const fs::path& folder, const std::string& typed) {
  glob_t found{};
  const std::unique_ptr<glob_t, decltype(&globfree)> owner(&found, globfree);
  // Only what was typed is a pattern, never the name of the study's folder.
  std::string escaped;
  for (const char c : (folder / "").string()) escaped += std::string(is_pattern({c}) || c == '\\' ? "\\" : "") + c;
  const bool is_absolute = fs::path(typed).is_absolute();
  glob(((is_absolute ? "" : escaped) + typed).c_str(), GLOB_NOSORT, nullptr, &found);
  std::vector<std::string> files;
  for (std::size_t i = 0; i < found.gl_pathc; ++i) {
    const fs::path file(found.gl_pathv[i]);
    if (!fs::is_regular_file(file)) continue;
    files.push_back(plain(is_absolute || folder.empty() ? file : file.lexically_relative(folder)));
  }
  return files;
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t largest) {
  const Descriptor file(
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // opening a pipe without a writer would block
  struct stat status {};
  if (file.number() < 0 || fstat(file.number(), &status) != 0)
    refuse(path, errno == ENOENT   ? "no such file"
                 : errno == EACCES ? "permission denied"
                                   : std::generic_category().message(errno));
  if (S_ISDIR(status.st_mode)) refuse(path, "it is a folder");
  if (!S_ISREG(status.st_mode))
    refuse(path,
           fmt::format("it is {}not a plain file; - reads standard input", S_ISFIFO(status.st_mode) ? "a pipe, " : ""));
  return read_all(file.number(), path, largest);
}

std::string read_input(const std::string& typed, std::size_t largest) {
  if (typed != "-") return read_text_file(typed, largest);
  static bool read_before = false;
  if (std::exchange(read_before, true)) throw UserError("standard input can be read once: give - for one input only");
  return read_all(STDIN_FILENO, input_name(typed), largest);
}

std::string input_name(const std::string& typed) { return typed == "-" ? "standard input" : typed; }

std::string kept_of_file(KeptOfFile kept, std::string content, const std::string& path,
                         const WorkflowReading& reading) {
  if (kept == KeptOfFile::content && content.size() > k_largest_file) refuse_larger(path, k_largest_file);
  if (content.find_first_not_of(" \t\r\n") == std::string::npos) throw UserError("{}:1: the file is empty", path);
  if (kept == KeptOfFile::content) return content;
  std::string json = translated(kept, content, path, reading);
  if (const std::size_t size = json_quoted(json).size(); size > 2 * k_largest_file)
    throw UserError("{}: the {} has {:.1f} MiB in Palio's JSON as a text, at most {:.1f} MiB are possible", path,
                    called(kept), mebibytes(size), mebibytes(2 * k_largest_file));
  return json;
}

bool is_meant_by_its_folder(const std::string& name, KeptOfFile kept) {
  const std::vector<std::string_view> extensions = extensions_of(kept);
  return !name.starts_with('.') &&
         std::ranges::find(extensions, fs::path(name).extension().string()) != extensions.end();
}

std::vector<std::string> matching_files(const std::string& folder, const std::string& typed, KeptOfFile kept) {
  const fs::path whole = fs::path(folder) / typed;
  std::error_code missing;
  const bool is_folder = fs::is_directory(whole, missing);
  if (!is_folder && (!is_pattern(typed) || fs::exists(whole, missing))) return {};
  std::vector<std::string> files = is_folder ? files_of_folder(folder, typed, kept) : files_of_pattern(folder, typed);
  std::ranges::sort(files);
  if (files.empty())
    throw UserError(is_folder ? fmt::format("the folder {} has no file that ends with {}", typed,
                                            fmt::join(extensions_of(kept), ", "))
                              : fmt::format("no file matches {}", typed));
  return files;
}

FileSource files_in(const std::string& folder) {
  const auto look = [folder](const std::string& typed, auto step) {
    try {
      return step();
    } catch (const UserError& error) {
      throw UnreadableFile("{}; looked for {}", error.what(),
                           fs::absolute(fs::path(folder) / typed).lexically_normal().string());
    }
  };
  FileSource source;
  source.content = [folder, look](const std::string& file) {
    return look(file, [&] { return read_text_file((fs::path(folder) / file).string(), k_largest_workflow); });
  };
  source.matches = [folder, look](const std::string& typed, KeptOfFile kept) {
    return look(typed, [&] { return matching_files(folder, typed, kept); });
  };
  return source;
}

std::vector<std::string> InputFiles::paths(const std::string& typed, KeptOfFile kept) const {
  std::vector<std::string> files = source_.matches ? source_.matches(typed, kept) : std::vector<std::string>();
  // The family "file" has always identified its files by the typed path.
  if (files.empty()) files.push_back(kept == KeptOfFile::content ? typed : plain(typed));
  return files;
}

const InputFiles::Definition& InputFiles::definition(const std::string& path, KeptOfFile kept,
                                                     const WorkflowReading& reading) {
  const auto [entry, is_new] = known_.try_emplace({path, kept, reading});
  if (is_new) {
    entry->second.text =
        source_.kept ? source_.kept(path, kept, reading) : kept_of_file(kept, source_.content(path), path, reading);
    entry->second.digest = content_digest(entry->second.text);
  }
  return entry->second;
}

}  // namespace palio
