#include "campaign/pack/answers.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/claims/verify.h"
#include "analysis/queries/query_tables.h"
#include "analysis/report/report.h"
#include "campaign/archive/archive.h"
#include "campaign/files/input_files.h"
#include "campaign/pack/artifact.h"
#include "campaign/report/usual_report.h"
#include "campaign/until/stored_readings.h"
#include "core/error.h"
#include "core/text/visible_text.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

namespace fs = std::filesystem;
using Texts = std::map<std::string, std::string>;

constexpr std::size_t k_largest_answer = std::size_t{1} << 30U;  // byte

Texts texts_in(const fs::path& folder) {
  Texts texts;
  if (!fs::is_directory(folder)) return texts;
  for (const std::string& file : files_below(folder))
    texts.emplace(file, read_text_file((folder / file).string(), k_largest_answer));
  return texts;
}

template <class Value>
SqlValue value_or_null(const std::optional<Value>& value) {
  return value ? SqlValue(*value) : SqlValue();
}

DataTable claims_table() {
  return {.columns = {"reading", "id", "place", "claim", "paper", "accept", "unit", "measured", "low", "high", "shown",
                      "instances", "verdict"},
          .rows = {}};
}

void add_rows(const std::string& reading, const std::vector<CheckedClaim>& checked, DataTable& table) {
  for (const auto& [claim, measured, verdict] : checked)
    table.rows.push_back({reading, claim.id, claim.place, claim.says, claim.paper, claim.range, claim.unit,
                          value_or_null(measured.measured), value_or_null(measured.low), value_or_null(measured.high),
                          value_or_null(measured.shown), measured.instances, std::string(word(verdict))});
}

// The studies that a query names in a line "-- studies: a, b"; none: all.
std::vector<std::string> studies_of_query(std::string_view sql) {
  constexpr std::string_view k_begin = "-- studies:";
  const std::size_t at = sql.starts_with(k_begin) ? 0 : sql.find('\n' + std::string(k_begin));
  if (at == std::string_view::npos) return {};
  const std::string_view rest = sql.substr(sql.find(':', at) + 1);
  return split_list(rest.substr(0, rest.find('\n')), ',');
}

// Asks one campaign.
class Asking {
public:
  explicit Asking(const fs::path& database) : database_(database), campaign_(database) {
    campaign_.hold();
    add_query_functions(campaign_);
    study_ = campaign_.info().study;
  }

  void measure(const Texts& files) {
    DataTable table = claims_table();
    std::vector<CheckedClaim> all;
    const std::vector<CampaignReading> readings = stored_readings(campaign_);
    for (const auto& [name, text] : files) {
      const ClaimFile claims = read_claims(name, text);
      if (!claims.is_about(study_)) continue;
      if (readings.empty()) {
        const std::vector<CheckedClaim> checked = verify(campaign_, claims, study_);
        add_rows("", checked, table);
        all.insert(all.end(), checked.begin(), checked.end());
      }
      for (const CampaignReading& reading : readings) {
        const std::vector<CheckedClaim> checked = verify(campaign_, claims, study_, reading.part);
        add_rows(reading.name, checked, table);
        if (reading.name == readings.front().name) all.insert(all.end(), checked.begin(), checked.end());
      }
    }
    if (table.rows.empty()) return;
    answers_.files.emplace("claims.csv", csv_text(table));
    answers_.verdicts = verdict_counts(all);
  }

  void draw(const Texts& files) {
    for (const auto& [name, text] : files) {
      const FigureFile file = read_figures(name, text);
      if (!names_study(file.studies, study_)) continue;
      ReportWish wish = usual_report({database_});
      wish.figures_file = name;
      wish.figures_text = text;
      for (const Figure& figure : campaign_figures(database_, wish)) {
        if (std::ranges::find(file.figures, figure.head.id, &FigureHead::id) == file.figures.end()) continue;
        add(fmt::format("figures/{}.csv", figure.head.id), csv_text(figure.data));
        answers_.figures.push_back(shown_part(figure));
      }
    }
  }

  void ask(const Texts& files) {
    for (const auto& [name, sql] : files)
      if (names_study(studies_of_query(sql), study_))
        add(fs::path(k_queries_folder) / fs::path(name).replace_extension("csv"), csv_text(answer(name, sql)));
  }

  Answers take() { return std::move(answers_); }

private:
  DataTable answer(const std::string& name, const std::string& sql) {
    try {
      campaign_.prepare_joins(sql);
      return read_table(campaign_, sql);
    } catch (const UserError& error) {
      throw UserError("the query {} fails on {}: {}; a line \"-- studies: NAME\" in it names the studies it is for",
                      name, study_, error.what());
    }
  }

  void add(const fs::path& file, std::string text) {
    if (!answers_.files.emplace(file.string(), std::move(text)).second)
      throw UserError("two answers about {} would be {}: give one of the figures or files another name", study_,
                      file.string());
  }

  fs::path database_;
  CampaignReader campaign_;
  std::string study_;
  Answers answers_;
};

std::vector<std::string_view> sorted_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  std::ranges::sort(lines);
  return lines;
}

// The first line that differs.
std::string difference_text(std::string_view said, std::string_view found) {
  for (int line = 1;; ++line) {
    const std::string_view a = said.substr(0, said.find('\n')), b = found.substr(0, found.find('\n'));
    if (a != b) return fmt::format("line {} is \"{}\" and was \"{}\"", line, shortened(b), shortened(a));
    if (a.size() == said.size() || b.size() == found.size()) return "one is longer";
    said.remove_prefix(a.size() + 1);
    found.remove_prefix(b.size() + 1);
  }
}

}  // namespace

Questions read_questions(const fs::path& artifact) {
  return {.claims = texts_in(artifact / k_claims_folder),
          .figures = texts_in(artifact / k_figures_folder),
          .queries = texts_in(artifact / k_queries_folder)};
}

Questions shipped_questions(const std::string& study) {
  Questions questions;
  if (const std::optional<ClaimFile> claims = find_shipped_claims(study))
    questions.claims.emplace(claims->file, shipped_claims_text(claims->file));
  if (const std::optional<FigureFile> figures = paper_figures(study))
    questions.figures.emplace(figures->file, shipped_figures_text(figures->file));
  return questions;
}

Texts read_answers(const fs::path& folder) {
  Texts texts = texts_in(folder);
  std::erase_if(texts, [](const auto& file) { return file.first.ends_with(".json"); });
  return texts;
}

Answers answers_of(const fs::path& database, const Questions& questions, const QueryBounds& bounds) {
  const BoundedQueries bounded(bounds);
  Asking asking(database);
  asking.measure(questions.claims);
  asking.draw(questions.figures);
  asking.ask(questions.queries);
  return asking.take();
}

std::vector<std::string> different_answers(const Texts& said, const Texts& found) {
  std::vector<std::string> different;
  for (const auto& [file, text] : said) {
    const auto other = found.find(file);
    if (other == found.end())
      different.push_back(fmt::format("{} has no answer any more", file));
    else if (other->second != text && sorted_lines(other->second) != sorted_lines(text))
      different.push_back(fmt::format("{}: {}", file, difference_text(text, other->second)));
  }
  for (const auto& [file, text] : found)
    if (!said.contains(file)) different.push_back(fmt::format("{} is new", file));
  return different;
}

}  // namespace palio
