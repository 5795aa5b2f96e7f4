#include "campaign/cluster/folder/submission.h"

#include <fmt/format.h>

#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "campaign/cluster/folder/parts.h"
#include "campaign/files/input_files.h"
#include "campaign/plan/missing_jobs.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/embedded_file.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "core/text/output_file.h"
#include "core/text/shell_word.h"

namespace palio {

std::span<const EmbeddedFile> deeds_texts();

namespace {

constexpr std::string_view k_submission_format = "palio-submission";
constexpr std::int64_t k_submission_version = 1;
constexpr std::int64_t k_largest_number = std::numeric_limits<std::int64_t>::max();

// The folder, which all nodes see under this path.
constexpr std::string_view k_submitted_from = "submitted_from";

std::filesystem::path description(const std::filesystem::path& folder) { return folder / "submission.json"; }

std::string jobs_json(const SubmittedJobs& jobs) {
  std::string text;
  for (const auto& [key, value] : {std::pair{"array", jobs.array}, {"merge", jobs.merge}, {"cluster", jobs.cluster}})
    if (!value.empty()) text += fmt::format("{}\"{}\": {}", text.empty() ? "" : ", ", key, json_quoted(value));
  return "{" + text + "}";
}

std::string jobs_json(const std::vector<SubmittedJobs>& jobs) {
  std::string text;
  for (const SubmittedJobs& one : jobs) text += (text.empty() ? "\n    " : ",\n    ") + jobs_json(one);
  return "[" + text + "]";
}

std::string optional_member(std::string_view key, const std::string& text) {
  return text.empty() ? "" : fmt::format("\n  \"{}\": {},", key, json_quoted(text));
}

std::vector<std::string> words(const JsonReader& array) {
  std::vector<std::string> all;
  for (const JsonReader& element : array.elements()) all.push_back(element.text());
  return all;
}

std::string optional_text(const JsonReader& object, std::string_view key) {
  const auto member = object.optional_member(key);
  return member ? member->text() : "";
}

// An argument for Slurm's programs, which would take other texts as options or as jobs: scancel --user=ME.
std::string optional_argument(const JsonReader& object, std::string_view key, std::string_view characters,
                              std::string_view meaning) {
  std::string text = optional_text(object, key);
  if (text.find_first_not_of(characters) != std::string::npos) object.member(key).fail(meaning);
  return text;
}

SubmittedJobs jobs(const JsonReader& object) {
  constexpr std::string_view k_digits = "0123456789";
  constexpr std::string_view k_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  constexpr std::string_view k_no_job = "must be the number of a job, in digits alone";
  object.expect_keys({"array", "merge", "cluster"});
  return {optional_argument(object, "array", k_digits, k_no_job),
          optional_argument(object, "merge", k_digits, k_no_job),
          optional_argument(object, "cluster", k_letters, "must be the name of a cluster: letters, digits, . _ -")};
}

std::vector<SubmittedJobs> jobs_of(const JsonReader& root) {
  std::vector<SubmittedJobs> all;
  for (const JsonReader& element : root.member("jobs").elements()) all.push_back(jobs(element));
  return all;
}

JsonReader read_description(const std::filesystem::path& folder) {
  const std::string file = description(folder).string();
  return JsonReader::parse(read_text_file(file), file);
}

// The folder of which `copy` is a copy, if it has the same jobs; empty: it is moved, or itself.
std::string original_of(const Submission& copy, const std::string& from) {
  std::error_code none;
  if (from.empty() || copy.jobs.empty() || !std::filesystem::exists(description(from), none) ||
      std::filesystem::equivalent(description(from), description(copy.folder), none))
    return "";
  const std::vector<SubmittedJobs> there = jobs_of(read_description(from));
  return !there.empty() && there.front() == copy.jobs.front() ? from : "";
}

BatchSystem batch_system(const JsonReader& member) {
  for (const BatchSystem batch : {BatchSystem::slurm, BatchSystem::none})
    if (member.text() == to_text(batch)) return batch;
  member.fail("must be \"slurm\" or \"none\"");
}

std::filesystem::path beside(const Submission& submission, std::int64_t shard, std::string_view ending) {
  return submission.parts() / fmt::format("{:04}{}", shard, ending);
}

void write_new(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::create_directories(path.parent_path());
  write_file(path, content);
}

void copy_code(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::filesystem::create_directories(to.parent_path());
  DurableCopy(from, to).commit();
}

bool is_absolute(const std::string& path) { return std::filesystem::path(path).is_absolute(); }

void refuse_outside(const std::string& path) {
  if (!std::filesystem::path(path).lexically_normal().string().starts_with("..")) return;
  throw UserError(
      "the input file {} lies outside the study's folder and would not be copied with the study: put it below that "
      "folder, or give an absolute path that all nodes see",
      path);
}

// Paths relative to the study's folder.
std::vector<std::string> files_of(const CodeName& name, const CustomCode& code) {
  if (name.kind == CodeKind::library) return {name.text};
  std::vector<std::string> files;
  for (const CodeFile& file : code.files()) files.push_back(file.name);
  return files;
}

std::string program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

// `what` it does, variables of the shell, and these embedded files.
std::string script(std::string_view what, std::string_view variables, std::string_view file) {
  return fmt::format("#!/bin/sh\n# {}\npalio={}\n{}{}{}", what, shell_word(program()), variables,
                     embedded_text(deeds_texts(), "folder.sh"), embedded_text(deeds_texts(), file));
}

}  // namespace

std::string_view to_text(BatchSystem batch) { return batch == BatchSystem::slurm ? "slurm" : "none"; }

std::filesystem::path Submission::part(std::int64_t shard) const { return beside(*this, shard, ".db"); }
std::filesystem::path Submission::note(std::int64_t shard) const { return beside(*this, shard, ".json"); }
std::filesystem::path Submission::owner(std::int64_t shard) const { return beside(*this, shard, ".owner"); }

std::filesystem::path Submission::log(std::int64_t shard) const { return logs() / fmt::format("{}.log", shard); }

std::filesystem::path submission_folder(const std::string& typed) {
  const std::filesystem::path folder = std::filesystem::absolute(typed).lexically_normal();
  return folder.has_filename() ? folder : folder.parent_path();
}

Submission read_submission(const std::string& typed) {
  const std::filesystem::path file = description(typed);
  if (!std::filesystem::exists(file))
    throw UserError("{} is not a folder of palio submit: it has no {}; palio submit STUDY --tasks N makes one", typed,
                    file.filename().string());
  const JsonReader root = read_description(typed);
  root.expect_format(k_submission_format, k_submission_version);
  root.expect_keys({"format", "version", "study", "tasks", "cpus", "time", "wanted", "costs", "copy_every", "batch",
                    "run_options", "batch_options", k_submitted_from, "jobs"});
  Submission submission{.folder = submission_folder(typed),
                        .typed = typed,
                        .study = root.member("study").text(),
                        .tasks = root.member("tasks").integer(1, k_largest_number),
                        .cpus = root.member("cpus").integer(1, k_largest_number),
                        .time = optional_text(root, "time"),
                        .wanted = root.member("wanted").integer(0, k_largest_number),
                        .costs = optional_text(root, "costs"),
                        .copy_every = root.member("copy_every").number(JsonRange::positive),
                        .batch = batch_system(root.member("batch")),
                        .run_options = words(root.member("run_options")),
                        .batch_options = words(root.member("batch_options")),
                        .jobs = jobs_of(root)};
  submission.original = original_of(submission, optional_text(root, k_submitted_from));
  if (!submission.original.empty()) submission.jobs.clear();
  return submission;
}

void write_description(const Submission& submission) {
  write_file(description(submission.folder),
             fmt::format(R"({{
  "format": "{}",
  "version": {},
  "study": {},
  "tasks": {},
  "cpus": {},{}
  "wanted": {},{}
  "copy_every": {},
  "batch": "{}",
  "run_options": {},
  "batch_options": {},{}
  "jobs": {}
}}
)",
                         k_submission_format, k_submission_version, json_quoted(submission.study), submission.tasks,
                         submission.cpus, optional_member("time", submission.time), submission.wanted,
                         optional_member("costs", submission.costs), json_number(submission.copy_every),
                         to_text(submission.batch), json_array(submission.run_options, json_quoted),
                         json_array(submission.batch_options, json_quoted),
                         optional_member(k_submitted_from, submission.jobs.empty() ? "" : submission.folder.string()),
                         jobs_json(submission.jobs)));
}

