#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cluster/submission_progress.h"
#include "campaign/session/campaign_status.h"
#include "campaign/session/progress.h"
#include "campaign/session/terminal.h"
#include "core/error.h"
#include "core/number.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "core/text/visible_text.h"
#include "storage/read/failure_groups.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

// The first characters of a line.
std::string_view cut(std::string_view line, std::size_t most) {
  std::size_t bytes = 0;
  for (std::size_t taken = 0; taken < most && bytes < line.size(); ++taken)
    bytes += first_character(line.substr(bytes)).length;
  return line.substr(0, bytes);
}

// Repaints a text in place.
class Screen {
public:
  void paint(std::string_view text) {
    const TerminalSize size = terminal_size(STDOUT_FILENO).value_or(TerminalSize{});
    // A terminal made narrower has wrapped the lines.
    std::size_t up = 0;
    for (const std::size_t width : widths_) up += std::max<std::size_t>(1, (width + size.columns - 1) / size.columns);
    std::string painted = up > 0 ? fmt::format("\x1b[{}A", std::min(up, size.lines - 1)) : "";
    widths_.clear();
    while (!text.empty() && widths_.size() + 1 < size.lines) {  // the cursor is on the row below
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = cut(text.substr(0, end), size.columns);
      painted.append(line).append("\x1b[K\n");
      widths_.push_back(line.size());
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    say("{}\x1b[J", as_is(painted));
  }

private:
  std::vector<std::size_t> widths_;  // of the lines, in bytes: never too few
};

double watch_seconds(const std::string& typed) {
  const std::optional<double> seconds = parsed_number<double>(typed);
  if (!seconds || !(*seconds >= 0.1) || *seconds > 86400)
    throw UserError("--watch takes a number of seconds from 0.1 to 86400, not \"{}\"", typed);
  return *seconds;
}

// What one look shows.
struct Watched {
  std::string text;   // lines
  std::string line;   // a short form, without a line end
  bool over = false;  // nothing will change any more
};

// Looks again and again until it is over, and prints to stdout: on a terminal the text, repainted in place and cut to
// its size, every second; elsewhere a line every half minute; or every `seconds`.
void watch(std::optional<double> seconds, const std::function<Watched()>& look) {
  const bool repaint = takes_escapes(STDOUT_FILENO);
  const double pause = seconds.value_or(repaint ? 1 : 30);  // s
  Screen screen;
  Clock::time_point shown = Clock::now();
  for (bool first = true;; first = false) {
    const Watched seen = look();
    const bool due = first || seen.over || std::chrono::duration<double>(Clock::now() - shown).count() >= pause;
    if (due) {
      shown = Clock::now();
      if (repaint)
        screen.paint(seen.text);
      else
        say("{}\n", seen.line);
      std::fflush(stdout);
    }
    if (seen.over) return;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(pause, 1.0)));
  }
}

// "5 of 8 shards complete, 2 running, 1 waiting".
std::string shards_text(const SeenSubmission& seen) {
  std::string text = shown_text("{} of {} {} complete", count_text(seen.progress.count(ShardState::complete)),
                                count_text(seen.submission.tasks), seen.submission.tasks == 1 ? "shard" : "shards");
  for (const ShardState state : {ShardState::running, ShardState::waiting, ShardState::missing, ShardState::stopped,
                                 ShardState::lost, ShardState::damaged})
    if (const std::int64_t count = seen.progress.count(state); count > 0)
      text += shown_text(", {} {}", count_text(count), state == ShardState::missing ? "not begun" : to_text(state));
  return text;
}

std::string trouble_text(const Submission& submission, const ShardProgress& shard) {
  const std::filesystem::path log = submission.log(shard.shard);
  return shown_text("shard {} {}{}: {}{}\n", shard.shard, shard.state == ShardState::damaged ? "is " : "",
                    to_text(shard.state), visible_line(shard.reason),
                    std::filesystem::exists(log) ? shown_text(" (logs/{})", log.filename().string()) : "");
}

// At most ten: a whole cluster may have gone down.
std::string troubles_text(const SeenSubmission& seen) {
  constexpr std::int64_t k_most = 10;
  std::string text;
  std::int64_t found = 0;
  for (const ShardProgress& shard : seen.progress.shards())
    if (shard.state >= ShardState::stopped && ++found <= k_most)  // or lost, or damaged
      text += trouble_text(seen.submission, shard);
  if (found > k_most) text += shown_text("and {} more: --format csv has all\n", count_text(found - k_most));
  return text.empty() ? "" : "\n" + text;
}

std::string next_step(const SeenSubmission& seen) {
  if (seen.at_work()) return "";
  if (!seen.progress.unfinished().empty())
    return shown_text("\nTo run what is missing: {}\n", retry_command(seen.submission));
  if (!std::filesystem::exists(seen.submission.database())) return "";
  const std::filesystem::path database =
      std::filesystem::path(seen.submission.typed) / seen.submission.database().filename();
  return shown_text("\nThe results: palio status {}\n", brief_shell_word(database.string()));
}

