#pragma once

#include <string>

namespace palio {

/// As long as it lives, a crash of the process writes to standard error, as the last line, how far SimGrid has read a
/// platform file: "place:line: SimGrid ends here".
class DyingWords {
public:
  explicit DyingWords(const std::string& place);
  ~DyingWords();
  DyingWords(const DyingWords&) = delete;
  DyingWords& operator=(const DyingWords&) = delete;
};

}  // namespace palio