std::string retry_command(const Submission& submission) {
  return "palio submit --retry " + brief_shell_word(submission.typed);
}

void StudyCopy::write(const std::filesystem::path& study_file) const {
  const std::filesystem::path folder = study_file.parent_path();
  write_new(study_file, study.text);
  for (const auto& [path, content] : files) write_new(folder / path, content);
  for (const auto& [path, original] : code) copy_code(original, folder / path);
}

StudyCopy read_study_copy(const std::string& path, const FolderCode& code) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  StudyCopy copy;
  const FileSource files = [&](const std::string& file) {
    refuse_outside(file);
    std::string content = read_text_file((folder / file).string());
    if (!is_absolute(file)) copy.files[file] = content;
    return content;
  };
  StudyCode own = code(folder);
  own.source = [&copy, folder, source = std::move(own.source)](const CodeName& name) {
    std::shared_ptr<const CustomCode> found = source(name);
    for (const std::string& file : files_of(name, *found)) {
      refuse_outside(file);
      if (!is_absolute(file)) copy.code[file] = folder / file;
    }
    return found;
  };
  copy.study = parse_study(read_input(path), input_name(path), files, std::move(own));
  return copy;
}

std::string task_script(const Submission& submission) {
  const std::string what =
      fmt::format("One of the {} tasks of {}: the shard whose number the batch system or the argument says.",
                  submission.tasks, submission.study);
  return script(what, "", "task.sh");
}