std::string submission_text(const SeenSubmission& seen) {
  const ShardCounts total = seen.progress.total();
  std::string text =
      shown_text("{}\n\n{:>13} wanted\n{:>13} stored in {} {}\n{:>13} missing\n", visible_line(seen.submission.study),
                 count_text(total.wanted), count_text(total.stored), count_text(seen.progress.parts()),
                 seen.progress.parts() == 1 ? "part" : "parts", count_text(total.wanted - total.stored));
  text += painted(shown_text("{:>13} failed", count_text(total.failed)), total.failed > 0 ? Style::bad : Style::plain,
                  STDOUT_FILENO);
  text += shown_text("\n\n{}\n", shards_text(seen));
  const std::string& merge = seen.queue.merge;
  if (!merge.empty()) text += shown_text("merge: {}{}\n", merge, merge == "FAILED" ? "; logs/merge.log says why" : "");
  if (const auto left = seen.progress.seconds_left())
    text += shown_text("{:.1f} scenarios/s, {} left at this rate\n", seen.progress.rate(), duration_text(*left));
  return text + troubles_text(seen) + next_step(seen);
}

// "small: 5 of 8 shards complete, 2 running, 1,204 of 1,750 stored, 0 failed, 61.3/s, 9 s left".
std::string submission_line(const SeenSubmission& seen) {
  const ShardCounts total = seen.progress.total();
  std::string text =
      shown_text("{}: {}, {} of {} stored, {} failed", visible_line(seen.submission.study), shards_text(seen),
                 count_text(total.stored), count_text(total.wanted), count_text(total.failed));
  if (const auto left = seen.progress.seconds_left())
    text += shown_text(", {:.1f}/s, {} left", seen.progress.rate(), duration_text(*left));
  return text;
}

void print_shards(const SeenSubmission& seen, Format format) {
  TableWriter table(format, {"shard", "state", "reason", "wanted", "stored", "failed", "rate"});
  for (const ShardProgress& shard : seen.progress.shards()) {
    const bool counted = shard.has_part && shard.state != ShardState::damaged;
    table.row({shard.shard, std::string(to_text(shard.state)), or_null(shard.reason),
               counted ? SqlValue(shard.counts.wanted) : SqlValue(), shard.counts.stored, shard.counts.failed,
               shard.state == ShardState::running ? SqlValue(shard.rate) : SqlValue()});
  }
  table.finish();
}

struct StatusOptions {
  std::string database;
  bool failures = false;
  bool watch = false;
  std::optional<double> seconds;  // between two looks
  Format format = Format::table;
};

std::string session_state(const SessionRow& session) {
  if (session.alive) return shown_text("running on {} (pid {})", session.info.host, session.info.pid);
  return session.how.empty() ? "killed" : session.how;
}

std::string stored_text(const CampaignStatus& status) {
  std::string about;
  if (!status.last && status.sample > 0) about = shown_text(" (asked for: a sample of {} instances)", status.sample);
  if (status.counts.all() != status.stored()) about = shown_text(" ({} in all)", count_text(status.counts.all()));
  return shown_text("{:>13} stored{}\n", count_text(status.stored()), about);
}

std::string counts_text(const CampaignStatus& status) {
  std::string text;
  if (status.last) {
    const std::int64_t sample = status.last->info.sample;
    text += shown_text("{:>13} wanted{}\n", count_text(status.last->info.wanted),
                       sample > 0 ? shown_text(" (a sample of {} instances)", sample) : "");
  }
  text += stored_text(status);
  if (const auto missing = status.missing()) text += shown_text("{:>13} missing\n", count_text(*missing));
  if (status.counts.stale > 0)
    text += shown_text("{:>13} stale: the study no longer wants them, palio prune drops them\n",
                       count_text(status.counts.stale));
  const std::string failed = shown_text("{:>13} failed", count_text(status.counts.all_failed()));
  text += painted(failed, status.counts.all_failed() > 0 ? Style::bad : Style::plain, STDOUT_FILENO) + '\n';
  for (const auto& [kind, count] : status.counts.failed)
    text += shown_text("{:>13} {} {}\n", "", count_text(count), kind);
  if (status.audited.count > 0)
    text += shown_text("{:>13} also simulated by SimGrid; largest relative difference {:.2g}\n",
                       count_text(status.audited.count), status.audited.largest_difference);
  return text;
}

std::string session_text(const SessionRow& session) {
  if (session.info.jobs == 0)  // it runs nothing
    return shown_text("\nlast session: a merge, {}, started {}\n", session_state(session), session.started);
  return shown_text("\nlast session: {}, started {},\n{} scenarios, {} {}, {} {}\n", session_state(session),
                    session.started, count_text(session.completed + session.failed), session.info.jobs,
                    session.info.jobs == 1 ? "worker" : "workers", session.info.engine, session.info.engine_version);
}

