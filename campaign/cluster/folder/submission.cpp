#include "campaign/cluster/folder/submission.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "campaign/study/input_file.h"
#include "core/error.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "core/text/output_file.h"
#include "core/text/shell_word.h"

namespace palio {
namespace {

constexpr std::string_view k_submission_format = "palio-submission";
constexpr std::int64_t k_submission_version = 1;
constexpr std::int64_t k_largest_number = std::numeric_limits<std::int64_t>::max();

std::filesystem::path description(const std::filesystem::path& folder) { return folder / "submission.json"; }

std::string words_json(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + json_quoted(word);
  return "[" + text + "]";
}

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

// Of Slurm's programs, which take much more than this for options and for jobs: scancel --user=ME.
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

BatchSystem batch_system(const JsonReader& member) {
  for (const BatchSystem batch : {BatchSystem::slurm, BatchSystem::none})
    if (member.text() == to_text(batch)) return batch;
  member.fail("must be \"slurm\" or \"none\"");
}

std::filesystem::path beside(const Submission& submission, std::int64_t shard, std::string_view ending) {
  return submission.parts() / fmt::format("{:04}{}", shard, ending);
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
    throw UserError("{} is no folder of palio submit: it has no {}; palio submit STUDY --tasks N makes one", typed,
                    file.filename().string());
  const JsonReader root = JsonReader::parse(read_text_file(file.string()), file.string());
  root.expect_format(k_submission_format, k_submission_version);
  root.expect_keys({"format", "version", "study", "tasks", "cpus", "time", "wanted", "costs", "copy_every", "batch",
                    "run_options", "batch_options", "jobs"});
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
                        .jobs = {}};
  for (const JsonReader& element : root.member("jobs").elements()) submission.jobs.push_back(jobs(element));
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
  "batch_options": {},
  "jobs": {}
}}
)",
                         k_submission_format, k_submission_version, json_quoted(submission.study), submission.tasks,
                         submission.cpus, optional_member("time", submission.time), submission.wanted,
                         optional_member("costs", submission.costs), json_number(submission.copy_every),
                         to_text(submission.batch), words_json(submission.run_options),
                         words_json(submission.batch_options), jobs_json(submission.jobs)));
}

std::string retry_command(const Submission& submission) {
  return "palio submit --retry " + brief_shell_word(submission.typed);
}

}  // namespace palio
