#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace palio::test {

/// A program of Slurm or munge that runs until it is told to end.
class Daemon {
public:
  Daemon(std::vector<std::string> command, const std::string& log);
  ~Daemon();
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

private:
  pid_t pid_ = -1;
};

/// A Slurm of its own with nodes n1 to n4 of two processors each, all of them this machine, in a temporary folder: its
/// own ports, state and munge socket, nothing global. It is taken down with the object, and so are the jobs. While it
/// lives, SLURM_CONF in the environment of this process names it.
class Slurm {
public:
  Slurm();
  ~Slurm();
  Slurm(const Slurm&) = delete;
  Slurm& operator=(const Slurm&) = delete;

  /// Why it does not run; empty: it does.
  const std::string& obstacle() const { return obstacle_; }

  /// The state of a job or a task of an array ("12", "12_3"); empty: unknown.
  std::string state(const std::string& job) const;
  /// Waits until it holds; false after two minutes.
  bool wait_until(const std::function<bool()>& holds) const;
  bool wait_for_end(const std::string& job) const;
  /// Runs a program of Slurm; what it says.
  std::string run(const std::string& command) const;

  /// Kills the daemon of a node, as if the node had gone; jobs go on there.
  void lose_node(int number);
  void start_node(int number);

private:
  void configure() const;

  TemporaryFolder folder_;
  std::string obstacle_;
  std::unique_ptr<Daemon> munge_, controller_;
  std::map<int, std::unique_ptr<Daemon>> nodes_;
};

}  // namespace palio::test