std::string status_text(const CampaignStatus& status, const std::string& database) {
  std::string text = shown_text("{}: {}\n\n", visible_line(status.info.study), visible_line(status.info.title));
  text += counts_text(status);
  if (!status.last)
    return text +
           shown_text("\nno session has started; to start one:\n  palio resume {}\n", brief_shell_word(database));
  const SessionRow& last = *status.last;
  text += session_text(last);
  if (status.knows_end())
    text += shown_text("{:.1f} scenarios/s, {} left\n", *status.rate, duration_text(status.seconds_left));
  return text;
}

// "small: running on host (pid 7), 1,204 of 1,750 stored, 0 failed, 61.3/s, 9 s left".
std::string status_line(const CampaignStatus& status) {
  std::string text = visible_line(status.info.study) + ": ";
  if (status.last) text += session_state(*status.last) + ", ";
  text +=
      shown_text("{} of {} stored, {} failed", count_text(status.stored()),
                 count_text(status.stored() + status.missing().value_or(0)), count_text(status.counts.all_failed()));
  if (status.knows_end()) text += shown_text(", {:.1f}/s, {} left", *status.rate, duration_text(status.seconds_left));
  return text;
}

void print_figures(const CampaignStatus& status, Format format) {
  TableWriter table(format, {"study", "wanted", "stored", "missing", "failed", "stale", "session", "rate", "audited",
                             "largest_difference", "seconds_left"});
  table.row({status.info.study, status.last ? SqlValue(status.last->info.wanted) : SqlValue(), status.stored(),
             or_null(status.missing()), status.counts.all_failed(), status.counts.stale,
             status.last ? SqlValue(session_state(*status.last)) : SqlValue(), or_null(status.rate),
             status.audited.count, status.audited.count > 0 ? SqlValue(status.audited.largest_difference) : SqlValue(),
             status.knows_end() ? SqlValue(status.seconds_left) : SqlValue()});
  table.finish();
}

void print_failures(const CampaignReader& reader, const StatusOptions& options) {
  const std::vector<FailureGroup> groups = failure_groups(reader);
  TableWriter table(options.format, {"count", "kind", "strategy", "message", "example", "last_line"});
  for (const FailureGroup& group : groups)
    table.row({group.count, group.kind, group.strategy, group.message, group.example, group.last_line});
  table.finish();
  if (groups.empty())
    talk("{}: no scenario failed\n", options.database);
  else
    talk(
        "To run them again: palio resume {0} --retry-failed\n"
        "One in full: palio query {0} \"SELECT * FROM failures WHERE scenario = '{1}'\"\n",
        brief_shell_word(options.database), groups.front().example);
}

// An open reader would keep the finished campaign from becoming one plain file.
int watch_status(const StatusOptions& options) {
  if (options.failures || options.format != Format::table)
    throw UserError("--watch shows the progress of a run to people: leave out --failures and --format");
  watch(options.seconds, [&] {
    const CampaignStatus status = read_status(CampaignReader(options.database));
    return Watched{status_text(status, options.database), status_line(status), !status.running()};
  });
  return k_success;
}

int status_of_submission(const StatusOptions& options) {
  if (options.failures)
    throw UserError("--failures is about a campaign, not a folder of palio submit: name the merged one, or a part");
  if (options.watch && options.format != Format::table)
    throw UserError("--watch shows the progress of a submission to people: leave out --format");
  if (options.watch) {
    watch(options.seconds, [&] {
      const SeenSubmission seen = look_at(options.database);
      return Watched{submission_text(seen), submission_line(seen), seen.progress.over()};
    });
    return k_success;
  }
  const SeenSubmission seen = look_at(options.database);
  if (options.format == Format::table)
    say("{}", as_is(submission_text(seen)));
  else
    print_shards(seen, options.format);
  return k_success;
}

int run_status(const StatusOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(options.database, ignored)) return status_of_submission(options);
  if (options.watch) return watch_status(options);
  const CampaignReader reader(options.database);
  if (options.failures) {
    print_failures(reader, options);
    return k_success;
  }
  const CampaignStatus status = read_status(reader);
  if (options.format == Format::table)
    say("{}", as_is(status_text(status, options.database)));
  else
    print_figures(status, options.format);
  return k_success;
}

}  // namespace

void setup_status(const CommandSyntax& app) {
  const auto [command, options] = add_command<StatusOptions>(
      app, "status", "Show the progress of a campaign, and what failed; works while it runs", run_status);
  command.add_option("database F", options.database, "Campaign file, or the folder of palio submit").required();
  command.add_flag("--failures", options.failures, "The failed scenarios, grouped by what they have in common");
  command.add_option_with_optional_value(
      "--watch [S]",
      [&wanted = options](const std::string& typed) {
        wanted.watch = true;
        if (!typed.empty()) wanted.seconds = watch_seconds(typed);
      },
      "Show it again every S seconds until the run ends");
  add_format(command, options.format);
}

}  // namespace palio
