#include "campaign/cluster/folder/parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "campaign/files/input_files.h"
#include "core/error.h"
#include "core/shortage.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "core/text/output_file.h"
#include "storage/check/check.h"
#include "storage/read/campaign_reader.h"

namespace palio {
namespace {

constexpr std::string_view k_note_format = "palio-shard";
constexpr std::int64_t k_note_version = 1;
constexpr std::array<std::string_view, 3> k_shard_states{"running", "complete",
                                                         "stopped"};  // in the order of TaskState

TaskState state(const JsonReader& member) {
  for (std::size_t i = 0; i < k_shard_states.size(); ++i)
    if (member.text() == k_shard_states[i]) return static_cast<TaskState>(i);
  member.fail("is not a state of a task");
}

ShardNote parsed(const std::filesystem::path& path) {
  const JsonReader root = JsonReader::parse(read_text_file(path.string()), path.string());
  root.expect_format(k_note_format, k_note_version);
  const auto count = [&](std::string_view key) {
    return root.member(key).integer(0, std::numeric_limits<std::int64_t>::max());
  };
  const auto reason = root.optional_member("reason");
  return {.state = state(root.member("state")),
          .reason = reason ? reason->text() : "",
          .owner = root.member("owner").text(),
          .counts = {.wanted = count("wanted"), .stored = count("stored"), .failed = count("failed")},
          .rate = root.member("rate").number(JsonRange::not_negative),
          .bytes = count("bytes"),
          .time = root.member("time").number(JsonRange::not_negative)};
}

class File {
public:
  explicit File(int number) : number_(number) {}
  File(const std::filesystem::path& path, int flags) : File(open(path.c_str(), flags | O_CLOEXEC)) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int number() const { return number_; }
  // A network file system may report a full disk only now.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

private:
  int number_;
};

bool write_all(int to, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(to, bytes, count);
    if (written < 0 && errno != EINTR) return false;
    if (written <= 0) continue;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

// False: errno says why.
bool copy_bytes(int from, int to) {
  std::vector<char> bytes(std::size_t{1} << 20U);
  while (true) {
    const ssize_t count = read(from, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    if (!write_all(to, bytes.data(), static_cast<std::size_t>(count))) return false;
  }
}

// With the permissions of the original: the file of a command may be executable.
bool copied(const std::filesystem::path& from, NewFile& to) {
  const File source(from, O_RDONLY);
  File target(to.take_descriptor());
  struct stat status {};
  return source.number() >= 0 && fstat(source.number(), &status) == 0 &&
         fchmod(target.number(), status.st_mode & 0777U) == 0 && copy_bytes(source.number(), target.number()) &&
         fsync(target.number()) == 0 && target.close();
}

// A new name is durable only when its folder is flushed, which not all file systems support.
void flush_folder(const std::filesystem::path& folder) {
  const File opened(folder, O_RDONLY | O_DIRECTORY);
  if (opened.number() >= 0) fsync(opened.number());
}

constexpr std::string_view k_temporary = ".copy";  // the ending of temporary names

[[noreturn]] void refuse(const std::filesystem::path& from, const std::filesystem::path& to, int error) {
  const std::string what =
      fmt::format("cannot copy {} to {}: {}", from.string(), to.string(), std::generic_category().message(error));
  if (const auto lacking = lacking_resource(error)) throw Shortage(*lacking, what);
  throw UserError(what);
}

}  // namespace

std::string_view to_text(TaskState state) { return k_shard_states.at(static_cast<std::size_t>(state)); }

ShardCounts count_part(const std::filesystem::path& part) {
  const CampaignReader reader(part);
  const ResultCounts counts = reader.counts();
  const std::vector<SessionRow> sessions = reader.sessions();
  if (sessions.empty()) return {};
  return {.wanted = sessions.back().info.wanted,
          .stored = sessions.back().stored(counts.all()),
          .failed = counts.all_failed()};
}

void write_note(const std::filesystem::path& path, const ShardNote& note) {
  const std::string reason = note.reason.empty() ? "" : fmt::format("\"reason\": {}, ", json_quoted(note.reason));
  write_file(
      path,
      fmt::format(
          R"({{"format": "{}", "version": {}, "state": "{}", {}"owner": {}, "wanted": {}, "stored": {}, "failed": {}, )"
          R"("rate": {}, "bytes": {}, "time": {}}})"
          "\n",
          k_note_format, k_note_version, to_text(note.state), reason, json_quoted(note.owner), note.counts.wanted,
          note.counts.stored, note.counts.failed, json_number(note.rate), note.bytes, json_number(note.time)));
}

std::optional<ShardNote> read_note(const std::filesystem::path& path) {
  try {
    return parsed(path);
  } catch (const UserError&) {
    return std::nullopt;
  }
}

double present_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::optional<std::int64_t> size_of(const std::filesystem::path& file) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  return none ? std::nullopt : std::optional(static_cast<std::int64_t>(size));
}

std::optional<std::string> damage_of(const std::filesystem::path& part) try {
  std::optional<std::string> damage;
  check_campaign(part, [&](const Finding& finding) {
    if (!finding.sound() && !damage) damage = problems_text(finding);
  });
  return damage;
} catch (const UserError& error) {
  return error.what();
}

std::string set_aside(const std::filesystem::path& part, const std::string& damage) {
  std::filesystem::path aside = part.string() + ".damaged";
  for (int number = 2; std::filesystem::exists(aside); ++number)
    aside = fmt::format("{}.damaged-{}", part.string(), number);
  std::filesystem::rename(part, aside);
  return fmt::format("{}; {} was renamed to {}, and its shard starts over", damage, part.filename().string(),
                     aside.filename().string());
}

DurableCopy::DurableCopy(std::filesystem::path from, std::filesystem::path to)
    : from_(std::move(from)), to_(std::move(to)) {
  try {
    file_.emplace(to_, k_temporary);
  } catch (const std::system_error& error) {
    refuse(from_, to_, error.code().value());
  }
  if (!copied(from_, *file_)) refuse(from_, to_, errno);
}

void DurableCopy::commit() {
  try {
    file_->take_name();
  } catch (const std::system_error& error) {
    refuse(from_, to_, error.code().value());
  }
  flush_folder(to_.parent_path());
}

void remove_broken_copies(const std::filesystem::path& to) {
  std::error_code ignored;  // they only waste space
  for (const auto& entry : std::filesystem::directory_iterator(to.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(to.filename().string() + ".") && name.ends_with(k_temporary))
      std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace palio
