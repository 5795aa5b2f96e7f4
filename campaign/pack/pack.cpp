#include "campaign/pack/pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/report/charts/drawing.h"
#include "analysis/report/parts/data_table.h"
#include "campaign/archive/archive.h"
#include "campaign/code/code_source.h"
#include "campaign/files/input_files.h"
#include "campaign/pack/answers.h"
#include "campaign/pack/campaign_part.h"
#include "campaign/pack/pack_file.h"
#include "campaign/pack/papers.h"
#include "campaign/plan/stored_study.h"
#include "core/error.h"
#include "core/text/new_file.h"
#include "core/text/output_file.h"
#include "runners/custom/file_digest.h"
#include "storage/file/connection.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

// Whether a path, followed from a folder, stays in it.
bool stays_inside(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  return !plain.empty() && plain.is_relative() && *plain.begin() != "..";
}

class Packing {
public:
  explicit Packing(const PackOptions& options)
      : options_(options), said_(options.pack_file.empty() ? PackFile() : read_pack_file(options.pack_file)) {}

  PackSummary into(const fs::path& folder) {
    folder_ = folder;
    copy_questions();
    std::set<std::string> names;
    for (const std::string& database : options_.databases) {
      const std::string study = CampaignReader(database).info().study;
      if (study.starts_with('.'))
        throw UserError("{}: the name of its study, {}, would be a hidden folder; give the study another name",
                        database, study);
      if (!names.insert(study).second)
        throw UserError(
            "{}: there is already a campaign of the study {} in this artifact; palio merge makes one of "
            "campaigns of one study",
            database, study);
      add_shipped_questions(study);
    }
    for (const std::string& database : options_.databases) add_campaign(database);
    copy_files();
    write_papers();
    write_file(folder_ / k_sums_file, sums_text(folder_));
    if (const auto foreign = foreign_files(folder_); !foreign.empty())
      throw UserError("{}: leave it out of the pack file", foreign.front());
    return std::move(summary_);
  }

private:
  void write(const fs::path& file, std::string_view content) const {
    fs::create_directories((folder_ / file).parent_path());
    write_file(folder_ / file, content);
  }

  // Copies files that pack.toml names below a folder of the artifact, each under the name that the file gives it.
  void copy(const std::vector<std::string>& files, std::string_view to) const {
    for (const std::string& file : files) {
      const fs::path target = folder_ / to / inside(file);
      if (fs::exists(target))
        throw UserError("{}: two files would be {} in the artifact; give one of them another name", file,
                        (to / inside(file)).string());
      fs::create_directories(target.parent_path());
      copy_plain_file(said_.folder / file, target);
    }
  }

  void copy_questions() const {
    copy(said_.claims, k_claims_folder);
    copy(said_.figures, k_figures_folder);
    copy(said_.queries, k_queries_folder);
  }

  // What pack.toml names replaces what comes with Palio.
  void add_shipped_questions(const std::string& study) const {
    const Questions shipped = shipped_questions(study);
    const auto add = [&](const auto& texts, const auto& named, std::string_view to) {
      for (const auto& [name, text] : texts)
        if (named.empty()) write(to / fs::path(name), text);
    };
    add(shipped.claims, said_.claims, k_claims_folder);
    add(shipped.figures, said_.figures, k_figures_folder);
  }

  void add_campaign(const std::string& database) {
    const fs::path copy = copied(database);
    PackedCampaign campaign = described(copy);
    const fs::path folder = campaign_folder(campaign.name);
    const Questions questions = read_questions(folder_);
    const Answers answers = answers_of(copy, questions, options_.bounds);
    write_answers(answers, folder / k_results_folder);
    if (!answers.verdicts.empty())
      summary_.verdicts +=
          fmt::format("{}{}: {}", summary_.verdicts.empty() ? "" : "; ", campaign.name, answers.verdicts);
    campaign.kept =
        options_.kept.value_or(packed_size(copy) <= k_small_campaign ? KeptResults::whole : KeptResults::sample);
    write_study(folder, copy);
    if (campaign.kept != KeptResults::whole) {
      keep_part(copy, campaign.kept == KeptResults::digest ? 0 : part_of(copy));
      campaign.stored = counted_digest(copy);
      write_answers(answers_of(copy, questions, options_.bounds), folder / k_part_folder);
    }
    summary_.artifact.campaigns.push_back(campaign);
  }

  // The copy in the artifact's folder, as it is at one moment.
  fs::path copied(const std::string& database) const {
    const std::string name = CampaignReader(database).info().study;
    fs::path copy = folder_ / campaign_folder(name) / k_database_file;
    fs::create_directories(copy.parent_path());
    copy_campaign(database, copy);
    return copy;
  }

  PackedCampaign described(const fs::path& copy) {
    const CampaignReader reader(copy);
    const std::vector<SessionRow> sessions = reader.sessions();
    PackedCampaign campaign{
        .name = reader.info().study, .all = counted_digest(copy), .stored = {}, .engine = {}, .engine_version = {}};
    campaign.stored = campaign.all;
    if (sessions.empty() || campaign.all.completed + campaign.all.failed == 0)
      throw UserError("the campaign of {} has no results to pack; run it first", campaign.name);
    campaign.sample = reader.request().value_or(CampaignRequest{}).sample;
    campaign.engine = sessions.back().info.engine;
    campaign.engine_version = sessions.back().info.engine_version;
    seconds_ += number_of(read_table(reader, "SELECT total(total_time) FROM results").rows.front().front()).value_or(0);
    add_strategies(reader);
    return campaign;
  }

