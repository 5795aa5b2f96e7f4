#pragma once

#include <map>
#include <string>
#include <vector>

namespace palio::test {

/// What a query of the folder analysis/ answers, each value as text, NULL as an empty one. Runs it through Palio and
/// through the sqlite3 shell, and fails the test where they differ.
std::vector<std::vector<std::string>> answer(const std::string& query, const std::string& campaign);

/// A row of a claims query without its wording.
struct Verdict {
  std::string measured;
  std::string holds;  // "yes", "no"; empty: not enough data

  bool operator==(const Verdict&) const = default;
};

/// The rows of a claims query by their ids; fails the test for an id that comes twice.
std::map<std::string, Verdict> verdicts(const std::string& query, const std::string& campaign);

/// The ids of the rows with this verdict, sorted.
std::vector<std::string> ids_with(const std::map<std::string, Verdict>& verdicts, const std::string& holds);

/// The labels of a shipped study's strategies, in its order.
std::vector<std::string> study_labels(const std::string& study);

}  // namespace palio::test
