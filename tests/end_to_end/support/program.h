#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace palio::test {

struct Finished {
  int status = 0;  // exit status; 128 + signal when killed
  std::string out, err;
};

/// A palio process with its output in files of its own folder.
class Program {
public:
  /// `launcher`: a command that ends by executing what follows it.
  Program(const std::string& folder, const std::vector<std::string>& arguments,
          const std::vector<std::string>& launcher = {});
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  /// What it has printed on stdout so far, and said on stderr.
  std::string printed() const;
  std::string said() const;
  bool running();
  Finished wait();

private:
  std::string out_, err_;
  pid_t pid_ = -1;
  bool reaped_ = false;
  int status_ = 0;
};

/// What a file holds; nothing, if there is none.
std::string content(const std::string& path);

/// Runs palio to its end.
Finished palio(const std::string& folder, const std::vector<std::string>& arguments,
               const std::vector<std::string>& launcher = {});

/// Every stored result of a campaign without what differs from run to run (cost, session), one line per scenario, by
/// scenario name; doubles with all their bits.
std::string results(const std::string& database);

/// Number of rows that a query counts.
std::int64_t count(const std::string& database, const std::string& sql);

/// Worker processes, and their children, of the palios that ran in that folder.
int worker_processes(const std::string& folder);

}  // namespace palio::test
