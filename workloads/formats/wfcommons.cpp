#include "workloads/formats/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/error.h"
#include "core/text/json_text.h"
#include "core/text/visible_text.h"
#include "workloads/formats/file_transfers.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

namespace od = simdjson::ondemand;

constexpr auto k_versions = std::to_array<std::string_view>({"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"});

class WfCommonsReader {
public:
  WfCommonsReader(std::string_view content, std::string_view place, const WorkflowReading& reading)
      : place_(place),
        text_(content),
        reading_(reading),
        transfers_([this](std::size_t where, const std::string& problem) { throw_at(where, "{}", problem); },
                   reading.gaps) {}

  DescribedWorkload read() {
    try {
      od::document document = parser_.iterate(text_);
      read_root(document.get_object());
      if (const char* rest = nullptr; document.current_location().get(rest) == simdjson::SUCCESS)
        throw_at(rest - text_.data(), "malformed JSON: there is more text after the document");
    } catch (const simdjson::simdjson_error& error) {
      throw_at(error.error() == simdjson::UTF8_ERROR ? first_wrong_byte(text()) : latest_, "malformed JSON: {}",
               error.what());
    }
    check_version();
    DescribedWorkload workload = transfers_.build(name_.empty() ? "workflow" : name_);
    if (is_of_simgrid())
      for (DescribedTask& task : workload.applications.front().tasks) task.unit = WorkUnit::flop;
    transfers_.check(workload.applications.front(), tasks_at_);
    return workload;
  }

private:
  std::string_view text() const { return {text_.data(), text_.size()}; }

  template <class... Values>
  [[noreturn]] void throw_at(std::size_t offset, fmt::format_string<Values...> problem, Values&&... values) const {
    const std::string text_of_problem = fmt::format(problem, std::forward<Values>(values)...);
    throw UserError("{}:{}: {}", place_, line_of(text(), offset), shortened(text_of_problem));
  }

  // Calls `second` with the value and the key if an object has the key `first`, which must not occur twice.
  template <class... Member>
  void members(od::object object, Member... wanted) {
    std::vector<std::string> taken;
    for (od::field field : object) {
      const std::string key(std::string_view(field.unescaped_key()));
      od::value value = field.value();
      const std::size_t where = place_of(value);
      const bool is_wanted = ((key == wanted.first && (wanted.second(value, key), true)) || ...);
      if (!is_wanted) continue;
      if (std::ranges::find(taken, key) != taken.end())
        throw_at(where, "the key \"{}\" is given twice in one object", key);
      taken.push_back(key);
    }
  }

  // For members(): reads a text or a number.
  template <class Place>
  auto into(Place& place) {
    return [this, &place](od::value& value, std::string_view key) {
      if constexpr (std::is_same_v<Place, std::optional<double>>)
        place = number_in(value, key);
      else
        place = text_in(value, key);
    };
  }
  // For members(): reads what few need, and ignores another type.
  auto if_possible(std::optional<double>& place) {
    return [&place](od::value& value, std::string_view) {
      if (double number = 0; value.get_double().get(number) == simdjson::SUCCESS && number >= 0) place = number;
    };
  }
  auto if_possible(std::optional<std::string>& place) {
    return [&place](od::value& value, std::string_view) {
      if (std::string_view text; value.get_string().get(text) == simdjson::SUCCESS) place = text;
    };
  }
  // For members(): reads a number of MeasuredCores.
  auto if_measured(std::optional<double>& place) {
    return [this, &place](od::value& value, std::string_view key) {
      if (reading_.cores == MeasuredCores::used) place = number_in(value, key);
    };
  }
  // For members(): reads each element of an array.
  template <class Read>
  auto each(Read read) {
    return [this, read](od::value& value, std::string_view key) {
      for (auto element : array_in(value, key)) read(element.value());
    };
  }

  // For members(): reads an object.
  template <class Read>
  auto inside(Read read) {
    return [this, read](od::value& value, std::string_view key) { read(object_in(value, key)); };
  }

  std::size_t place_of(od::value& value) {
    latest_ = static_cast<std::size_t>(value.raw_json_token().data() - text_.data());
    return latest_;
  }

