#pragma once

#include <string>
#include <utility>
#include <vector>

namespace palio {

/// SimGrid's Engine takes its options as a command line, and only before it exists.
class EngineArguments {
public:
  explicit EngineArguments(std::vector<std::string> options) : texts_(std::move(options)) {
    texts_.insert(texts_.begin(), "palio-worker");
    texts_.insert(texts_.end(), {"--log=root.thres:warning", "--log=no_loc"});
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
    count_ = static_cast<int>(texts_.size());
  }
  int* count() { return &count_; }
  char** values() { return pointers_.data(); }

private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
  int count_ = 0;
};

/// Options that make an engine write SimGrid's own trace (Paje) to a file: the speed in use of hosts, the bandwidth in
/// use of links. Creates or empties the file now. No options for an empty name. Throws UserError if the file cannot be
/// written.
std::vector<std::string> trace_options(const std::string& file);

}  // namespace palio
