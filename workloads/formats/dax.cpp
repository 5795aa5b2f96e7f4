#include "workloads/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/error.h"
#include "core/text/xml_text.h"
#include "core/xml/xml_reader.h"
#include "workloads/formats/file_transfers.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

class DaxReader final : XmlReader {
public:
  DaxReader(std::string_view place, Gaps gaps)
      : XmlReader(place),
        transfers_([this](std::size_t line, const std::string& problem) { fail_at(line, problem); }, gaps) {}

  DescribedWorkload read(std::string_view content) {
    parse(content);
    DescribedWorkload workload = transfers_.build(name_.empty() ? "workflow" : name_);
    transfers_.check(workload.applications.front(), root_line_);
    return workload;
  }

private:
  std::string_view required(const XmlAttributes& attributes, std::string_view element, std::string_view name) const {
    if (const auto value = attributes.find(name)) return *value;
    fail("<{}> has no {}", element, name);
  }
  double not_negative(std::string_view what, std::string_view text) {
    const std::optional<double> number = number_in(text);
    const std::string typed = fmt::format("{} is \"{}\",", what, text);
    if (!number) fail("{} must be a number that is not negative", typed);
    return transfers_.not_negative(what == "size" ? "sizes" : "runtimes", *number, typed, line());
  }

  void start(std::string_view element, const XmlAttributes& attributes) override {
    if (depth() == 1) {
      start_root(element, attributes);
    } else if (element == "job") {
      start_job(attributes);
    } else if (element == "dax" || element == "dag") {
      fail("<{}> is a workflow inside the workflow, which is not supported: give a file without it", element);
    } else if (element == "uses" && job_) {
      start_use(attributes);
    } else if (element == "file" && !job_) {
      file_ = required(attributes, element, "name");
    } else if (element == "metadata") {
      in_size_ = attributes.find("key") == "size" && (use_ || !file_.empty());
      text_.clear();
    } else if (element == "profile" && job_) {
      in_runtime_ = attributes.find("namespace") == "pegasus" && attributes.find("key") == "runtime";
      text_.clear();
    } else if (element == "child") {
      child_ = required(attributes, element, "ref");
    } else if (element == "parent" && !child_.empty()) {
      transfers_.add_dependency(required(attributes, element, "ref"), child_, line());
    }
  }

  void characters(std::string_view text) override {
    if (in_runtime_ || in_size_) text_ += text;
  }

  void document_type() override { fail("a DAX has no document type, and entities are not expanded: remove DOCTYPE"); }

  void end(std::string_view element) override {
    if (element == "job") job_.reset();
    if (element == "child") child_.clear();
    if (element == "uses" && use_) end_use();
    if (element == "file") file_.clear();
    if (element == "metadata" && in_size_) {
      in_size_ = false;
      const double bytes = not_negative("size", trimmed(text_));
      if (!use_)
        transfers_.set_size(file_, bytes, line());
      else if (!use_->bytes)
        use_->bytes = bytes;
    }
    if (element == "profile" && in_runtime_) {
      in_runtime_ = false;
      transfers_.set_seconds(job_id_, not_negative("the profile runtime", trimmed(text_)), line());
    }
  }

  void start_root(std::string_view element, const XmlAttributes& attributes) {
    root_line_ = line();
    if (element != "adag") fail("<{}> is not the <adag> of a DAX", element);
    const auto version = attributes.find("version");
    if (!version && !transfers_.mending().mends("missing versions, read as 2 and 3 are"))
      fail("<adag> has no version; {}", k_lenient_hint);
    if (version && !version->starts_with("2.") && !version->starts_with("3."))
      fail("version is \"{}\", must be 2 or 3 with what follows", *version);
    name_ = attributes.find("name").value_or("");
  }

  void start_job(const XmlAttributes& attributes) {
    if (job_) fail("a <job> is inside another one");
    job_id_ = required(attributes, "job", "id");
    job_ = transfers_.add_task(job_id_, line());
    if (const auto runtime = attributes.find("runtime"))
      transfers_.set_seconds(job_id_, not_negative("runtime", *runtime), line());
  }

  void start_use(const XmlAttributes& attributes) {
    const auto named = attributes.find("file");  // up to version 2
    use_ = Use{std::string(named ? *named : required(attributes, "uses", "name")),
               std::string(required(attributes, "uses", "link")), std::nullopt, line()};
    if (const auto size = attributes.find("size")) use_->bytes = not_negative("size", *size);
  }

  void end_use() {
    const auto& [file, link, bytes, where] = *use_;
    transfers_.add_use(*job_, file, link, bytes, where);
    use_.reset();
  }

  FileTransfers transfers_;
  std::string name_;
  std::size_t root_line_ = 1;
  std::optional<int> job_;  // inside <job>
  std::string job_id_;
  std::string child_;  // inside <child>
  struct Use {
    std::string file, link;
    std::optional<double> bytes;  // as the attribute or, in version 3.6, the metadata say
    std::size_t where;
  };
  std::optional<Use> use_;  // inside <uses>
  std::string file_;        // inside <file> outside of jobs
  bool in_runtime_ = false, in_size_ = false;
  std::string text_;
};

std::string xml_quoted(std::string_view text) {
  if (std::ranges::any_of(text, [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r'; }))
    throw UserError("the format dax has no names with control characters: write the format palio");
  return '"' + xml_escaped(text) + '"';
}

std::string use_xml(std::size_t file, std::string_view link, double bytes) {
  return fmt::format("    <uses file=\"edge-{}\" link=\"{}\" size=\"{}\"/>\n", file, link, whole_bytes(bytes));
}

}  // namespace

DescribedWorkload read_dax(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return DaxReader(place, reading.gaps).read(content);
}

WrittenWorkflow write_dax(const DescribedWorkload& workload, double reference_speed) {
  WrittenWorkflow written;
  const DescribedApplication& application = only_runtimes(workload, "dax", reference_speed, written.notes);
  std::vector<std::string> uses(application.tasks.size()), parents(application.tasks.size());
  std::size_t files = 0;
  for (const auto& [from, to, bytes] : application.edges) {
    const int parent = from;
    const int child = to;
    parents[child] += fmt::format("    <parent ref={}/>\n", xml_quoted(application.tasks[parent].name));
    if (bytes == 0) continue;
    uses[parent] += use_xml(files, "output", bytes);
    uses[child] += use_xml(files++, "input", bytes);
  }
  std::string jobs, children;
  for (std::size_t i = 0; i < application.tasks.size(); ++i) {
    const std::string id = xml_quoted(application.tasks[i].name);
    jobs += fmt::format("  <job id={0} name={0} runtime=\"{1}\">\n{2}  </job>\n", id,
                        number_text(seconds_of(application.tasks[i], reference_speed)), uses[i]);
    if (!parents[i].empty()) children += fmt::format("  <child ref={}>\n{}  </child>\n", id, parents[i]);
  }
  written.text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<adag xmlns=\"http://pegasus.isi.edu/schema/DAX\" version=\"2.1\" "
      "name={} jobCount=\"{}\" childCount=\"{}\">\n{}{}</adag>\n",
      xml_quoted(application.name), application.tasks.size(),
      std::ranges::count_if(parents, [](const std::string& of) { return !of.empty(); }), jobs, children);
  return written;
}

}  // namespace palio
