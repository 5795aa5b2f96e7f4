#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/error.h"
#include "core/text/visible_text.h"
#include "workloads/formats/file_transfers.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

using Fields = std::vector<std::string_view>;

Fields fields_of(std::string_view line) {
  Fields fields;
  for (std::size_t at = line.find_first_not_of(k_blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(k_blanks, at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(k_blanks, end);
  }
  return fields;
}

// Calls visit(fields, number of the line) for each line that is neither empty nor a comment, until it returns false.
template <class Visit>
void for_each_record(std::string_view content, Visit visit) {
  for (std::size_t number = 1; !content.empty(); ++number) {
    const std::string_view line = content.substr(0, content.find('\n'));
    content.remove_prefix(std::min(line.size() + 1, content.size()));
    const Fields fields = fields_of(line);
    if (!fields.empty() && !fields.front().starts_with('#') && !visit(fields, number)) return;
  }
}

class DagReader {
public:
  DagReader(std::string_view place, Gaps gaps)
      : place_(place),
        transfers_([this](std::size_t line, const std::string& problem) { fail(line, problem); }, gaps) {}

  DescribedWorkload read(std::string_view content) {
    for_each_record(content, [this](const Fields& fields, std::size_t line) {
      read_record(fields, line);
      return true;
    });
    DescribedWorkload workload = transfers_.build("workflow");
    transfers_.check(workload.applications.front(), 1);
    return workload;
  }

private:
  [[noreturn]] void fail(std::size_t line, const std::string& problem) const {
    throw UserError("{}:{}: {}", place_, line, shortened(problem));
  }

  void read_record(const Fields& fields, std::size_t line);

  double amount(std::string_view what, std::string_view kind, std::string_view text, std::size_t line) {
    const std::optional<double> number = number_in(text);
    const std::string typed = fmt::format("{} is \"{}\",", what, text);
    if (!number) fail(line, typed + " must be a number that is not negative");
    return transfers_.not_negative(kind, *number, typed, line);
  }

  int task_above(std::string_view id, std::size_t line) const {
    const auto found = tasks_.find(std::string(id));
    if (found == tasks_.end()) fail(line, fmt::format("\"{}\" is not a task above this line", id));
    return found->second;
  }

  std::string_view place_;
  FileTransfers transfers_;
  std::unordered_map<std::string, int> tasks_;
};

enum class RecordKind { file, task, edge, inputs, outputs };

struct Record {
  std::string_view word;
  RecordKind kind;
  std::string_view form;
  std::size_t least, most;  // fields
};

constexpr std::size_t k_any = k_most_workflow_references;
constexpr auto k_records = std::to_array<Record>({{"file", RecordKind::file, "FILE name bytes", 3, 3},
                                                  {"task", RecordKind::task, "TASK id type seconds", 4, 4},
                                                  {"edge", RecordKind::edge, "EDGE parent child", 3, 3},
                                                  {"inputs", RecordKind::inputs, "INPUTS task file...", 3, k_any},
                                                  {"outputs", RecordKind::outputs, "OUTPUTS task file...", 3, k_any}});

// Null: there is none. Upper and lower case are one.
const Record* record_of(std::string_view word) {
  const auto found =
      std::ranges::find_if(k_records, [&](const Record& record) { return same_word(word, record.word); });
  return found == k_records.end() ? nullptr : &*found;
}

void DagReader::read_record(const Fields& fields, std::size_t line) {
  const Record* record = record_of(fields.front());
  if (record == nullptr)
    fail(line, fmt::format("\"{}\" begins no record, which are FILE, TASK, EDGE, INPUTS, OUTPUTS", fields.front()));
  if (fields.size() < record->least || fields.size() > record->most)
    fail(line, fmt::format("has {} fields, must be {}", fields.size(), record->form));
  switch (record->kind) {
    case RecordKind::file:
      return transfers_.set_size(fields[1], amount("the size of a file", "sizes", fields[2], line), line);
    case RecordKind::task:
      tasks_.emplace(fields[1], transfers_.add_task(fields[1], line));
      return transfers_.set_seconds(fields[1], amount("the size of a task", "runtimes", fields[3], line), line);
    case RecordKind::edge: return transfers_.add_dependency(fields[1], fields[2], line);
    case RecordKind::inputs:
      for (const std::string_view file : std::span(fields).subspan(2))
        transfers_.add_reader(task_above(fields[1], line), file, line);
      return;
    case RecordKind::outputs:
      for (const std::string_view file : std::span(fields).subspan(2))
        transfers_.add_writer(task_above(fields[1], line), file, std::nullopt, line);
      return;
  }
}

}  // namespace

bool is_dag(std::string_view content) {
  bool begins_record = false;
  for_each_record(content, [&](const Fields& fields, std::size_t) {
    begins_record = record_of(fields.front()) != nullptr;
    return false;
  });
  return begins_record;
}

DescribedWorkload read_dag(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return DagReader(place, reading.gaps).read(content);
}

WrittenWorkflow write_dag(const DescribedWorkload& workload, double reference_speed) {
  WrittenWorkflow written;
  const DescribedApplication& application = only_runtimes(workload, "dag", reference_speed, written.notes);
  std::string& text = written.text;
  std::vector<std::string> inputs(application.tasks.size()), outputs(application.tasks.size());
  std::size_t files = 0;
  for (const auto& [from, to, bytes] : application.edges) {
    if (bytes == 0) continue;
    text += fmt::format("FILE edge-{} {}\n", files, whole_bytes(bytes));
    outputs[from] += fmt::format(" edge-{}", files);
    inputs[to] += fmt::format(" edge-{}", files++);
  }
  for (const DescribedTask& task : application.tasks) {
    if (task.name.find_first_of(" \t\n\v\f\r") != std::string::npos || task.name.empty())
      throw UserError("the format dag has no names with blanks, as \"{}\": write the format palio", task.name);
    text += fmt::format("TASK {} task {}\n", task.name, number_text(seconds_of(task, reference_speed)));
  }
  for (std::size_t i = 0; i < application.tasks.size(); ++i) {
    if (!inputs[i].empty()) text += fmt::format("INPUTS {}{}\n", application.tasks[i].name, inputs[i]);
    if (!outputs[i].empty()) text += fmt::format("OUTPUTS {}{}\n", application.tasks[i].name, outputs[i]);
  }
  for (const auto& [from, to, bytes] : application.edges)
    text += fmt::format("EDGE {} {}\n", application.tasks[from].name, application.tasks[to].name);
  return written;
}

}  // namespace palio
