#pragma once

#include <string>

#include "tests/support/studies.h"

namespace palio::test {

/// 4 platforms and 7 workloads: random-ptg of 5, 8 and 10 tasks, two samples of each (0 to 5), and w.json (6). HCPA
/// takes all 7, M-HEFT-MAX the four of 5 and 10 tasks (0, 1, 4, 5), M-HEFT w.json and sample 1 of 10 tasks (5, 6): 13
/// pairs, so 4 x 13 = 52 scenarios.
inline std::string restricted_text() {
  std::string text(k_small_study);
  text.insert(text.find("[[strategy]]"), "[[workload]]\nfamily = \"file\"\npath = \"w.json\"\n\n");
  return text + R"toml(workloads = "workload_family = 'random-ptg' AND tasks IN (5, 10)"

[[strategy]]
name = "M-HEFT"
workloads = "workload_family = 'file' OR tasks = 10 AND workload_sample = 1"
)toml";
}

inline constexpr std::string_view k_one_task = R"({"format":"palio-workload","version":1,"applications":[
  {"name":"a","tasks":[{"name":"t","flop":1e9,"alpha":0}],"edges":[]}]})";

/// Every input file is k_one_task.
inline Study study_with_files(const std::string& text) {
  return parse_study(text, "small.toml", [](const std::string&) { return std::string(k_one_task); });
}

inline Study restricted_study() { return study_with_files(restricted_text()); }

/// What the comment at restricted_text() says.
inline bool restricted_takes(std::size_t strategy, std::size_t workload) {
  if (strategy == 0) return true;
  if (strategy == 1) return workload <= 1 || workload == 4 || workload == 5;
  return workload >= 5;
}

}  // namespace palio::test
