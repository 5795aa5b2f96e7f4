#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>

#include "core/error.h"
#include "core/text/visible_text.h"
#include "workloads/formats/file_transfers.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"
#include "workloads/formats/yaml_document.h"

namespace palio {
namespace {

// Of a job or a transformation: the runtime that Pegasus expects.
std::optional<JsonReader> runtime_of(const JsonReader& yaml) {
  const auto profiles = yaml.optional_member("profiles");
  const auto pegasus = profiles ? profiles->optional_member("pegasus") : std::nullopt;
  return pegasus ? pegasus->optional_member("runtime") : std::nullopt;
}

// What a job and its transformation have in common.
std::string transformation_of(const JsonReader& yaml) {
  std::string all;
  for (const char* key : {"namespace", "name", "version"}) {
    const auto part = yaml.optional_member(key);
    all += fmt::format("{}\n", part ? part->text() : "");
  }
  return all;
}

class PegasusReader {
public:
  PegasusReader(std::string_view content, std::string_view place, Gaps gaps)
      : place_(place),
        root_(read_yaml(content, place)),
        transfers_([this](std::size_t line, const std::string& problem) { fail(line, problem); }, gaps) {}

  DescribedWorkload read() {
    const JsonReader version = root_.member("pegasus");
    if (!version.text().starts_with("5.")) version.fail("is \"{}\", must be 5 with what follows", version.text());
    if (const auto catalog = root_.optional_member("transformationCatalog")) read_catalog(*catalog);
    const JsonReader jobs = root_.member("jobs");
    for (const JsonReader& job : jobs.elements()) read_job(job);
    if (const auto dependencies = root_.optional_member("jobDependencies"))
      for (const JsonReader& parent : dependencies->elements()) read_children(parent);
    DescribedWorkload workload = transfers_.build(std::string(root_.member("name").text()));
    transfers_.check(workload.applications.front(), jobs.line());
    return workload;
  }

private:
  [[noreturn]] void fail(std::size_t line, const std::string& problem) const {
    throw UserError("{}:{}: {}", place_, line, shortened(problem));
  }

  double amount(const JsonReader& yaml, std::string_view key, std::string_view kind) {
    const double number = yaml.number();
    return transfers_.not_negative(kind, number, fmt::format("{} is {},", key, number), yaml.line());
  }

  void read_catalog(const JsonReader& catalog) {
    const auto transformations = catalog.optional_member("transformations");
    if (!transformations) return;
    for (const JsonReader& each : transformations->elements())
      if (const auto runtime = runtime_of(each);
          runtime && !runtimes_.try_emplace(transformation_of(each), *runtime).second)
        each.fail("gives a second runtime to the transformation \"{}\"", each.member("name").text());
  }

  std::optional<JsonReader> known_runtime(const JsonReader& job) const {
    if (auto runtime = runtime_of(job)) return runtime;
    const auto found = runtimes_.find(transformation_of(job));
    return found == runtimes_.end() ? std::nullopt : std::optional(found->second);
  }

  void read_job(const JsonReader& job) {
    if (const auto type = job.optional_member("type"); type && type->text() != "job")
      type->fail("is \"{}\", a workflow inside the workflow, which is not supported: give a file without it",
                 type->text());
    const JsonReader id = job.member("id");
    const int task = transfers_.add_task(id.text(), id.line());
    const auto runtime = known_runtime(job);
    if (!runtime)
      job.fail(
          "is the job \"{}\" without a runtime: give it, or its transformation, profiles: {{pegasus: {{runtime: "
          "SECONDS}}}}",
          id.text());
    transfers_.set_seconds(id.text(), amount(*runtime, "runtime", "runtimes"), runtime->line());
    if (const auto uses = job.optional_member("uses"))
      for (const JsonReader& use : uses->elements()) read_use(use, task);
  }

  void read_use(const JsonReader& use, int task) {
    transfers_.add_use(task, use.member("lfn").text(), use.member("type").text(), size_of(use), use.line());
  }

  // The attribute, or the metadata that Pegasus had before it.
  std::optional<double> size_of(const JsonReader& use) {
    auto size = use.optional_member("size");
    if (const auto metadata = use.optional_member("metadata"); metadata && !size)
      size = metadata->optional_member("size");
    return size ? std::optional(amount(*size, "size", "sizes")) : std::nullopt;
  }

  void read_children(const JsonReader& parent) {
    const JsonReader id = parent.member("id");
    if (const auto children = parent.optional_member("children"))
      for (const JsonReader& child : children->elements())
        transfers_.add_dependency(id.text(), child.text(), child.line());
  }

  std::string_view place_;
  JsonReader root_;
  FileTransfers transfers_;
  std::map<std::string, JsonReader> runtimes_;  // of transformations
};

}  // namespace

DescribedWorkload read_pegasus(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return PegasusReader(content, place, reading.gaps).read();
}

}  // namespace palio