  od::object object_in(od::value value, std::string_view what) {
    return expected<od::object>(value, value.get_object(), what, "an object");
  }
  od::array array_in(od::value value, std::string_view what) {
    return expected<od::array>(value, value.get_array(), what, "an array");
  }
  std::string_view text_in(od::value value, std::string_view what) {
    place_of(value);
    return expected<std::string_view>(value, value.get_string(), what, "a text");
  }
  double number_in(od::value value, std::string_view what) {
    place_of(value);
    const auto number = expected<double>(value, value.get_double(), what, "a number");
    const std::string typed = fmt::format("{} is {},", what, number);
    if (!std::isfinite(number)) throw_at(latest_, "{} must be a number that is not negative", typed);
    return transfers_.not_negative(kind_of(what), number, typed, latest_);
  }

  static std::string_view kind_of(std::string_view key) {
    return key.starts_with("runtime") ? "runtimes" : key.starts_with("size") ? "sizes" : "uses of cores";
  }

  template <class Value, class Result>
  Value expected(const od::value&, Result result, std::string_view what, std::string_view type) {
    const simdjson::error_code error = result.error();
    if (error == simdjson::INCORRECT_TYPE || error == simdjson::NUMBER_ERROR)
      throw_at(latest_, "{} must be {}", what, type);
    return std::move(result).value();
  }

  void read_root(od::object root) {
    const auto version = [&](od::value& value, std::string_view key) {
      version_ = text_in(value, key);
      version_at_ = latest_;
    };
    members(root, std::pair{"name", into(name_)}, std::pair{"schemaVersion", version},
            std::pair{"workflow", inside([&](od::object object) { read_workflow(object); })});
  }

  // For members(): reads the tasks of all schemas.
  auto tasks_into(bool& has_tasks) {
    return [this, &has_tasks](od::value& value, std::string_view key) {
      tasks_at_ = latest_;
      each([this](od::value task) { read_task(task); })(value, key);
      has_tasks = true;
    };
  }

  void read_workflow(od::object workflow) {
    members(workflow, std::pair{"tasks", tasks_into(has_flat_tasks_)}, std::pair{"jobs", tasks_into(has_jobs_)},
            std::pair{"specification", inside([&](od::object object) { read_specification(object); })},
            std::pair{"execution", inside([&](od::object object) { read_execution(object); })});
  }

  void read_specification(od::object specification) {
    members(specification, std::pair{"tasks", tasks_into(has_specification_)},
            std::pair{"files", each([&](od::value file) { read_size(file); })});
  }

  void read_execution(od::object execution) {
    const auto runtimes = [&](od::value& value, std::string_view key) {
      each([&](od::value task) { read_runtime(task); })(value, key);
      has_execution_ = true;
    };
    members(execution, std::pair{"tasks", runtimes});
  }

  // A file and its size, a task and its runtime: elements of schemas 1.5 and 1.6.
  struct Measured {
    std::string id;
    double number;
    std::size_t where;
  };
  template <class... Member>
  Measured read_measured(od::value value, std::string_view what, std::string_view quantity, Member... more) {
    const std::size_t where = place_of(value);
    std::optional<std::string> id;
    std::optional<double> number;
    members(object_in(value, what), std::pair{"id", into(id)}, std::pair{quantity, into(number)}, more...);
    if (!id) throw_at(where, "{} has no \"id\"", what);
    if (!number) throw_at(where, "the {} \"{}\" has no \"{}\"", what.substr(2), *id, quantity);
    return {*std::move(id), *number, where};
  }
  void read_size(od::value value) {
    const auto [id, bytes, where] = read_measured(value, "a file", "sizeInBytes");
    transfers_.set_size(id, bytes, where);
  }
  void read_runtime(od::value value) {
    CoreUse use;
    const auto [id, seconds, where] =
        read_measured(value, "a task", "runtimeInSeconds", std::pair{"coreCount", if_measured(use.cores)},
                      std::pair{"avgCPU", if_measured(use.percent)});
    set_runtime(id, seconds, use, where);
  }

  // What a task used of the cores that it had.
  struct CoreUse {
    std::optional<double> cores;
    std::optional<double> percent;  // of one core, on average
  };