// Works on a disk of the node, as a run does: SQLite does not work on shared file systems.
std::string merge_script(const Submission& submission) {
  const std::string what =
      fmt::format("Puts the parts of {} together, those that are there; may run again.", submission.study);
  return script(what, fmt::format("name={}\n", shell_word(submission.database().filename().string())), "merge.sh");
}

std::int64_t wanted_scenarios(const Study& study, Selection selection, std::int64_t tasks) {
  selection = drawn(study, std::move(selection));
  refuse_empty_selection(study, selection);
  const CampaignState state = count_state(study, selection, DoneSet(study, {}));
  if (static_cast<std::uint64_t>(tasks) > state.instances)
    throw UserError(
        "--tasks {} is more than the {} instances that are wanted of {}: a shard holds whole "
        "instances",
        tasks, count_text(state.instances), study.name);
  return static_cast<std::int64_t>(state.wanted);
}

void refuse_used_folder(const Submission& submission) {
  if (!std::filesystem::exists(submission.folder)) return;
  if (std::filesystem::is_directory(submission.folder) && std::filesystem::is_empty(submission.folder)) return;
  throw UserError(
      "{0} already exists: name another folder with --dir; if it is the one of this study, {1} submits what it lacks",
      submission.typed, retry_command(submission));
}

void write_submission(const Submission& submission, const StudyCopy& study) {
  for (const auto& folder : {submission.folder, submission.parts(), submission.logs()})
    std::filesystem::create_directories(folder);
  study.write(submission.study_file());
  write_file(submission.task_script(), task_script(submission), OutputFile::Kind::program);
  write_file(submission.merge_script(), merge_script(submission), OutputFile::Kind::program);
  write_description(submission);
}

}  // namespace palio
