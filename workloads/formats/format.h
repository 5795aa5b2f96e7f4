#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/explicit/workload_json.h"

namespace palio {

/// A workload in some format, and what that format has no words for or had to be converted, for people.
struct WrittenWorkflow {
  std::string text;
  std::vector<std::string> notes;
};

/// One row of the table of formats. Adding one: its file, a row, a test, a fuzzer.
struct WorkflowFormat {
  std::string_view name;  // as --to has it
  std::string_view summary;
  std::vector<std::string_view> extensions;  // of files that are written so unless another format is named
  bool (*recognises)(std::string_view content);
  /// Throws UserError with file and line.
  DescribedWorkload (*read)(std::string_view content, std::string_view place);
  /// Work of the other unit is converted at the reference speed (flop/s). Throws UserError for what cannot be written
  /// at all.
  WrittenWorkflow (*write)(const DescribedWorkload& workload, double reference_speed);
};

inline constexpr std::string_view k_palio_format = "palio";

std::span<const WorkflowFormat> workflow_formats();

/// All extensions: how files of workflows end.
std::vector<std::string_view> workflow_extensions();

/// The format of that name; throws UserError with the nearest valid name.
const WorkflowFormat& workflow_format(std::string_view name);

/// The format that a content is of, never mind the name of its file; throws UserError for none.
const WorkflowFormat& format_of(std::string_view content, std::string_view place);

/// The task graphs in a file of any format. Throws UserError with file and line: what is malformed, of another version,
/// doubled, dangling, negative or cyclic.
DescribedWorkload read_workflow(std::string_view content, std::string_view place);

/// Pegasus' DAX, versions 2 and 3 (https://pegasus.isi.edu/schema): a job is its runtime on one processor, an attribute
/// as in the published workflows or the profile "runtime" of the name space "pegasus". A document type is refused, and
/// with it every entity. Throws UserError with file and line.
DescribedWorkload read_dax(std::string_view content, std::string_view place);

/// Version 2.1, with a file for each edge that carries bytes. Throws UserError for several applications.
WrittenWorkflow write_dax(const DescribedWorkload& workload, double reference_speed);

/// Whether it is DOT: a graph, or a comment ahead of one.
bool is_dot(std::string_view content);

/// DOT as SimGrid and daggen write it: `size` of a node is flop, of an edge byte, `alpha` of a node Amdahl's;
/// semicolons may be left out. "root" and "end" need no size: they do nothing; the size -1 of an edge is no data. Other
/// attributes are ignored; subgraphs, ports and undirected graphs are refused. Throws UserError with file and line. Own
/// code: graphviz' libcgraph 2.42 takes 11 s for 100,000 nodes and 200,000 edges, unites a node that is given twice,
/// returns half a graph where its stack ends, and knows no line for a value that is wrong.
DescribedWorkload read_dot(std::string_view content, std::string_view place);

/// Throws UserError for several applications.
WrittenWorkflow write_dot(const DescribedWorkload& workload, double reference_speed);

/// WfCommons' WfFormat, schemas 1.3 to 1.6 (https://github.com/wfcommons/wfformat): a task is its runtime on one
/// processor. Sizes of 1.3 are bytes, as its tools write them and its own migration takes them, though the schema says
/// KB. Throws UserError with file and line.
DescribedWorkload read_wfcommons(std::string_view content, std::string_view place);

/// Schema 1.5, with a file for each edge that carries bytes. Throws UserError for several applications.
WrittenWorkflow write_wfcommons(const DescribedWorkload& workload, double reference_speed);

}  // namespace palio
