#include "campaign/pack/check_artifact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "campaign/code/code_source.h"
#include "campaign/files/input_files.h"
#include "campaign/pack/answers.h"
#include "campaign/pack/campaign_part.h"
#include "campaign/plan/engine.h"
#include "campaign/plan/stored_study.h"
#include "campaign/replay/audit.h"
#include "campaign/run/selection_of.h"
#include "campaign/run/study_run.h"
#include "campaign/session/this_machine.h"
#include "core/error.h"
#include "core/shortage.h"
#include "core/text/count_text.h"
#include "runners/client/worker_runner.h"
#include "storage/read/value_text.h"
#include "workloads/families/parts/uncertain.h"

namespace palio {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Runs the steps of a check and tells them.
class Steps {
public:
  explicit Steps(const VisitStep& visit) : visit_(visit) {}

  template <class Step>
  void take(const std::string& campaign, const std::string& name, Step step) const {
    ArtifactStep taken{.campaign = campaign, .finding = {name, {}, {}}, .seconds = 0};
    const auto begin = Clock::now();
    try {
      step(taken.finding);
    } catch (const CheckInterrupted&) {
      throw;
    } catch (const UserError& error) {
      taken.finding.problems.emplace_back(error.what());
    } catch (const fs::filesystem_error& error) {
      taken.finding.problems.push_back(file_error_text(error));
    }
    taken.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    visit_(taken);
  }

private:
  const VisitStep& visit_;
};

void check_files(const fs::path& folder, Finding& finding) {
  finding.problems = wrong_files(folder);
  finding.found = fmt::format("{} files are as packed", count_text(files_below(folder).size() - 1));
}

// What differs between the machine that packed and this one, and whether results may differ.
void check_machine(const Machine& packed, Finding& finding) {
  const Machine here = described_machine();
  if (packed == here) {
    finding.found = fmt::format("packed by this Palio {} on a machine as this one", here.palio);
    return;
  }
  std::vector<std::string> other;
  const auto compare = [&](std::string_view name, const auto& was, const auto& is, std::string_view effect) {
    if (was != is) other.push_back(fmt::format("{} {}, here {}: {}", name, was, is, effect));
  };
  constexpr std::string_view k_none = "no result depends on it";
  compare("Palio", packed.palio, here.palio,
          "results of strategies, metrics, claims or figures changed since may differ");
  compare("libraries", packed.libraries, here.libraries,
          "last bits may differ with another SimGrid, linear programs with another CLP");
  compare("compiler", packed.compiler, here.compiler, k_none);
  compare("processor", packed.processor, here.processor, k_none);
  compare("architecture", packed.architecture, here.architecture, "last bits may differ");
  compare("distribution", packed.distribution, here.distribution, k_none);
  compare("cores", packed.cores, here.cores, "only times differ");
  finding.found = fmt::format("packed elsewhere: {}", fmt::join(other, "; "));
}

// Checks one campaign of an artifact.
class CampaignCheck {
public:
  CampaignCheck(OpenArtifact& artifact, const PackedCampaign& said, const ArtifactCheckOptions& options)
      : artifact_(artifact), said_(said), options_(options), folder_(artifact.folder() / campaign_folder(said.name)) {}

  void database(Finding& finding) {
    const fs::path file = artifact_.database(said_.name);
    int checks = 0;
    check_campaign(file, [&](const Finding& one) {
      ++checks;
      for (const std::string& problem : one.problems)
        finding.problems.push_back(fmt::format("{}: {}", one.check, problem));
    });
    if (const std::string study = CampaignReader(file).info().study; study != said_.name)
      finding.problems.push_back(fmt::format("its study is {}, not {}", study, said_.name));
    const CountedDigest stored = counted_digest(file);
    if (stored != said_.stored) finding.problems.push_back(other_digest(said_.stored, stored));
    if (said_.kept == KeptResults::whole && said_.stored != said_.all)
      finding.problems.push_back(other_digest(said_.all, said_.stored));
    finding.found = fmt::format("{} checks; {}, digest {}", checks, counts_text(stored), stored.digest);
  }

  void study(Finding& finding) {
    const CampaignReader reader(artifact_.database(said_.name));
    const Study study = stored_study(reader);
    if (read_text_file((folder_ / k_study_file).string()) != reader.info().study_text)
      finding.problems.push_back(fmt::format("{} is not the study of the results", k_study_file));
    for (const auto& [path, text] : input_texts(reader))
      if (read_text_file((folder_ / k_files_folder / path).string(), 2 * k_largest_workflow) != text)
        finding.problems.push_back(fmt::format("{}/{} is not the input file of the results", k_files_folder, path));
    const CampaignRequest request = reader.request().value_or(CampaignRequest{});
    const Selection selection =
        drawn(study, {.sample = static_cast<std::uint64_t>(request.sample), .where = request.condition});
    const CampaignState state = count_state(study, selection, read_done(study, stored_ids(study, reader), reader));
    finding.found =
        fmt::format("{} platforms, {} workloads, {} strategies; {} of {} scenarios are stored",
                    count_text(study.platforms.size()), count_text(study.workloads.size()),
                    count_text(study.strategies.size()), count_text(state.stored), count_text(state.wanted));
  }

