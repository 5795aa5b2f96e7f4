#include "campaign/cluster/shard_task.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <random>
#include <system_error>

#include "campaign/cluster/folder/parts.h"
#include "campaign/code/given_code.h"
#include "campaign/files/input_files.h"
#include "campaign/run/selection_of.h"
#include "campaign/run/study_run.h"
#include "campaign/session/this_machine.h"
#include "core/error.h"
#include "core/shortage.h"
#include "core/text/count_text.h"
#include "core/text/output_file.h"
#include "core/text/talk.h"
#include "storage/file/connection.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

TypedRun run_of(const Submission& submission, std::int64_t shard, const std::filesystem::path& database) {
  TypedRun run;
  take_words(submission.run_options, run);
  run.jobs = static_cast<int>(submission.cpus);
  run.database = database.string();
  run.shard = fmt::format("{}/{}", shard, submission.tasks);
  run.costs_text = submission.costs;
  return run;
}

// "host n7, process 1204, job 12_3"; a random number tells apart tasks that agree in all of that.
std::string new_owner() {
  const char* array = std::getenv("SLURM_ARRAY_JOB_ID");
  const char* task = std::getenv("SLURM_ARRAY_TASK_ID");
  const std::string job = array != nullptr && task != nullptr ? fmt::format(", job {}_{}", array, task) : "";
  return fmt::format("host {}, process {}{}, number {:08x}", this_session().host, getpid(), job,
                     std::random_device()());
}

std::int64_t checked(const Submission& submission, std::int64_t shard) {
  if (shard >= 1 && shard <= submission.tasks) return shard;
  throw UserError("{} has the shards 1 to {}, not {}", submission.typed, submission.tasks, shard);
}

// Runs a step that writes to the scratch disk; if that is full, the error names it.
template <class Step>
void on_scratch(const ScratchFolder& scratch, Step step) {
  try {
    step();
  } catch (const Shortage& shortage) {
    if (shortage.resource() != Resource::space) throw;
    throw UserError("{}; {}", shortage.what(), scratch.place());
  }
}

struct Place {
  std::filesystem::path folder;
  std::string variable;  // that names it
  bool is_named = false;
};

