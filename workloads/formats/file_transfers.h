#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "workloads/explicit/workload_json.h"
#include "workloads/formats/format_parts.h"

namespace palio {

/// Makes a task graph from tasks that read and write files: a file that one task writes and another reads is an edge
/// with its bytes, a dependency alone is an edge of 0 bytes. Files that no task writes are external input and make no
/// edge. References may precede what they name. `where`: a place in the input, in the reader's own unit.
class FileTransfers {
public:
  /// Throws UserError that names the place and the problem.
  using Fail = std::function<void(std::size_t where, const std::string& problem)>;

  FileTransfers(Fail fail, Gaps gaps) : fail_(std::move(fail)), mending_(gaps) {}

  Mending& mending() { return mending_; }
  /// A number of the input that must not be negative: a negative one is refused, or mended as 0. `what`: "sizes".
  double not_negative(std::string_view what, double number, std::string_view typed, std::size_t where);

  /// Adds a task with this identity; returns its number.
  int add_task(std::string_view id, std::size_t where);
  /// Adds another name for a task. References find the task by it unless it is another task's identity or the name of
  /// several tasks.
  void add_name(int task, std::string_view name);
  /// Turns a task into data from the only task before it to the only one after it.
  void make_transfer(int task, double bytes) { tasks_[task].carries = bytes; }
  /// `alpha`: the fraction that cannot be parallelised, if it is known; then `seconds` are those of one processor.
  void set_seconds(std::string_view id, double seconds, std::size_t where, std::optional<double> alpha = {});
  void add_dependency(std::string_view parent, std::string_view child, std::size_t where);
  /// Sets the size of a file for all tasks.
  void set_size(std::string_view file, double bytes, std::size_t where);
  void add_reader(int task, std::string_view file, std::size_t where);
  /// `link`: input, output, inout; checkpoint and none move nothing between tasks. Others are refused.
  void add_use(int task, std::string_view file, std::string_view link, std::optional<double> bytes, std::size_t where);
  /// If several tasks write a file, a reader gets what was written by those that it names as dependencies. Without
  /// `bytes`, the file has the size from set_size().
  void add_writer(int task, std::string_view file, std::optional<double> bytes, std::size_t where);

  /// The graph, and what was mended.
  DescribedWorkload build(std::string name);
  /// Refuses an invalid graph, at a task or, if it is because of none, at `otherwise`.
  void check(const DescribedApplication& graph, std::size_t otherwise) const;

private:
  using Numbers = std::unordered_map<std::string, int>;
  struct Task {
    std::size_t where;
    double seconds = -1;  // negative: not yet known
    double carries = -1;  // byte; negative: it is no transfer
    std::optional<double> alpha = {};
  };
  struct Name {
    int task = k_none;
    int other = k_none;  // the task that has it as its second name
    bool is_shared = false;
  };
  struct Writing {
    int file, task;
    double bytes;  // negative: the file's size
    std::uint32_t where;
  };
  struct Dependency {
    int parent, child;  // names
    std::uint32_t where;
  };
  struct Runtime {
    int id;  // a name
    double seconds;
    std::optional<double> alpha;
    std::uint32_t where;
  };
  struct Reading {
    int file, task;
    std::uint32_t where;
  };
  static constexpr int k_none = -1;

  [[noreturn]] void fail(std::size_t where, const std::string& problem) const;
  void refuse_many(std::size_t count, std::size_t where) const;
  int name_number(std::string_view name);
  int file_number(std::string_view file);
  int task_named(int name, std::size_t where) const;
  const std::string& text_of_name(int name) const;
  void settle_seconds();
  std::vector<Edge> listed_dependencies() const;
  void sort_uses();
  std::vector<Edge> edges();
  std::vector<Edge> without_transfers(const std::vector<Edge>& edges) const;
  void add_data(std::vector<Edge>& edges, std::size_t listed, std::span<const Writing> writings,
                const Reading& reading);
  double bytes_of(const Writing& writing, const Reading& reading);

  Fail fail_;
  Mending mending_;
  std::set<int> mended_files_;
  std::vector<Task> tasks_;
  std::vector<std::string> ids_;  // of the tasks
  Numbers name_numbers_, file_numbers_;
  std::vector<Name> names_;
  std::vector<double> sizes_;  // of the files, in byte; negative: not known
  std::vector<Writing> writings_;
  std::vector<Dependency> dependencies_;
  std::vector<Runtime> runtimes_;
  std::vector<Reading> readings_;
};

}  // namespace palio