  void again(Finding& finding) {
    const CampaignReader reader(artifact_.database(said_.name));
    replay(reader, engine_of(reader), Bits::same, finding);
  }

  // The name of an engine that can simulate the campaign as well; nothing if there is none.
  std::optional<std::string> other_engine() {
    try {
      const CampaignReader reader(artifact_.database(said_.name));
      const Study study = stored_study(reader);
      for (const EngineChoice& engine : engine_table())
        if (engine.name != engine_of(reader).name && can_simulate(engine, study)) return std::string(engine.name);
    } catch (const UserError&) {  // the steps before say so
    }
    return std::nullopt;
  }

  void again_with(const std::string& engine, Finding& finding) {
    replay(CampaignReader(artifact_.database(said_.name)), engine_named(engine), Bits::nearly_same, finding);
  }

  void answers(const Questions& questions, Finding& finding) {
    const bool is_whole = said_.kept == KeptResults::whole;
    compare_answers(answers_of(artifact_.database(said_.name), questions, options_.bounds),
                    folder_ / (is_whole ? k_results_folder : k_part_folder), finding);
  }

  void everything(const Questions& questions, Finding& finding) {
    const CampaignReader reader(artifact_.database(said_.name));
    const StrategySet given = given_code(options_.code, reader, artifact_.folder() / k_strategies_folder);
    const Study study = stored_study(reader, given);
    for (const Recipe& recipe : study.strategies) require_code(study.known, recipe.name, given);
    const fs::path file = artifact_.temporary(said_.name + "-again.db");
    run_again(study, reader, file.string());
    const CountedDigest digest = counted_digest(file);
    compare_answers(answers_of(file, questions, options_.bounds), folder_ / k_results_folder, finding);
    if (digest != said_.all) finding.problems.insert(finding.problems.begin(), other_digest(said_.all, digest));
    finding.found = fmt::format("{}: the same digest; {}", counts_text(digest), finding.found);
  }

private:
  enum class Bits { same, nearly_same };

  // All that the campaign was asked for, into a new file.
  void run_again(const Study& study, const CampaignReader& reader, const std::string& file) const {
    CampaignRequest request = reader.request().value_or(CampaignRequest{});
    request.sample = said_.sample;
    TypedRun run{.database = file, .jobs = options_.jobs, .quiet = options_.progress == ProgressDisplay::Mode::off};
    run.engine = engine_of(reader).name;
    if (reader.kept() == Kept::realizations) run.keep = "realizations";
    repeat(request, run);
    Interruption interruption;
    const RunSummary summary = run_study(study, run, drawn(study, selection_of(run, study)), interruption);
    if (summary.interrupted || interruption.requested()) throw CheckInterrupted("interrupted");
    if (!summary.stopped.empty()) throw UserError("{}", summary.stopped);
  }

  static std::string other_digest(const CountedDigest& said, const CountedDigest& found) {
    return fmt::format("{}, digest {}, instead of {}, digest {}", counts_text(found), found.digest, counts_text(said),
                       said.digest);
  }

  static bool can_simulate(const EngineChoice& engine, const Study& study) {
    try {
      refuse_foreign_platforms(engine, study);
      return true;
    } catch (const UserError&) {
      return false;
    }
  }

  static void compare_answers(const Answers& answers, const fs::path& folder, Finding& finding) {
    finding.problems = different_answers(read_answers(folder), answers.files);
    const std::size_t count = answers.files.size();
    finding.found = count == 0 ? "there are no claims, figures and tables"
                               : fmt::format("claims, figures and tables are the same, {} {}{}{}", count,
                                             count == 1 ? "file" : "files",
                                             answers.verdicts.empty() ? "" : "; claims: ", answers.verdicts);
  }

  // Instances of a stratified part. The other engine may be a thousand times as slow (SimGrid starts a process for each
  // realization), so that its usual part is as many executions of a plan instead, and at least one instance.
  std::vector<Instance> part(const CampaignReader& reader, const Study& study, Bits bits) const {
    std::vector<Instance> instances = stored_instances(reader, study);
    const std::uint64_t usual = usual_part(instances.size());
    std::size_t count = 0;
    for (std::uint64_t executions = 0; count < instances.size(); ++count) {
      if (options_.part > 0 ? count == options_.part : executions >= usual) break;
      const std::int64_t realizations = realizations_of(study.workloads[instances[count].workload].recipe);
      executions += bits == Bits::same ? 1 : std::max<std::int64_t>(1, realizations);
    }
    instances.resize(count);
    return instances;
  }