  // A task that kept u > 1 of n cores busy for t seconds has u t seconds of work, and by Amdahl's law takes t on n
  // processors if alpha + (1 - alpha) / n = 1 / u. Of a count that is missing or below u: the next whole number.
  void set_runtime(const std::string& id, double seconds, const CoreUse& use, std::size_t where) {
    const double busy = use.percent.value_or(100) / 100;
    if (busy <= 1) return transfers_.set_seconds(id, seconds, where);
    const double cores = use.cores && *use.cores >= busy ? *use.cores : std::ceil(busy);
    transfers_.set_seconds(id, seconds * busy, where, (1 / busy - 1 / cores) / (1 - 1 / cores));
  }

  // What is known of a task before its identity.
  struct Reference {
    std::string name;
    std::size_t where;
  };
  struct Use : Reference {
    std::optional<double> bytes;
  };
  struct TaskDraft {
    std::optional<std::string> id, name, type;
    std::optional<double> seconds, written_bytes;
    CoreUse use;
    std::vector<Reference> parents, children;
    std::vector<Use> inputs, outputs;
  };

  // For members(): reads an array of references.
  template <class List>
  auto references_into(List& list) {
    return [this, &list](od::value& value, std::string_view what) {
      for (auto element : array_in(value, what)) {
        od::value reference = element.value();
        if (list.size() == k_most_workflow_references)
          throw_at(latest_, "{} has more than {} elements", what, k_most_workflow_references);
        list.emplace_back();
        list.back().name = text_in(reference, what);
        list.back().where = latest_;
      }
    };
  }

  void read_task(od::value value) {
    const std::size_t where = place_of(value);
    TaskDraft task;
    members(object_in(value, "a task"), std::pair{"id", into(task.id)}, std::pair{"name", into(task.name)},
            std::pair{"runtimeInSeconds", into(task.seconds)}, std::pair{"runtime", into(task.seconds)},
            std::pair{"type", if_possible(task.type)}, std::pair{"writtenBytes", if_possible(task.written_bytes)},
            std::pair{"cores", if_measured(task.use.cores)}, std::pair{"avgCPU", if_measured(task.use.percent)},
            std::pair{"parents", references_into(task.parents)}, std::pair{"children", references_into(task.children)},
            std::pair{"inputFiles", references_into(task.inputs)},
            std::pair{"outputFiles", references_into(task.outputs)},
            std::pair{"files", each([&](od::value file) { read_use(file, task); })});
    add(task, where);
  }

  // A file of a task of schemas 1.0 to 1.4.
  void read_use(od::value value, TaskDraft& task) {
    Use use;
    use.where = place_of(value);
    std::string link;
    members(object_in(value, "a file"), std::pair{"name", into(use.name)}, std::pair{"link", into(link)},
            std::pair{"sizeInBytes", into(use.bytes)}, std::pair{"size", into(use.bytes)});
    if (link != "input" && link != "output")
      throw_at(use.where, "the \"link\" of the file \"{}\" must be \"input\" or \"output\"", use.name);
    std::vector<Use>& uses = link == "input" ? task.inputs : task.outputs;
    if (uses.size() == k_most_workflow_references)
      throw_at(use.where, "a task has more than {} files", k_most_workflow_references);
    uses.push_back(std::move(use));
  }

  void add(const TaskDraft& task, std::size_t where) {
    const std::optional<std::string>& id = task.id ? task.id : task.name;
    if (!id) throw_at(where, "a task has neither \"id\" nor \"name\"");
    const int number = transfers_.add_task(*id, where);
    if (task.name) transfers_.add_name(number, *task.name);
    if (task.seconds)
      set_runtime(*id, *task.seconds, task.use, where);
    else if (task.type == "transfer" && task.written_bytes)
      add_transfer(number, *task.written_bytes, *id, where);
    for (const auto& [parent, at] : task.parents) transfers_.add_dependency(parent, *id, at);
    for (const auto& [child, at] : task.children) transfers_.add_dependency(*id, child, at);
    for (const Use& use : task.inputs) transfers_.add_reader(number, use.name, use.where);
    for (const Use& use : task.outputs) transfers_.add_writer(number, use.name, use.bytes, use.where);
  }

  void add_transfer(int task, double bytes, const std::string& id, std::size_t where) {
    if (!first_transfer_) first_transfer_ = Reference{id, where};
    transfers_.make_transfer(task, bytes);
  }

  // SimGrid reads and documents schema 1.0 in a form of its own (create_DAG_from_json): runtimes are flop, and a task
  // of the type "transfer" with "writtenBytes" is data between two tasks. The schema itself has "jobs", not "tasks".
  bool is_of_simgrid() const { return version_ == "1.0" && has_flat_tasks_; }

