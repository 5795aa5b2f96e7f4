#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/new_file.h"

namespace palio {

/// The progress of a shard, counted in its part.
struct ShardCounts {
  std::int64_t wanted = 0;  // scenarios of the shard
  std::int64_t stored = 0;
  std::int64_t failed = 0;  // of the stored ones

  /// No shard is empty: 0 of 0 was copied before its first session began.
  bool complete() const { return wanted > 0 && stored == wanted; }
};

/// Counts a part. Throws UserError for a file that is no campaign.
ShardCounts count_part(const std::filesystem::path& part);

enum class TaskState { running, complete, stopped };
std::string_view to_text(TaskState state);

/// What a task writes next to its part at each copy, so that progress is known without opening a thousand parts. It is
/// valid as long as the part has the size that it states.
struct ShardNote {
  TaskState state = TaskState::running;
  std::string reason = {};  // of stopped
  std::string owner;        // who writes: host, process, job
  ShardCounts counts;
  double rate = 0;         // scenarios/s
  std::int64_t bytes = 0;  // of the part; 0: there is none yet
  double time = 0;         // of the copy, s since 1970
};

/// Writes or replaces it. Throws UserError.
void write_note(const std::filesystem::path& path, const ShardNote& note);

/// Nothing where there is none, or none that can be read.
std::optional<ShardNote> read_note(const std::filesystem::path& path);

/// s since 1970.
double present_time();

/// byte; nothing where there is no such file.
std::optional<std::int64_t> size_of(const std::filesystem::path& file);

/// What the check of a campaign finds wrong with a part; nothing if it is sound. Reads all of it.
std::optional<std::string> damage_of(const std::filesystem::path& part);

/// Renames a damaged part, so that its shard starts over and nothing is lost. Returns a message that begins
/// with the damage, which names the part.
std::string set_aside(const std::filesystem::path& part, const std::string& damage);

/// An atomic copy of a plain file, with its permissions: made durable under a temporary name (core/text/new_file.h),
/// then renamed, so that a crash leaves the old file or the new one. It needs no locks, which are not reliable on
/// network file systems.
class DurableCopy {
public:
  /// Writes it under the temporary name. Throws UserError, Shortage when there is no space.
  DurableCopy(std::filesystem::path from, std::filesystem::path to);

  /// Gives it its name; call once. Throws UserError.
  void commit();

private:
  std::filesystem::path from_, to_;
  std::optional<NewFile> file_;
};

/// Removes what unfinished copies to this file have left.
void remove_broken_copies(const std::filesystem::path& to);

}  // namespace palio
