#include "campaign/cluster/submission_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "campaign/session/progress.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 7> k_progress_states{"complete", "running", "waiting", "missing",
                                                            "stopped",  "lost",    "damaged"};

// Without a batch system to ask, a task that has been silent for this many copy intervals counts as dead.
constexpr double k_silent_copies = 3;
constexpr double k_silence_at_least = 60;  // s; clocks of machines differ

bool is_silent(const Submission& submission, const ShardNote& note) {
  return present_time() - note.time > std::max(k_silence_at_least, k_silent_copies * submission.copy_every);
}

// Whether a task is working on an incomplete shard: Slurm knows; elsewhere the last note must tell.
ShardState activity(const Submission& submission, const QueueState& queue, const std::optional<ShardNote>& note,
                    std::int64_t shard) {
  if (queue.runs(shard)) return ShardState::running;
  if (queue.waits(shard)) return ShardState::waiting;
  if (!note) return queue.shards.contains(shard) ? ShardState::lost : ShardState::missing;
  if (note->state != TaskState::running) return ShardState::stopped;
  return queue.known || is_silent(submission, *note) ? ShardState::lost : ShardState::running;
}

// "interrupted, TIMEOUT": the task's reason, and Slurm's if it adds something.
std::string reason(const QueueState& queue, const std::optional<ShardNote>& note, std::int64_t shard) {
  std::string text = note ? note->reason : "";
  if (note && note->state == TaskState::running)
    text = fmt::format("last heard of {} ago, {}", duration_text(present_time() - note->time), note->owner);
  const auto how = queue.shards.find(shard);
  if (how == queue.shards.end()) return text;
  if (text.empty()) return how->second;
  return how->second == "COMPLETED" || how->second == "FAILED" ? text : text + ", " + how->second;
}

ShardProgress look_at(const Submission& submission, const QueueState& queue, std::int64_t number) {
  ShardProgress shard{.shard = number};
  const std::optional<ShardNote> note = read_note(submission.note(number));
  const std::optional<std::int64_t> bytes = size_of(submission.part(number));
  shard.has_part = bytes.has_value();
  if (note) {
    shard.counts = note->counts;
    shard.rate = note->rate;
  }
  // A crash between a copy and its note, or a file from elsewhere.
  if (shard.has_part && (!note || note->bytes != bytes)) try {
      shard.counts = count_part(submission.part(number));
    } catch (const UserError& error) {
      shard.state = ShardState::damaged;
      shard.reason = error.what();
      shard.counts = {};
      return shard;
    }
  if (!shard.has_part) shard.counts.stored = shard.counts.failed = 0;
  const bool complete = shard.has_part && shard.counts.complete();
  shard.state = complete ? ShardState::complete : activity(submission, queue, note, number);
  if (shard.state == ShardState::stopped || shard.state == ShardState::lost) shard.reason = reason(queue, note, number);
  return shard;
}

}  // namespace

std::string_view to_text(ShardState state) { return k_progress_states.at(static_cast<std::size_t>(state)); }

SubmissionProgress::SubmissionProgress(const Submission& submission, const QueueState& queue)
    : wanted_(submission.wanted), queue_known_(queue.known) {
  for (std::int64_t shard = 1; shard <= submission.tasks; ++shard) shards_.push_back(look_at(submission, queue, shard));
}

std::int64_t SubmissionProgress::count(ShardState state) const {
  return std::ranges::count(shards_, state, &ShardProgress::state);
}

std::int64_t SubmissionProgress::parts() const { return std::ranges::count(shards_, true, &ShardProgress::has_part); }

ShardCounts SubmissionProgress::total() const {
  ShardCounts total{.wanted = wanted_};
  for (const ShardProgress& shard : shards_) {
    total.stored += shard.counts.stored;
    total.failed += shard.counts.failed;
  }
  return total;
}

double SubmissionProgress::rate() const {
  double rate = 0;
  for (const ShardProgress& shard : shards_)
    if (shard.state == ShardState::running) rate += shard.rate;
  return rate;
}

std::optional<double> SubmissionProgress::seconds_left() const {
  const ShardCounts all = total();
  if (!(rate() > 0) || all.complete()) return std::nullopt;
  double left = static_cast<double>(all.wanted - all.stored) / rate();
  for (const ShardProgress& shard : shards_)
    if (shard.state == ShardState::running && shard.rate > 0)
      left = std::max(left, static_cast<double>(shard.counts.wanted - shard.counts.stored) / shard.rate);
  return left;
}

bool SubmissionProgress::over() const {
  if (count(ShardState::running) + count(ShardState::waiting) > 0) return false;
  return queue_known_ || count(ShardState::missing) == 0;
}

std::vector<std::int64_t> SubmissionProgress::unfinished() const {
  std::vector<std::int64_t> numbers;
  for (const ShardProgress& shard : shards_)
    if (shard.state != ShardState::complete && shard.state != ShardState::running && shard.state != ShardState::waiting)
      numbers.push_back(shard.shard);
  return numbers;
}

SeenSubmission look_at(const std::string& folder) {
  Submission submission = read_submission(folder);
  QueueState queue = queue_state(submission);
  SubmissionProgress progress(submission, queue);
  return {std::move(submission), std::move(queue), std::move(progress)};
}

void set_damaged_aside(const SeenSubmission& seen) {
  for (const ShardProgress& shard : seen.progress.shards()) {
    std::optional<std::string> damage;
    if (shard.state == ShardState::damaged) damage = shard.reason;
    if (shard.state == ShardState::complete) damage = damage_of(seen.submission.part(shard.shard));
    if (damage) talk("palio: {}\n", set_aside(seen.submission.part(shard.shard), *damage));
  }
}

}  // namespace palio
