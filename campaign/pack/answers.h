#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "analysis/report/parts/figure.h"
#include "storage/sql/query_bounds.h"

namespace palio {

/// What is asked of a campaign: texts of SQL files by name.
struct Questions {
  std::map<std::string, std::string> claims, figures, queries;
};

/// Those in the folders of an artifact.
Questions read_questions(const std::filesystem::path& artifact);

/// The claims and figures that come with Palio about a study.
Questions shipped_questions(const std::string& study);

/// What a campaign answers: texts of files by name: "claims.csv", "figures/ID.csv", "queries/NAME.csv".
struct Answers {
  std::map<std::string, std::string> files;
  std::vector<Figure> figures;  // as charts show them
  std::string verdicts;         // "20 reproduced, 2 lack data"; empty: there are no claims about it
};

/// The files that an artifact has of them in a folder, without drawings of the same data: "figures/ID.json".
std::map<std::string, std::string> read_answers(const std::filesystem::path& folder);

/// Throws UserError naming the file of a question that is wrong, or exceeds the bounds.
Answers answers_of(const std::filesystem::path& database, const Questions& questions, const QueryBounds& bounds = {});

/// The names of the files that differ between two sets of answers, each with how. The rows of a query without ORDER BY
/// may have another order.
std::vector<std::string> different_answers(const std::map<std::string, std::string>& said,
                                           const std::map<std::string, std::string>& found);

}  // namespace palio
