#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "plugin/palio/strategy_abi.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// A custom shared library, which stays loaded until this process ends: use it only in a process that may be lost.
class Library {
public:
  /// Throws UserError naming the file if it is not a library of this version of the interface, or if its content does
  /// not have the digest `content_digest`; empty: any content.
  Library(std::string file, const std::string& content_digest);

  /// The library's description of itself.
  std::string description() const;

  // Run the strategy at this index. Throw UserError if the library has no function for this kind of application.
  SchedulingResult schedule(std::size_t strategy, const Platform& platform, const Workload& workload,
                            std::span<const palio_value> parameters) const;
  std::vector<Decision> decide(std::size_t strategy, const Situation& situation,
                               std::span<const palio_value> parameters) const;
  std::unique_ptr<BagPolicy> begin(std::size_t strategy, const Star& star, const BagBatch& batch,
                                   std::vector<palio_value> parameters) const;
  std::unique_ptr<FilePolicy> begin(std::size_t strategy, const Star& star, const SharedFileTasks& tasks,
                                    std::vector<palio_value> parameters) const;

private:
  void* symbol(const char* name) const;
  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

  std::string file_;
  void* handle_ = nullptr;
};

// Policies of libraries as policies of Palio. The star and the workload outlive them.

/// Throws NoSchedule or std::runtime_error if the library reports that it cannot continue; so do calls of the policy.
std::unique_ptr<BagPolicy> begin_bags(decltype(&palio_begin_bags) begin, std::uint32_t strategy, const Star& star,
                                      const BagBatch& batch, std::vector<palio_value> parameters);
/// The same.
std::unique_ptr<FilePolicy> begin_files(decltype(&palio_begin_files) begin, std::uint32_t strategy, const Star& star,
                                        const SharedFileTasks& tasks, std::vector<palio_value> parameters);

}  // namespace palio