  std::uint64_t part_of(const fs::path& database) const {
    if (options_.part > 0) return options_.part;
    const CampaignReader reader(database);
    return usual_part(stored_instances(reader, stored_study(reader)).size());
  }

  void write_answers(const Answers& answers, const fs::path& folder) const {
    for (const auto& [name, text] : answers.files) write(folder / name, text);
    for (const Figure& figure : answers.figures)
      if (has_node()) write(folder / fmt::format("figures/{}.json", figure.head.id), vega_lite(figure));
  }

  // The study and its input files, for people: Palio reads them from the campaign.
  void write_study(const fs::path& folder, const fs::path& database) const {
    const CampaignReader reader(database);
    write(folder / k_study_file, reader.info().study_text);
    for (const auto& [path, text] : input_texts(reader)) write(folder / k_files_folder / path, text);
  }

  // The files of commands, which must be those that made the results. Palio knows no sources of libraries.
  void add_strategies(const CampaignReader& reader) {
    const StrategySet known = stored_code(reader);
    for (const auto& code : known.custom()) {
      if (code->kind() == CodeKind::library) libraries_.emplace(code->content(), "");
      if (code->kind() != CodeKind::command) continue;
      has_commands_ = true;
      for (const CodeFile& file : code->files()) add_code_file(*code, file);
    }
  }

  void add_code_file(const CustomCode& code, const CodeFile& file) const {
    if (!stays_inside(file.name))
      throw UserError("{} reads {}, which is not below its folder: an artifact cannot contain it", code.called(),
                      file.name);
    const fs::path from = said_.folder / file.name, to = folder_ / k_strategies_folder / file.name;
    if (!fs::is_regular_file(from))
      throw UserError(
          "{0} is a file of {1}, and is not in {2}: run palio pack in the folder of the command, or put a "
          "pack file there and name it with --pack",
          file.name, code.called(), said_.folder.empty() ? "this folder" : said_.folder.string());
    if (const std::string digest = file_digest(from.string()); digest != file.digest)
      throw UserError(
          "{} has changed since {} made the results: its digest was {} and is {}; pack the version of the "
          "results, or run the study again",
          from.string(), code.called(), file.digest, digest);
    fs::create_directories(to.parent_path());
    copy_plain_file(from, to);
  }

  void copy_files() {
    std::vector<std::string> sources = said_.sources;  // without what is there as a file of a command
    std::erase_if(sources,
                  [&](const std::string& file) { return fs::exists(folder_ / k_strategies_folder / inside(file)); });
    copy(sources, k_strategies_folder);
    copy(said_.files, k_extra_folder);
    if (!said_.package.empty()) copy_plain_file(said_.folder / said_.package, folder_ / "palio.deb");
    for (const std::string& file : said_.sources)
      if (const auto library = libraries_.find(file_digest((said_.folder / file).string()));
          library != libraries_.end())
        library->second = (k_strategies_folder / inside(file)).string();
    for (const auto& [digest, file] : libraries_)
      if (file.empty())
        summary_.notes.push_back(
            fmt::format("the artifact lacks the library with the digest {}, and one that a reviewer builds has another "
                        "digest: name it and its sources as sources in a pack file",
                        digest));
  }

  void write_papers() {
    summary_.artifact.title = said_.title.empty() ? "FILL IN: the title of the paper" : said_.title;
    summary_.artifact.machine = described_machine();
    write(k_artifact_file, artifact_text(summary_.artifact));
    std::uint64_t bytes = 0;
    for (const std::string& file : files_below(folder_)) bytes += fs::file_size(folder_ / file);
    summary_.bytes = bytes;
    const PackedFacts facts{.artifact = summary_.artifact,
                            .said = said_,
                            .verdicts = summary_.verdicts,
                            .seconds = seconds_,
                            .bytes = bytes,
                            .libraries = libraries_,
                            .has_commands = has_commands_,
                            .has_package = !said_.package.empty()};
    for (const auto& [name, text] : artifact_papers(facts)) {
      write(name, text);
      if (text.find("FILL IN") != std::string::npos) summary_.blanks.push_back(name);
    }
  }

  const PackOptions& options_;
  PackFile said_;
  fs::path folder_;
  std::map<std::string, std::string> libraries_;  // as in PackedFacts
  bool has_commands_ = false;
  double seconds_ = 0;  // of CPU that the results took
  PackSummary summary_;
};

}  // namespace

PackSummary pack(const PackOptions& options) {
  const std::string name = options.output.filename().string();
  if (!name.ends_with(k_archive_ending)) {
    NewFolder folder(options.output);
    PackSummary summary = Packing(options).into(folder.path());
    folder.take_name();
    return summary;
  }
  refuse_link(options.output);
  if (fs::exists(options.output) && !fs::is_regular_file(options.output))
    throw UserError("{} is not a plain file: name another one", options.output.string());
  const NewFolder folder(options.output.string() + ".folder");
  const fs::path content = folder.path() / "content";
  Unfinished archive(folder.path() / "archive");
  fs::create_directory(content);
  PackSummary summary = Packing(options).into(content);
  write_archive(archive.path(), content, name.substr(0, name.size() - k_archive_ending.size()));
  archive.take_name(options.output);
  summary.bytes = fs::file_size(options.output);
  return summary;
}

}  // namespace palio
