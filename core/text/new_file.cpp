#include "core/text/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/shortage.h"

namespace palio {
namespace {

std::mutex unfinished_mutex;
std::set<const Unfinished*> all_unfinished;
bool have_been_made = false;

[[noreturn]] void throw_last_error(const std::filesystem::path& file) {
  throw std::system_error(errno, std::generic_category(), file.string());
}

std::filesystem::path temporary_name(const std::filesystem::path& target, std::string_view ending) {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) throw_last_error(target);
  return fmt::format("{}.{:016x}{}", target.string(), number, ending);
}

std::filesystem::path scratch_place() {
  const char* named = std::getenv("TMPDIR");
  return std::filesystem::absolute(named == nullptr || *named == '\0' ? "/tmp" : named);
}

}  // namespace

Unfinished::Unfinished(std::filesystem::path path) : path_(std::move(path)) {
  const std::lock_guard lock(unfinished_mutex);
  all_unfinished.insert(this);
  have_been_made = true;
}

Unfinished::~Unfinished() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  const std::lock_guard lock(unfinished_mutex);
  all_unfinished.erase(this);
}

void Unfinished::take_name(const std::filesystem::path& target) {
  if (std::rename(path_.c_str(), target.c_str()) != 0) throw_last_error(target);
  const std::lock_guard lock(unfinished_mutex);
  all_unfinished.erase(this);
}

bool has_made_files() {
  const std::lock_guard lock(unfinished_mutex);
  return have_been_made;
}

// By another program in this process: no thread can make again what was just removed. The lock is kept for good. The
// shell lets signals through that this process blocks: more of them, also those that wait, must not end it.
void remove_unfinished() {
  unfinished_mutex.lock();
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) std::signal(signal, SIG_IGN);
  std::vector<std::string> words{
      "sh", "-c", "kill -9 $(cat /proc/$$/task/$$/children) 2>/dev/null; rm -rf -- \"$@\"; exit 130", "sh"};
  for (const Unfinished* one : all_unfinished) words.push_back(std::filesystem::absolute(one->path()).string());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv("/bin/sh", arguments.data());
  ::_exit(130);
}

NewFile::NewFile(std::filesystem::path target, std::string_view ending, mode_t mode)
    : target_(std::move(target)), temporary_(temporary_name(target_, ending)) {
  refuse_link(target_);
  std::error_code none;
  const std::filesystem::file_status there = std::filesystem::symlink_status(target_, none);
  errno = EEXIST;  // because renaming would replace a device
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) throw_last_error(target_);
  descriptor_ = open(temporary_.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (descriptor_ < 0) throw_last_error(temporary_.path());
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

int NewFile::take_descriptor() { return std::exchange(descriptor_, -1); }

// It may be typed with a slash at its end.
NewFolder::NewFolder(const std::filesystem::path& target)
    : target_(target.has_filename() ? target : target.parent_path()), temporary_(temporary_name(target_, ".part")) {
  std::error_code none;
  if (std::filesystem::exists(std::filesystem::symlink_status(target_, none)))
    throw UserError("{} exists; remove it, or name another folder", target_.string());
  if (mkdir(temporary_.path().c_str(), 0777) != 0) throw_last_error(temporary_.path());
}

// It is noted before it is made, so that a signal in between leaves nothing.
ScratchSpace::ScratchSpace(std::string_view name)
    : unfinished_(temporary_name(scratch_place() / fmt::format("palio-{}", name), "")) {
  if (mkdir(path().c_str(), 0700) == 0) return;
  const std::error_code error(errno, std::generic_category());
  const std::string place = path().parent_path().string();
  if (lacking_resource(error.value())) throw_errno("cannot make a temporary folder in " + place);
  throw UserError("cannot make a temporary folder in {}{}: {}; set TMPDIR=FOLDER to an existing, writable folder",
                  place, std::getenv("TMPDIR") == nullptr ? "" : ", which $TMPDIR names", error.message());
}

void refuse_link(const std::filesystem::path& output) {
  std::error_code none;
  if (!std::filesystem::is_symlink(std::filesystem::symlink_status(output, none))) return;
  throw UserError("cannot write {0}: it is a link to {1}; name {1} itself, or another file", output.string(),
                  std::filesystem::read_symlink(output, none).string());
}

}  // namespace palio
