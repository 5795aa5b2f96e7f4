#include "campaign/code/reading_watch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <span>
#include <utility>

#include "core/error.h"
#include "core/text/talk.h"
#include "storage/file/campaign_file.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_compiled = "__pycache__";

bool is_left_out(const fs::path& folder) {
  std::error_code none;
  return folder.filename().string().starts_with('.') || fs::exists(folder / "pyvenv.cfg", none);
}

fs::path plain_path(const fs::path& file) { return fs::absolute(file).lexically_normal(); }

// These folders and their subfolders, the nearest first.
std::vector<fs::path> with_those_below(const std::set<fs::path>& folders) {
  constexpr std::size_t k_most = 256;
  std::vector<fs::path> all;
  std::error_code none;
  for (std::deque<fs::path> next(folders.begin(), folders.end()); !next.empty() && all.size() < k_most;) {
    all.push_back(next.front());
    next.pop_front();
    for (fs::directory_iterator entry(all.back(), none), end; !none && entry != end; entry.increment(none))
      if (entry->is_directory(none) && !entry->is_symlink(none) && !is_left_out(entry->path()))
        next.push_back(entry->path());
  }
  return all;
}

// __pycache__/helper.cpython-311.pyc is of helper.py, which Python does not read again.
fs::path source_of(const fs::path& file) {
  const fs::path folder = file.parent_path();
  if (folder.filename() != k_compiled) return file;
  const std::string name = file.filename().string();
  return folder.parent_path() / (name.substr(0, name.find('.')) + ".py");
}

// Whether a file is code, given the declared files: strategy.py next to helper.py, and libraries.
bool is_code(const std::string& file, std::span<const CodeFile> declared) {
  const fs::path ending = fs::path(file).extension();
  return ending == ".so" || (!ending.empty() && std::ranges::any_of(declared, [&](const CodeFile& one) {
           return fs::path(one.name).extension() == ending;
         }));
}

// A campaign, or a file that SQLite keeps next to one: other runs and readers in the same folder read these. Opened as
// a CampaignFile, because closing any other descriptor would drop the locks of a run.
bool is_database(const fs::path& file) {
  std::string main = file.string();
  for (const std::string_view beside : {"-wal", "-shm", "-journal"})
    if (main.ends_with(beside)) main.erase(main.rfind(beside));
  try {
    return CampaignFile(main, CampaignFile::Access::read).header().kind == FileHeader::Kind::sqlite;
  } catch (const UserError&) {
    return false;  // unreadable or gone
  }
}

}  // namespace

ReadingWatch::ReadingWatch(fs::path folder, const std::set<std::string>& declared)
    : folder_(std::move(folder)), events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  std::set<fs::path> folders;
  for (const std::string& file : declared) folders.insert((folder_ / file).parent_path().lexically_normal());
  if (folders.empty()) folders.insert(folder_);
  if (events_ < 0) return;
  for (const fs::path& one : with_those_below(folders)) watch(one);
}

ReadingWatch::~ReadingWatch() {
  if (events_ >= 0) close(events_);
}

void ReadingWatch::watch(const fs::path& folder) {
  const int number = inotify_add_watch(events_, folder.c_str(), IN_CLOSE_NOWRITE | IN_ONLYDIR);
  if (number >= 0) watched_.emplace(number, folder);
}

void ReadingWatch::note(const fs::path& file) {
  std::error_code none;
  const fs::path source = source_of(file);
  if (fs::is_regular_file(source, none)) read_.insert(source.lexically_proximate(folder_).string());
}

// If the kernel's queue overflows, it keeps the first events, which is when code is loaded.
std::set<std::string> ReadingWatch::files_read() {
  alignas(inotify_event) std::array<char, 65536> bytes{};
  for (ssize_t size = 0; events_ >= 0 && (size = read(events_, bytes.data(), bytes.size())) > 0;)
    for (ssize_t at = 0; at < size;) {
      inotify_event event{};
      std::memcpy(&event, bytes.data() + at, sizeof event);
      const char* name = bytes.data() + at + sizeof event;
      at += static_cast<ssize_t>(sizeof event + event.len);
      const auto folder = watched_.find(event.wd);
      if (event.len > 0 && (event.mask & IN_ISDIR) == 0 && folder != watched_.end()) note(folder->second / name);
    }
  return read_;
}

void tell_undeclared(const CustomCode& command, const std::set<std::string>& files_read) {
  static std::set<std::pair<std::string, std::string>> told;
  std::vector<std::string> undeclared;
  for (const std::string& file : files_read)
    if (std::ranges::none_of(
            command.files(),
            [&](const CodeFile& one) { return fs::path(one.name).lexically_normal() == fs::path(file); }) &&
        !is_database(fs::path(command.place()) / file) && told.emplace(command.command(), file).second)
      undeclared.push_back(file);
  if (undeclared.empty()) return;
  constexpr std::size_t k_shown = 5;
  const std::size_t more = undeclared.size() - std::min(undeclared.size(), k_shown);
  undeclared.resize(undeclared.size() - more);
  talk(
      "palio: warning: files that the command \"{}\" does not declare were read while it ran: {}{}.\nIf it needs them, "
      "name them in files: otherwise results are kept when they change (docs/custom-strategies.md)\n",
      command.command(), fmt::format("{}", fmt::join(undeclared, ", ")),
      more == 0 ? "" : fmt::format(" and {} more", more));
}

CommandWatches::CommandWatches(const StrategySet& known) {
  for (const auto& code : known.custom()) {
    if (code->kind() == CodeKind::library) known_files_.insert(plain_path(code->place()));
    if (code->kind() != CodeKind::command) continue;
    std::set<std::string> declared;
    for (const CodeFile& file : code->files()) {
      declared.insert(file.name);
      known_files_.insert(plain_path(fs::path(code->place()) / file.name));
    }
    commands_.emplace_back(code, std::make_unique<ReadingWatch>(code->place(), declared));
  }
}

void CommandWatches::tell() {
  for (const auto& [command, reading] : commands_) {
    std::set<std::string> code;
    for (const std::string& file : reading->files_read())
      if (is_code(file, command->files()) && !known_files_.contains(plain_path(fs::path(command->place()) / file)))
        code.insert(file);
    tell_undeclared(*command, code);
  }
}

}  // namespace palio
