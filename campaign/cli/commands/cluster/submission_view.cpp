#include "campaign/cli/commands/cluster/submission_view.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "campaign/cli/output/watch.h"
#include "campaign/cluster/submission_progress.h"
#include "campaign/run/progress.h"
#include "campaign/run/terminal.h"
#include "core/text/count_text.h"
#include "core/text/shell_word.h"
#include "core/text/talk.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

// What is not complete and nobody is at work on.
constexpr std::array k_troubles{ShardState::stopped, ShardState::lost, ShardState::damaged};

struct Seen {
  Submission submission;
  QueueState queue;
  SubmissionProgress progress;

  bool at_work() const { return progress.count(ShardState::running) + progress.count(ShardState::waiting) > 0; }
};

Seen look(const std::string& folder) {
  Submission submission = read_submission(folder);
  QueueState queue = queue_state(submission);
  SubmissionProgress progress(submission, queue);
  return {std::move(submission), std::move(queue), std::move(progress)};
}

// "5 of 8 shards complete, 2 running, 1 waiting".
std::string shards_text(const Seen& seen) {
  std::string text = shown_text("{} of {} {} complete", count_text(seen.progress.count(ShardState::complete)),
                                count_text(seen.submission.tasks), seen.submission.tasks == 1 ? "shard" : "shards");
  for (const ShardState state : {ShardState::running, ShardState::waiting, ShardState::missing, ShardState::stopped,
                                 ShardState::lost, ShardState::damaged})
    if (const std::int64_t count = seen.progress.count(state); count > 0)
      text += shown_text(", {} {}", count_text(count), state == ShardState::missing ? "not begun" : to_text(state));
  return text;
}

std::string speed_text(const Seen& seen) {
  const auto left = seen.progress.seconds_left();
  return left ? shown_text("{:.1f} scenarios/s, {} left at this rate\n", seen.progress.rate(), duration_text(*left))
              : "";
}

std::string trouble_text(const Submission& submission, const ShardProgress& shard) {
  const std::filesystem::path log = submission.log(shard.shard);
  return shown_text("shard {} {}{}: {}{}\n", shard.shard, shard.state == ShardState::damaged ? "is " : "",
                    to_text(shard.state), visible_line(shard.reason),
                    std::filesystem::exists(log) ? shown_text(" (logs/{})", log.filename().string()) : "");
}

// At most ten, where a whole cluster went down.
std::string troubles_text(const Seen& seen) {
  constexpr std::int64_t k_most = 10;
  std::string text;
  std::int64_t found = 0;
  for (const ShardProgress& shard : seen.progress.shards())
    if (std::ranges::find(k_troubles, shard.state) != k_troubles.end() && ++found <= k_most)
      text += trouble_text(seen.submission, shard);
  if (found > k_most) text += shown_text("and {} more: --format csv has all\n", count_text(found - k_most));
  return text.empty() ? "" : "\n" + text;
}

std::string next_step(const Seen& seen) {
  if (seen.at_work()) return "";
  if (!seen.progress.unfinished().empty())
    return shown_text("\nTo run what is missing: {}\n", retry_command(seen.submission));
  if (!std::filesystem::exists(seen.submission.database())) return "";
  const std::filesystem::path database =
      std::filesystem::path(seen.submission.typed) / seen.submission.database().filename();
  return shown_text("\nThe results: palio status {}\n", brief_shell_word(database.string()));
}

std::string merge_text(const Seen& seen) {
  return shown_text("merge: {}{}\n", seen.queue.merge, seen.queue.merge == "FAILED" ? "; logs/merge.log says why" : "");
}

std::string submission_text(const Seen& seen) {
  const ShardCounts total = seen.progress.total();
  std::string text =
      shown_text("{}\n\n{:>13} wanted\n{:>13} stored in {} {}\n{:>13} missing\n", visible_line(seen.submission.study),
                 count_text(total.wanted), count_text(total.stored), count_text(seen.progress.parts()),
                 seen.progress.parts() == 1 ? "part" : "parts", count_text(total.wanted - total.stored));
  text += painted(shown_text("{:>13} failed", count_text(total.failed)), total.failed > 0 ? Style::bad : Style::plain,
                  STDOUT_FILENO);
  text += shown_text("\n\n{}\n", shards_text(seen));
  if (!seen.queue.merge.empty()) text += merge_text(seen);
  return text + speed_text(seen) + troubles_text(seen) + next_step(seen);
}

// "small: 5 of 8 shards complete, 2 running, 1,204 of 1,750 stored, 0 failed, 61.3/s, 9 s left".
std::string submission_line(const Seen& seen) {
  const ShardCounts total = seen.progress.total();
  std::string text =
      shown_text("{}: {}, {} of {} stored, {} failed", visible_line(seen.submission.study), shards_text(seen),
                 count_text(total.stored), count_text(total.wanted), count_text(total.failed));
  if (const auto left = seen.progress.seconds_left())
    text += shown_text(", {:.1f}/s, {} left", seen.progress.rate(), duration_text(*left));
  return text;
}

void print_shards(const Seen& seen, Format format) {
  TableWriter table(stdout, format);
  table.header({"shard", "state", "reason", "wanted", "stored", "failed", "rate"});
  for (const ShardProgress& shard : seen.progress.shards()) {
    const bool counted = shard.has_part && shard.state != ShardState::damaged;
    table.row({shard.shard, std::string(to_text(shard.state)),
               shard.reason.empty() ? SqlValue() : SqlValue(shard.reason),
               counted ? SqlValue(shard.counts.wanted) : SqlValue(), shard.counts.stored, shard.counts.failed,
               shard.state == ShardState::running ? SqlValue(shard.rate) : SqlValue()});
  }
  table.finish();
}

}  // namespace

bool is_folder(const std::string& typed) {
  std::error_code ignored;
  return std::filesystem::is_directory(typed, ignored);
}

void show_submission(const std::string& folder, Format format) {
  const Seen seen = look(folder);
  if (format == Format::table)
    say("{}", as_is(submission_text(seen)));
  else
    print_shards(seen, format);
}

void watch_submission(const std::string& folder, std::optional<double> seconds) {
  watch(seconds, [&] {
    const Seen seen = look(folder);
    return Watched{submission_text(seen), submission_line(seen), seen.progress.over()};
  });
}

}  // namespace palio