  void check_version() const {
    if (version_.empty()) throw_at(0, "there is no \"schemaVersion\", so this is no WfCommons file");
    if (std::ranges::find(k_versions, version_) == k_versions.end())
      throw_at(version_at_, "schemaVersion is \"{}\", must be one of {}", version_, fmt::join(k_versions, ", "));
    if (first_transfer_ && !is_of_simgrid())
      throw_at(first_transfer_->where, "the task \"{}\" has no runtime", first_transfer_->name);
    if (version_ < "1.5") {
      const bool has_jobs = has_jobs_ && version_ < "1.3";
      if (has_jobs == has_flat_tasks_ || has_jobs_ != has_jobs || has_specification_)
        throw_at(version_at_, "a workflow of schema {} has \"{}\"", version_, version_ < "1.3" ? "jobs" : "tasks");
      return;
    }
    if (!has_specification_ || has_flat_tasks_ || has_jobs_)
      throw_at(version_at_, "a workflow of schema {} has a \"specification\" with \"tasks\"", version_);
    if (!has_execution_) throw_at(tasks_at_, "the workflow has no \"execution\", which has the runtimes of its tasks");
  }

  std::string_view place_;
  simdjson::padded_string text_;
  WorkflowReading reading_;
  od::parser parser_;
  FileTransfers transfers_;
  std::string name_, version_;
  std::size_t version_at_ = 0, tasks_at_ = 0;
  std::size_t latest_ = 0;  // offset of the value that was read last
  bool has_jobs_ = false, has_flat_tasks_ = false, has_specification_ = false, has_execution_ = false;
  std::optional<Reference> first_transfer_;
};

// A list of texts as JSON.
std::string list_json(const std::vector<std::string>& quoted) { return fmt::format("[{}]", fmt::join(quoted, ", ")); }

// The references of a task in the specification, each as JSON.
struct References {
  std::vector<std::string> parents, children, inputs, outputs;
};

}  // namespace

DescribedWorkload read_wfcommons(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return WfCommonsReader(content, place, reading).read();
}

WrittenWorkflow write_wfcommons(const DescribedWorkload& workload, double reference_speed) {
  WrittenWorkflow written;
  const DescribedApplication& application = only_runtimes(workload, "wfcommons", reference_speed, written.notes);
  std::vector<References> references(application.tasks.size());
  std::vector<std::string> files;
  for (const Edge& edge : application.edges) {
    References& parent = references[edge.from];
    References& child = references[edge.to];
    parent.children.push_back(json_quoted(application.tasks[edge.to].name));
    child.parents.push_back(json_quoted(application.tasks[edge.from].name));
    if (edge.bytes == 0) continue;
    const std::string file = fmt::format("\"edge-{}\"", files.size());
    parent.outputs.push_back(file);
    child.inputs.push_back(file);
    files.push_back(fmt::format(R"({{"id": {}, "sizeInBytes": {}}})", file, whole_bytes(edge.bytes)));
  }
  std::vector<std::string> tasks, runtimes;
  for (std::size_t i = 0; i < application.tasks.size(); ++i) {
    const std::string name = json_quoted(application.tasks[i].name);
    const auto& [parents, children, inputs, outputs] = references[i];
    tasks.push_back(fmt::format(
        R"({{"name": {0}, "id": {0}, "parents": {1}, "children": {2}, "inputFiles": {3}, "outputFiles": {4}}})", name,
        list_json(parents), list_json(children), list_json(inputs), list_json(outputs)));
    runtimes.push_back(fmt::format(R"({{"id": {}, "runtimeInSeconds": {}}})", name,
                                   json_number(seconds_of(application.tasks[i], reference_speed))));
  }
  written.text = fmt::format(
      "{{\"name\": {}, \"schemaVersion\": \"1.5\", \"workflow\": {{\n\"specification\": {{\"tasks\": [\n{}],\n"
      "\"files\": [\n{}]}},\n\"execution\": {{\"makespanInSeconds\": 0, \"executedAt\": \"unknown\", \"tasks\": "
      "[\n{}]}}}}}}\n",
      json_quoted(application.name), fmt::join(tasks, ",\n"), fmt::join(files, ",\n"), fmt::join(runtimes, ",\n"));
  return written;
}

}  // namespace palio
