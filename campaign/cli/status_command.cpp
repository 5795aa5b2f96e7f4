#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/options.h"
#include "campaign/progress.h"
#include "campaign/stored_campaign.h"

namespace palio {
namespace {

struct StatusOptions {
  std::string database;
  Format format = Format::table;
};

struct Status {
  Study study;
  ResultCounts counts;
  CampaignState state;             // of what the last session wanted
  std::optional<SessionRow> last;  // session
  std::uint64_t failed = 0;
  double rate = 0;  // scenarios/s of the last session
};

// How long the last session has been at work, s.
double session_seconds(const CampaignReader& reader) {
  double seconds = 0;
  reader.query(
      "SELECT (julianday(coalesce(ended, 'now')) - julianday(started)) * 86400 FROM session "
      "ORDER BY id DESC LIMIT 1",
      [](const auto&) {},
      [&](const auto& row) {
        if (const auto* value = std::get_if<double>(&row.front())) seconds = *value;
      });
  return seconds;
}

Status read_status(const CampaignReader& reader) {
  Status status{stored_study(reader), reader.counts(), {}, {}, 0, 0};
  for (const auto& [kind, count] : status.counts.failed) status.failed += static_cast<std::uint64_t>(count);
  Selection selection;
  if (std::vector<SessionRow> sessions = reader.sessions(); !sessions.empty()) {
    status.last = std::move(sessions.back());
    selection.sample = static_cast<std::uint64_t>(status.last->info.sample);
    if (const double seconds = session_seconds(reader); seconds > 0)
      status.rate = static_cast<double>(status.last->completed + status.last->failed) / seconds;
  }
  status.state =
      count_state(status.study, selection, read_done(status.study, stored_ids(status.study, reader), reader));
  return status;
}

std::string session_state(const SessionRow& session) {
  if (session.alive) return fmt::format("running on {} (pid {})", session.info.host, session.info.pid);
  return session.how.empty() ? "killed" : session.how;
}

void print_status(const Status& status) {
  const std::uint64_t missing = status.state.wanted - status.state.stored;
  fmt::print("{}: {}\n\n", status.study.name, status.study.title);
  fmt::print("{:>13} wanted{}\n", count_text(status.state.wanted),
             status.last && status.last->info.sample > 0
                 ? fmt::format(" (a sample of {} instances)", status.last->info.sample)
                 : "");
  const std::uint64_t in_all = static_cast<std::uint64_t>(status.counts.completed) + status.failed;
  fmt::print("{:>13} stored{}\n{:>13} missing\n", count_text(status.state.stored),
             in_all == status.state.stored ? "" : fmt::format(" ({} in all)", count_text(in_all)), count_text(missing));
  fmt::print("{:>13} failed\n", count_text(status.failed));
  for (const auto& [kind, count] : status.counts.failed)
    fmt::print("{:>13} {}\n", "", fmt::format("{} {}", count_text(static_cast<std::uint64_t>(count)), kind));
  if (!status.last) return;
  const SessionRow& last = *status.last;
  fmt::print("\nlast session: {}, started {}, {} scenarios, {} workers, {} {}\n", session_state(last), last.started,
             count_text(static_cast<std::uint64_t>(last.completed + last.failed)), last.info.jobs, last.info.engine,
             last.info.engine_version);
  if (last.alive && status.rate > 0 && missing > 0)
    fmt::print("{:.1f} scenarios/s, {} left\n", status.rate, duration_text(static_cast<double>(missing) / status.rate));
}

void print_figures(const Status& status, Format format) {
  TableWriter table(stdout, format);
  table.header({"study", "wanted", "stored", "missing", "failed", "session", "rate"});
  const auto count = [](std::uint64_t value) { return SqlValue(static_cast<std::int64_t>(value)); };
  table.row({status.study.name, count(status.state.wanted), count(status.state.stored),
             count(status.state.wanted - status.state.stored), count(status.failed),
             status.last ? SqlValue(session_state(*status.last)) : SqlValue(),
             status.last ? SqlValue(status.rate) : SqlValue()});
  table.finish();
}

int run_status(const StatusOptions& options) {
  const Status status = read_status(CampaignReader(options.database));
  if (options.format == Format::table)
    print_status(status);
  else
    print_figures(status, options.format);
  return k_success;
}

}  // namespace

void setup_status(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<StatusOptions>();
  CLI::App* command = app.add_subcommand("status", "How far a campaign is; works while it runs");
  command->add_option("database", options->database, "Campaign file")->required()->type_name("F");
  add_format(*command, options->format);
  command->callback([options, &chosen] { chosen = [options] { return run_status(*options); }; });
}

}  // namespace palio
