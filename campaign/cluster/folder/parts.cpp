#include "campaign/cluster/folder/parts.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <limits>

#include "campaign/study/input_file.h"
#include "core/error.h"
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
  member.fail("is no state of a task");
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
  return fmt::format("{} is damaged ({}); it is now {}, and its shard begins anew", part.string(), damage,
                     aside.filename().string());
}

}  // namespace palio
