#include "workloads/formats/dax.h"

#include <expat.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "workloads/formats/file_transfers.h"
#include "workloads/formats/numbers.h"
#include "workloads/formats/single_graph.h"

namespace palio {
namespace {

constexpr std::size_t k_deepest = 64;  // a level of a DAX is a level of elements: four are used

// The library holds the whole of a tag and of what it makes of it.
constexpr std::size_t k_longest = std::size_t{1} << 20U;  // byte
constexpr std::size_t k_part = std::size_t{1} << 18U;     // byte

using Parser = std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)>;

class DaxReader {
public:
  explicit DaxReader(std::string_view place)
      : place_(place),
        parser_(XML_ParserCreate(nullptr), XML_ParserFree),
        transfers_([this](std::size_t line, const std::string& problem) { throw_at(line, problem); }) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetStartDoctypeDeclHandler(parser_.get(), on_document_type);
  }

  DescribedWorkload read(std::string_view content) {
    for (std::size_t at = 0; at == 0 || at < content.size(); at += k_part) parse(content, at);
    DescribedWorkload workload;
    workload.applications.push_back(transfers_.build(name_.empty() ? "workflow" : name_));
    check_graph(workload.applications.front(), place_, root_line_);
    return workload;
  }

private:
  // The part of the content that begins there.
  void parse(std::string_view content, std::size_t at) {
    const std::string_view part = content.substr(at, k_part);
    const std::size_t end = at + part.size();
    const XML_Status status = XML_Parse(parser_.get(), part.data(), static_cast<int>(part.size()),
                                        end == content.size() ? XML_TRUE : XML_FALSE);
    if (failure_) std::rethrow_exception(failure_);
    if (status != XML_STATUS_OK)
      throw_at(line(), fmt::format("malformed XML: {}", XML_ErrorString(XML_GetErrorCode(parser_.get()))));
    if (end - static_cast<std::size_t>(XML_GetCurrentByteIndex(parser_.get())) > k_longest)
      throw_at(line(), fmt::format("a tag or a comment of more than {} MiB", k_longest >> 20U));
  }

  // The attributes of an element: names and values in turn, null at the end.
  struct Attributes {
    const char** all;
    std::optional<std::string_view> find(std::string_view name) const {
      for (const char** attribute = all; *attribute != nullptr; attribute += 2)
        if (*attribute == name) return attribute[1];
      return std::nullopt;
    }
  };

  // No exception may pass through the library, which is C: it is stopped, and read() throws.
  template <class Function>
  static void guarded(void* self, Function function) {
    auto& reader = *static_cast<DaxReader*>(self);
    if (reader.failure_) return;
    try {
      function(reader);
    } catch (...) {
      reader.failure_ = std::current_exception();
      XML_StopParser(reader.parser_.get(), XML_FALSE);
    }
  }
  static void XMLCALL on_start(void* self, const char* name, const char** attributes) {
    guarded(self, [&](DaxReader& reader) { reader.start(name, {attributes}); });
  }
  static void XMLCALL on_end(void* self, const char* name) {
    guarded(self, [&](DaxReader& reader) { reader.end(name); });
  }
  static void XMLCALL on_text(void* self, const char* text, int length) {
    guarded(self, [&](DaxReader& reader) {
      if (reader.in_runtime_) reader.runtime_.append(text, static_cast<std::size_t>(length));
    });
  }
  static void XMLCALL on_document_type(void* self, const char*, const char*, const char*, int) {
    guarded(self, [](DaxReader& reader) {
      reader.throw_at(reader.line(), "a DAX has no document type, and entities are not expanded: take DOCTYPE out");
    });
  }