  // The scenarios of these instances that are stored and can run; counts those that cannot.
  std::vector<ScenarioId> scenarios(const CampaignReader& reader, const Study& study,
                                    const std::vector<Instance>& instances, std::uint64_t& left_out) const {
    const DimensionIds ids = stored_ids(study, reader);
    const DoneSet done = read_done(study, ids, reader);
    std::vector<ScenarioId> chosen;
    for (const auto& [platform, workload] : instances)
      for (std::size_t s = 0; s < study.strategies.size(); ++s) {
        if (!done.contains({platform, workload}, s)) continue;
        const CustomCode* code = study.known.code_of(study.strategies[s].name);
        if (code != nullptr && code->place().empty())
          ++left_out;
        else
          chosen.push_back({ids.platforms[platform], ids.workloads[workload], ids.strategies[s]});
      }
    std::ranges::sort(chosen);
    return chosen;
  }

  void replay(const CampaignReader& reader, const EngineChoice& engine, Bits bits, Finding& finding) const {
    const int jobs = options_.jobs > 0 ? options_.jobs : cores();
    const StrategySet given = given_code(options_.code, reader, artifact_.folder() / k_strategies_folder);
    const Study study = stored_study(reader, given);
    for (const auto& code : given.custom())  // named, but not the code that made the results
      for (const Strategy& row : code->strategies())
        if (study.known.code_of(row.name) != nullptr) require_code(study.known, row.name, given);
    std::uint64_t left_out = 0;
    AuditOptions audit{.database = artifact_.database(said_.name).string(),
                       .sample = {},
                       .scenarios = scenarios(reader, study, part(reader, study, bits), left_out),
                       .jobs = jobs,
                       .memory_limit = default_memory_limit(available_memory(), jobs),
                       .progress = options_.progress,
                       .tolerance = bits == Bits::same ? k_same_bits : k_same_dates,
                       .make_runner = {},
                       .given = given};
    const auto patience = std::make_shared<Patience>(Patience::k_usual);
    audit.make_runner = [&] { return std::make_unique<WorkerRunner>(worker_program(engine), patience); };
    const std::string without =
        left_out == 0 ? ""
                      : fmt::format("; {} of custom strategies left out: --plugin, --allow-commands run them",
                                    count_text(left_out));
    if (audit.scenarios.empty()) {
      finding.found =
          (said_.kept == KeptResults::digest ? "no result is in the artifact; --full runs all" : "nothing to run") +
          without;
      return;
    }
    Interruption interruption;
    const AuditSummary summary = run_audit(audit, interruption);
    if (summary.interrupted || interruption.requested()) throw CheckInterrupted("interrupted");
    for (const AuditFinding& found : summary.findings)
      finding.problems.push_back(fmt::format("{}: {} was {} and is {}", found.scenario, found.difference.what,
                                             value_text(found.difference.stored),
                                             value_text(found.difference.replayed)));
    if (finding.problems.empty() && summary.different + summary.unsteady > 0)
      finding.problems.push_back(fmt::format("{} scenarios differ", summary.different + summary.unsteady));
    finding.found =
        fmt::format("{} scenarios by {}: equal {}{}", count_text(summary.equal), engine.name,
                    bits == Bits::same ? "to the last bit" : fmt::format("up to {}", k_same_dates), without);
    if (summary.limited > 0)
      finding.found +=
          fmt::format("; {} ended at a limit of time or memory: not compared", count_text(summary.limited));
  }

  static std::string value_text(const SqlValue& value) {
    std::string text;
    append_csv(text, value);
    return text;
  }

  OpenArtifact& artifact_;
  const PackedCampaign& said_;
  const ArtifactCheckOptions& options_;
  fs::path folder_;  // of the campaign
};

}  // namespace

void check_campaign_of(OpenArtifact& artifact, const PackedCampaign& campaign, const ArtifactCheckOptions& options,
                       const VisitStep& visit) {
  const Steps steps(visit);
  CampaignCheck check(artifact, campaign, options);
  steps.take(campaign.name, "database", [&](Finding& finding) { check.database(finding); });
  steps.take(campaign.name, "study", [&](Finding& finding) { check.study(finding); });
  steps.take(campaign.name, "again", [&](Finding& finding) { check.again(finding); });
}

void check_artifact(OpenArtifact& artifact, const ArtifactCheckOptions& options, const VisitStep& visit) {
  const Steps steps(visit);
  steps.take("", "files", [&](Finding& finding) { check_files(artifact.folder(), finding); });
  steps.take("", "machine", [&](Finding& finding) { check_machine(artifact.said().machine, finding); });
  const Questions questions = read_questions(artifact.folder());
  for (const PackedCampaign& campaign : artifact.said().campaigns) {
    check_campaign_of(artifact, campaign, options, visit);
    CampaignCheck check(artifact, campaign, options);
    if (const auto engine = check.other_engine())
      steps.take(campaign.name, "engine", [&](Finding& finding) { check.again_with(*engine, finding); });
    steps.take(campaign.name, "answers", [&](Finding& finding) { check.answers(questions, finding); });
    if (options.full)
      steps.take(campaign.name, "full", [&](Finding& finding) { check.everything(questions, finding); });
  }
}

}  // namespace palio
