#pragma once

#include <string>

#include "tests/support/temporary_folder.h"

namespace palio::test {

/// A worker that carries out one instance and stands still before the next until its gate is open, so that a task is
/// caught in the midst of its shard however busy the machine is. It gives signs of life meanwhile.
class GatedWorker {
public:
  /// Takes the name of a worker ("palio-worker-fluid") in a test's folder, where test::palio() looks for it; `program`
  /// does the work.
  GatedWorker(const TemporaryFolder& folder, const std::string& name, const std::string& program);

  /// Whether the worker of a task stands before the gate; that of a task without a batch system is 1.
  bool reached(int task) const;
  void open() const;

private:
  std::string gate_, reached_;  // files; a task's number stands behind the second
};

}  // namespace palio::test