Place scratch_place() {
  for (const char* variable : {"SLURM_TMPDIR", "TMPDIR"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') return {value, variable, true};
  return {"/tmp", "TMPDIR"};
}

}  // namespace

ScratchFolder::ScratchFolder(const std::string& name) {
  const Place place = scratch_place();
  std::string pattern = (place.folder / (name + "-XXXXXX")).string();
  variable_ = place.variable;
  if (mkdtemp(pattern.data()) == nullptr)
    throw UserError(
        "cannot make a folder for the results of this task in {}{} on {}: {}; {}=FOLDER names another disk of the node",
        place.folder.string(), place.is_named ? fmt::format(", which ${} names,", place.variable) : "",
        this_session().host, std::generic_category().message(errno), place.variable);
  path_ = pattern;
}

std::string ScratchFolder::place() const {
  return fmt::format("this task works in {} on {}; {}=FOLDER names another disk of the node",
                     path_.parent_path().string(), this_session().host, variable_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!kept_) std::filesystem::remove_all(path_, ignored);
}

ShardTask::ShardTask(const Submission& submission, std::int64_t shard)
    : submission_(submission),
      shard_(checked(submission, shard)),
      owner_(new_owner()),
      scratch_(fmt::format("palio-{}-{}", submission.study, shard)) {
  write_file(submission_.owner(shard_), owner_);
  resume();
  note(TaskState::running, "");
}

void ShardTask::resume() {
  const std::filesystem::path part = submission_.part(shard_);
  remove_broken_copies(part);
  if (!std::filesystem::exists(part)) return;
  on_scratch(scratch_, [&] { DurableCopy(part, database()).commit(); });
  if (const auto damage = damage_of(database())) {
    talk("palio: {}\n", set_aside(part, *damage));
    std::filesystem::remove(database());
    return;
  }
  counts_ = count_part(database());
  stored_before_ = counts_.stored;
  talk("shard {}: {} results are there, copied by an earlier task\n", shard_, count_text(counts_.stored));
}

RunSummary ShardTask::run(Interruption& interruption) {
  RunSummary summary;
  on_scratch(scratch_, [&] {
    const TypedRun run = run_of(submission_, shard_, database());
    const Study study = load_study(submission_.study_file().string(), beside_study({}));
    const PeriodicCopies copies(*this, submission_.copy_every, interruption);
    summary = run_study(study, run, drawn(study, selection_of(run, study)), interruption);
  });
  return summary;
}

void ShardTask::refuse_if_taken_over() const {
  const std::string owner = read_text_file(submission_.owner(shard_).string());
  if (owner != owner_)
    throw TakenOver(
        fmt::format("shard {} of {} was taken over by another task ({}): this one stops and leaves the part to it",
                    shard_, submission_.typed, owner));
}

// scenarios/s
double ShardTask::rate() const {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const std::int64_t stored = std::max<std::int64_t>(0, counts_.stored - stored_before_);
  return seconds > 0 ? static_cast<double>(stored) / seconds : 0;
}

void ShardTask::note(TaskState state, const std::string& reason) {
  refuse_if_taken_over();
  write_note(submission_.note(shard_), {.state = state,
                                        .reason = reason,
                                        .owner = owner_,
                                        .counts = counts_,
                                        .rate = rate(),
                                        .bytes = size_of(submission_.part(shard_)).value_or(0),
                                        .time = present_time()});
}

void ShardTask::copy_back() {
  if (size_of(database()).value_or(0) == 0) return note(TaskState::running, "");
  const std::filesystem::path copy = scratch_.path() / "copy.db";
  on_scratch(scratch_, [&] { copy_campaign(database(), copy); });
  copy_back(copy);
}

// Checks the owner as late as possible: a copy made after a takeover would undo the new owner's work.
void ShardTask::copy_back(const std::filesystem::path& campaign) {
  counts_ = count_part(campaign);
  DurableCopy copy(campaign, submission_.part(shard_));
  refuse_if_taken_over();
  copy.commit();
  note(TaskState::running, "");
}

// After its run a campaign is one plain file, unless a reader, such as a periodic copy, had it open at the end. Plain
// files need no second copy on the scratch disk, which may be full.
void ShardTask::copy_last() {
  bool plain = false;
  if (size_of(database()).value_or(0) > 0) on_scratch(scratch_, [&] { plain = make_plain(database()); });
  if (plain) return copy_back(database());
  copy_back();
}

ShardCounts ShardTask::finish(const std::string& reason) {
  try {
    copy_last();
  } catch (const TakenOver&) {
    throw;
  } catch (const UserError& error) {
    if (size_of(database()).value_or(0) == 0) throw;
    scratch_.keep();
    throw UserError("{}; the results of shard {} stay in {} on {}", error.what(), shard_, database().string(),
                    this_session().host);
  }
  const bool complete = counts_.complete() && size_of(database()).value_or(0) > 0;
  note(complete ? TaskState::complete : TaskState::stopped, complete ? "" : reason);
  return counts_;
}

PeriodicCopies::PeriodicCopies(ShardTask& task, double seconds, const Interruption& interruption)
    : task_(task), period_(seconds), interruption_(interruption), thread_([this] { work(); }) {}

PeriodicCopies::~PeriodicCopies() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  end_.notify_all();
  thread_.join();
}

void PeriodicCopies::work() {
  constexpr std::chrono::milliseconds k_look{200};
  Clock::time_point last = Clock::now();
  bool asked_to_end = false;
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, k_look, [this] { return ending_; })) {
    const bool asked_now = interruption_.requested() && !asked_to_end;
    if (!asked_now && Clock::now() - last < period_) continue;
    asked_to_end = interruption_.requested();
    if (asked_now) talk("asked to stop: stored results are copied back, running scenarios are finished\n");
    lock.unlock();
    if (!copy()) return;
    lock.lock();
    last = Clock::now();
  }
}

// Whether to go on copying.
bool PeriodicCopies::copy() {
  try {
    task_.copy_back();
  } catch (const TakenOver&) {  // finish() will say so
    kill(getpid(), SIGTERM);
    return false;
  } catch (const std::exception& error) {
    talk("palio: {}; will try again later\n", error.what());
  }
  return true;
}

}  // namespace palio
