#include "campaign/cluster/batch/slurm.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "core/error.h"
#include "core/number.h"
#include "core/tool.h"

namespace palio {
namespace {

// How long before the time limit Slurm warns, s: early enough to end what runs and to copy everything back.
std::int64_t warning(const Submission& submission) {
  constexpr std::int64_t k_usual = 120;  // s
  return submission.time.empty() ? k_usual
                                 : std::min(k_usual, std::max<std::int64_t>(1, slurm_seconds(submission.time) / 5));
}

// Options that must not change come after the user's: sbatch takes the last.
std::vector<std::string> sbatch_command(const Submission& submission, const std::vector<std::string>& usual,
                                        const std::vector<std::string>& fixed) {
  std::vector<std::string> command{"sbatch"};
  if (!submission.time.empty()) command.push_back("--time=" + submission.time);
  for (const auto* part : {&usual, &submission.batch_options, &fixed})
    command.insert(command.end(), part->begin(), part->end());
  return command;
}

std::string without_end(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

struct JobId {
  std::string id, cluster;
};

// Of the lines "12" and "12;cluster", which --parsable prints, or, after `before`, "12 on cluster C".
std::vector<JobId> ids_in(const std::string& out, std::string_view before, std::string_view between) {
  constexpr std::string_view k_digits = "0123456789";
  constexpr std::string_view k_name = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
  std::vector<JobId> found;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(before);
    if (begin == std::string::npos) continue;
    std::string_view rest = std::string_view(line).substr(begin + before.size());
    if (before.empty()) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
      rest = rest.substr(0, rest.find_last_not_of(" \t\r") + 1);
    }
    const std::string_view id = rest.substr(0, rest.find_first_not_of(k_digits));
    rest.remove_prefix(id.size());
    const bool has_cluster = rest.starts_with(between);
    if (has_cluster) rest.remove_prefix(between.size());
    std::string_view name = rest.substr(0, rest.find_first_not_of(k_name));
    const bool goes_on = before.empty() ? name != rest || has_cluster == name.empty()
                                        : !has_cluster && name.find_first_not_of(".-") == 0;
    if (id.empty() || goes_on) continue;
    if (!before.empty()) name = name.substr(0, name.find_last_not_of(".-") + 1);  // a full stop ends the sentence
    found.push_back({std::string(id), has_cluster ? std::string(name) : ""});
  }
  return found;
}

// Sites print other lines around it. Nothing where lines name different jobs.
std::optional<JobId> job_id(const std::string& out) {
  std::vector<JobId> all = ids_in(out, "Submitted batch job ", " on cluster ");
  if (all.empty()) all = ids_in(out, "", ";");
  for (const JobId& other : all) {
    if (other.id != all.front().id) return std::nullopt;
    if (all.front().cluster.empty()) all.front().cluster = other.cluster;
  }
  return all.empty() ? std::nullopt : std::optional(all.front());
}

// `what` was to be submitted; `state`: what is, if it was not.
JobId submitted(const Submission& submission, const std::vector<std::string>& command, std::string_view what,
                std::string_view state) {
  const ToolAnswer answer = run_tool(command, submission.folder);
  const std::string said = without_end(answer.err.empty() ? answer.out : answer.err);
  const std::string call = fmt::format("The command, in {}:\n  {}", submission.typed, brief_shell_words(command));
  if (answer.status != 0)
    throw UserError(
        "sbatch refused: {}\n{} When the cause is fixed: {}, with other options for sbatch after -- if those are the "
        "cause. {}",
        said, state, retry_command(submission), call);
  if (const auto id = job_id(answer.out)) return *id;
  if (const auto id = job_id(answer.err)) return *id;
  throw UserError(
      "sbatch ended without an error, but did not say which job it submitted: {}\n{} was probably submitted, and palio "
      "status and palio cancel do not know its number: look with squeue. Warning: while it waits or runs, palio submit "
      "--retry {} would submit it a second time. {}",
      without_end(answer.out + answer.err), what, brief_shell_word(submission.typed), call);
}

// The numbers between the colons; empty where something else is there.
std::vector<std::int64_t> numbers_between_colons(std::string_view text) {
  std::vector<std::int64_t> all;
  while (true) {
    const std::string_view word = text.substr(0, text.find(':'));
    const auto value = parsed_number<std::int64_t>(word);
    if (!value || *value < 0 || *value > 1'000'000'000) return {};
    all.push_back(*value);
    if (word.size() == text.size()) return all;
    text.remove_prefix(word.size() + 1);
  }
}

// 0: not of any of the forms.
std::int64_t seconds_or_0(std::string_view typed) {
  const std::size_t dash = typed.find('-');
  if (dash != std::string_view::npos) {
    const std::vector<std::int64_t> days = numbers_between_colons(typed.substr(0, dash));
    std::vector<std::int64_t> rest = numbers_between_colons(typed.substr(dash + 1));
    if (days.size() != 1 || rest.empty() || rest.size() > 3) return 0;
    rest.resize(3);
    return days[0] * 86400 + rest[0] * 3600 + rest[1] * 60 + rest[2];
  }
  const std::vector<std::int64_t> parts = numbers_between_colons(typed);
  switch (parts.size()) {
    case 1: return parts[0] * 60;
    case 2: return parts[0] * 60 + parts[1];
    case 3: return parts[0] * 3600 + parts[1] * 60 + parts[2];
    default: return 0;
  }
}

// "CANCELLED by 0" is CANCELLED.
std::string first_word(std::string_view text) { return std::string(text.substr(0, text.find_first_of(" +"))); }

// Job, task and state: "12 3 RUNNING" of squeue, "12_3|RUNNING" of sacct. Later lines are of later jobs.
class JobStates {
public:
  void read(const std::string& answer) {
    std::istringstream lines(answer);
    for (std::string line; std::getline(lines, line);) read_line(std::move(line));
  }
  std::optional<std::string> find(const std::string& job, std::int64_t task) const {
    const auto found = states_.find({job, task});
    return found == states_.end() ? std::nullopt : std::optional(found->second);
  }

private:
  void read_line(std::string line) {
    std::ranges::replace(line, '|', ' ');
    if (const std::size_t bar = line.find('_'); bar < line.find(' ')) line[bar] = ' ';
    std::istringstream words(line);
    std::string job, task, state;
    words >> job >> task;
    if (!(words >> state)) std::swap(task, state);  // not an array
    states_[{job, parsed_number<std::int64_t>(task).value_or(0)}] = first_word(state);
  }

  std::map<std::pair<std::string, std::int64_t>, std::string> states_;  // 0: the job's own
};

std::string all_ids(const Submission& submission) {
  std::string ids;
  for (const SubmittedJobs& jobs : submission.jobs)
    for (const std::string& id : {jobs.array, jobs.merge})
      if (!id.empty()) ids += (ids.empty() ? "" : ",") + id;
  return ids;
}

// Adds --clusters if the jobs are not on the default one.
void add_cluster(const Submission& submission, std::vector<std::string>& command) {
  if (!submission.jobs.back().cluster.empty())
    command.insert(command.begin() + 1, "--clusters=" + submission.jobs.back().cluster);
}

ToolAnswer ask(const Submission& submission, std::vector<std::string> command) {
  if (!is_in_path(command.front())) return {.status = 127, .out = "", .err = ""};
  add_cluster(submission, command);
  return run_tool(command, submission.folder);
}

bool all_ended_long_ago(const ToolAnswer& answer) { return answer.err.find("Invalid job id") != std::string::npos; }

// Jobs that squeue has forgotten are not in its answer; sacct still knows them if the site keeps accounting.
JobStates asked_states(const Submission& submission, bool& known) {
  JobStates states;
  const std::string ids = all_ids(submission);
  states.read(ask(submission, {"sacct", "-n", "-X", "-P", "-j", ids, "-o", "JobID,State"}).out);
  const ToolAnswer queue =
      ask(submission, {"squeue", "--noheader", "--array", "--states=all", "--jobs=" + ids, "--format=%F %K %T"});
  known = queue.status == 0 || all_ended_long_ago(queue);
  states.read(queue.out);
  return states;
}

bool is_running(std::string_view state) {
  constexpr auto k_states = std::to_array<std::string_view>(
      {"RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT"});
  return std::ranges::find(k_states, state) != k_states.end();
}

bool is_waiting(std::string_view state) {
  constexpr auto k_states = std::to_array<std::string_view>(
      {"PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "RESIZING", "SPECIAL_EXIT", "RESV_DEL_HOLD"});
  return std::ranges::find(k_states, state) != k_states.end();
}

// The value of "NAME=" in the output of scontrol show job; empty: there is none.
std::string word_behind(const std::string& name, const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (word.starts_with(name + "=")) return word.substr(name.size() + 1);
  return "";
}

std::string slurm_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// "00:58:10"; nothing for "UNLIMITED".
std::optional<std::int64_t> seconds_of(const std::string& time) {
  if (time == "00:00:00") return 0;
  try {
    return slurm_seconds(time);
  } catch (const UserError&) {
    return std::nullopt;
  }
}

}  // namespace

std::int64_t slurm_seconds(std::string_view typed) {
  const std::int64_t limit = seconds_or_0(typed);
  if (limit > 0) return limit;
  throw UserError(
      "--time takes a limit as sbatch does, minutes (90), hours:minutes:seconds (1:30:00) or days-hours (2-12), "
      "not \"{}\"",
      typed);
}

ToldToEnd why_told_to_end(const Submission& submission) {
  constexpr std::int64_t k_early = 60;  // s; Slurm may send its warning that much before its time
  const std::string job = slurm_variable("SLURM_JOB_ID");
  if (!parsed_number<std::int64_t>(job) || !is_in_path("scontrol")) return ToldToEnd::unknown;
  const std::string text = run_tool({"scontrol", "show", "job", job}, submission.folder).out;
  // Slurm counts a restart before it signals the task.
  if (parsed_number<std::int64_t>(word_behind("Restarts", text)) >
      parsed_number<std::int64_t>(slurm_variable("SLURM_RESTART_COUNT")).value_or(0))
    return ToldToEnd::requeued;
  const auto ran = seconds_of(word_behind("RunTime", text)), limit = seconds_of(word_behind("TimeLimit", text));
  return ran && limit && *limit - *ran <= warning(submission) + k_early ? ToldToEnd::time_limit : ToldToEnd::unknown;
}

std::string range_list(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
    end = begin + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[begin]);
    if (end - begin > 1) text += fmt::format("-{}", numbers[end - 1]);
  }
  return text;
}

std::vector<std::string> array_command(const Submission& submission, const std::vector<std::int64_t>& shards) {
  return sbatch_command(submission,
                        {"--job-name=" + submission.study, fmt::format("--cpus-per-task={}", submission.cpus),
                         "--requeue", "--open-mode=append", fmt::format("--signal=B:TERM@{}", warning(submission))},
                        {"--parsable", "--output=logs/%a.log", "--array=" + range_list(shards),
                         submission.task_script().string(), submission.folder.string()});
}

std::vector<std::string> merge_command(const Submission& submission, const std::vector<std::string>& after) {
  std::vector<std::string> fixed{"--parsable", "--output=logs/merge.log"};
  // However the tasks end, the parts that exist are merged.
  if (!after.empty()) fixed.push_back(fmt::format("--dependency=afterany:{}", fmt::join(after, ":")));
  fixed.push_back(submission.merge_script().string());
  fixed.push_back(submission.folder.string());
  return sbatch_command(submission, {"--job-name=" + submission.study + "-merge", "--open-mode=append"}, fixed);
}

void require_sbatch() {
  if (is_in_path("sbatch")) return;
  throw UserError(
      "there is no sbatch in PATH: submit where Slurm is, or --batch none writes the same folder for any other batch "
      "system and for GNU parallel (docs/beyond-one-machine.md)");
}

bool QueueState::runs(std::int64_t shard) const { return shards.contains(shard) && is_running(shards.at(shard)); }

bool QueueState::waits(std::int64_t shard) const { return shards.contains(shard) && is_waiting(shards.at(shard)); }

bool QueueState::will_merge() const { return is_running(merge) || is_waiting(merge); }

QueueState queue_state(const Submission& submission) {
  QueueState queue;
  if (submission.jobs.empty()) return queue;
  const JobStates states = asked_states(submission, queue.known);
  for (const SubmittedJobs& jobs : submission.jobs) {
    for (std::int64_t shard = 1; shard <= submission.tasks; ++shard)
      if (const auto state = states.find(jobs.array, shard)) queue.shards[shard] = *state;
    if (const auto state = states.find(jobs.merge, 0)) {
      queue.merge = *state;
      queue.merge_job = jobs.merge;
    }
  }
  return queue;
}

void submit_jobs(Submission& submission, const std::vector<std::int64_t>& shards, const QueueState& queue) {
  std::vector<std::string> before;  // one merge at a time, or the one that saw fewer parts could end last
  if (queue.will_merge()) before.push_back(queue.merge_job);
  SubmittedJobs jobs;
  if (!shards.empty()) {
    const JobId array =
        submitted(submission, array_command(submission, shards), "The array of tasks", "No task was submitted.");
    jobs = {.array = array.id, .merge = "", .cluster = array.cluster};
    before.push_back(array.id);
  }
  submission.jobs.push_back(jobs);
  if (!shards.empty()) write_description(submission);
  const std::string state = shards.empty()
                                ? "Nothing was submitted."
                                : fmt::format("The tasks are submitted (job {}), their merge is not.", jobs.array);
  const JobId merge = submitted(submission, merge_command(submission, before), "The merge", state);
  submission.jobs.back().merge = merge.id;
  submission.jobs.back().cluster = merge.cluster;
  write_description(submission);
}

void cancel_jobs(const Submission& submission) {
  std::vector<std::string> command{"scancel"};
  for (const SubmittedJobs& jobs : submission.jobs)
    for (const std::string& id : {jobs.array, jobs.merge})
      if (!id.empty()) command.push_back(id);
  if (!is_in_path("scancel")) throw UserError("there is no scancel in PATH: cancel where Slurm is");
  const ToolAnswer answer = ask(submission, command);
  if (answer.status != 0 && !all_ended_long_ago(answer))
    throw UserError("scancel refused: {}", without_end(answer.err));
}

}  // namespace palio