  std::size_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }
  [[noreturn]] void throw_at(std::size_t line, const std::string& problem) const {
    throw UserError(fmt::format("{}:{}: {}", place_, line, shortened(problem)));
  }

  std::string_view required(const Attributes& attributes, std::string_view element, std::string_view name) const {
    if (const auto value = attributes.find(name)) return *value;
    throw_at(line(), fmt::format("<{}> has no {}", element, name));
  }
  double not_negative(std::string_view what, std::string_view text) const {
    const std::optional<double> number = number_in(text);
    if (!number || *number < 0)
      throw_at(line(), fmt::format("{} is \"{}\", must be a number that is not negative", what, text));
    return *number;
  }

  void start(std::string_view element, const Attributes& attributes) {
    if (++depth_ > k_deepest) throw_at(line(), fmt::format("nested deeper than {} levels", k_deepest));
    if (depth_ == 1) {
      start_root(element, attributes);
    } else if (element == "job") {
      start_job(attributes);
    } else if (element == "dax" || element == "dag") {
      throw_at(line(), fmt::format("<{}> is a workflow inside the workflow: give a file without", element));
    } else if (element == "uses" && job_) {
      add_use(attributes);
    } else if (element == "profile" && job_) {
      in_runtime_ = attributes.find("namespace") == "pegasus" && attributes.find("key") == "runtime";
      runtime_.clear();
    } else if (element == "child") {
      child_ = required(attributes, element, "ref");
    } else if (element == "parent" && !child_.empty()) {
      transfers_.add_dependency(required(attributes, element, "ref"), child_, line());
    }
  }

  void end(std::string_view element) {
    --depth_;
    if (element == "job") job_.reset();
    if (element == "child") child_.clear();
    if (element == "profile" && in_runtime_) {
      in_runtime_ = false;
      transfers_.set_seconds(job_id_, not_negative("the profile runtime", runtime_), line());
    }
  }

  void start_root(std::string_view element, const Attributes& attributes) {
    root_line_ = line();
    if (element != "adag") throw_at(line(), fmt::format("<{}> is not the <adag> of a DAX", element));
    const std::string_view version = required(attributes, element, "version");
    if (!version.starts_with("2.") && !version.starts_with("3."))
      throw_at(line(), fmt::format("version is \"{}\", must be 2 or 3 with what follows", version));
    name_ = attributes.find("name").value_or("");
  }

  void start_job(const Attributes& attributes) {
    if (job_) throw_at(line(), "a <job> is inside another one");
    job_id_ = required(attributes, "job", "id");
    job_ = transfers_.add_task(job_id_, line());
    if (const auto runtime = attributes.find("runtime"))
      transfers_.set_seconds(job_id_, not_negative("runtime", *runtime), line());
  }

  void add_use(const Attributes& attributes) {
    const auto named = attributes.find("file");  // up to version 2
    const std::string_view file = named ? *named : required(attributes, "uses", "name");
    const std::string_view link = attributes.find("link").value_or("");
    std::optional<double> bytes;
    if (const auto size = attributes.find("size")) bytes = not_negative("size", *size);
    if (link == "input" || link == "inout") transfers_.add_reader(*job_, file, line());
    if (link == "output" || link == "inout") transfers_.add_writer(*job_, file, bytes, line());
  }

  std::string_view place_;
  Parser parser_;
  FileTransfers transfers_;
  std::exception_ptr failure_;
  std::string name_;
  std::size_t root_line_ = 1;
  std::size_t depth_ = 0;
  std::optional<int> job_;  // inside <job>
  std::string job_id_;
  std::string child_;  // inside <child>
  bool in_runtime_ = false;
  std::string runtime_;
};

std::string xml_quoted(std::string_view text) {
  std::string quoted = "\"";
  if (std::ranges::any_of(text, [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r'; }))
    throw UserError("the format dax has no names with control characters: write palio");
  for (const char c : text) {
    switch (c) {
      case '&': quoted += "&amp;"; break;
      case '<': quoted += "&lt;"; break;
      case '"': quoted += "&quot;"; break;
      case '\t':
      case '\n':
      case '\r': quoted += fmt::format("&#{};", static_cast<int>(c)); break;
      default: quoted += c;
    }
  }
  return quoted + '"';
}

std::string use_xml(std::size_t file, std::string_view link, double bytes) {
  return fmt::format("    <uses file=\"edge-{}\" link=\"{}\" size=\"{}\"/>\n", file, link, whole_bytes(bytes));
}

}  // namespace

DescribedWorkload read_dax(std::string_view content, std::string_view place) { return DaxReader(place).read(content); }

WrittenWorkflow write_dax(const DescribedWorkload& workload, double reference_speed) {
  WrittenWorkflow written;
  const DescribedApplication& application = only_runtimes(workload, "dax", reference_speed, written.notes);
  std::vector<std::string> uses(application.tasks.size()), parents(application.tasks.size());
  std::size_t files = 0;
  for (const auto& [from, to, bytes] : application.edges) {
    const auto parent = static_cast<std::size_t>(from);
    const auto child = static_cast<std::size_t>(to);
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
