#pragma once

#include <string>

#include "strategies/files/file_policy.h"
#include "strategies/registry.h"
#include "tests/support/closed_file_engine.h"

namespace palio::test {

/// Workers of 1 flop/s behind links of 1 byte/s: flop and bytes are seconds.
inline Star unit_star(int workers) { return {std::vector<Worker>(static_cast<std::size_t>(workers), {1, {1, 0}}), 1}; }

inline SharedFileTasks one_file(int tasks, double execution, double input) {
  return {
      .file_bytes = {input}, .file_of_task = std::vector<int>(static_cast<std::size_t>(tasks), 0), .flop = execution};
}

/// `recipe` as typed: "WQ+G:mode=static".
inline Recipe file_recipe(const std::string& recipe) {
  return parse_recipe(recipe, strategy(recipe.substr(0, recipe.find(':'))).parameters);
}

inline FileTrace run_files(const std::string& text, const Star& star, const SharedFileTasks& tasks) {
  const Recipe recipe = file_recipe(text);
  const auto policy = method_if<FileMethod>(strategy(recipe.name))->policy(star, tasks, recipe.parameters);
  return run_closed(star, tasks, *policy);
}

}  // namespace palio::test
