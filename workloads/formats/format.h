#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/explicit/workload_json.h"

namespace palio {

/// A workload in some format, and notes for users on what the format cannot express or what was converted.
struct WrittenWorkflow {
  std::string text;
  std::vector<std::string> notes;
};

/// One row of the table of formats. To add a format: a file, a row, a test, a fuzzer.
struct WorkflowFormat {
  std::string_view name;  // for --to
  std::string_view summary;
  std::vector<std::string_view> extensions;  // of files written in this format unless another one is named
  bool (*recognises)(std::string_view content);
  /// Throws UserError with file and line. The result says what was mended.
  DescribedWorkload (*read)(std::string_view content, std::string_view place, const WorkflowReading& reading);
  /// Work in the other unit is converted at the reference speed (flop/s). Throws UserError if something cannot be
  /// written at all. Null: the format is only read.
  WrittenWorkflow (*write)(const DescribedWorkload& workload, double reference_speed);
};

inline constexpr std::string_view k_palio_format = "palio";

std::span<const WorkflowFormat> workflow_formats();

/// The extensions of all formats.
std::vector<std::string_view> workflow_extensions();

/// The format of this name; throws UserError with the nearest valid name.
const WorkflowFormat& workflow_format(std::string_view name);

/// A file of Windows may begin with this mark.
std::string_view without_byte_order_mark(std::string_view content);

/// The format of a file, from its content alone; throws UserError if it is none of them.
const WorkflowFormat& format_of(std::string_view content, std::string_view place);

/// The task graphs in a file of any format. Throws UserError with file and line for input that is malformed, of another
/// version, duplicate, dangling, negative or cyclic.
DescribedWorkload read_workflow(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// Pegasus' DAX, versions 2 and 3 (https://pegasus.isi.edu/schema): a job has its runtime on one processor, in an
/// attribute as in the published workflows or in the profile "runtime" of the namespace "pegasus". Document types are
/// refused, and thus all entities. Throws UserError with file and line.
DescribedWorkload read_dax(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// Writes version 2.1, with a file for each edge that carries bytes. Throws UserError for several applications.
WrittenWorkflow write_dax(const DescribedWorkload& workload, double reference_speed);

/// Whether the first record is one of CloudWorkflowSimulator's format.
bool is_dag(std::string_view content);

/// CloudWorkflowSimulator's .dag (https://github.com/malawski/cloudworkflowsimulator): a record a line, FILE with its
/// size in byte, TASK with its runtime on one processor, EDGE, and INPUTS and OUTPUTS of a task above. Throws UserError
/// with file and line.
DescribedWorkload read_dag(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// Writes a file for each edge that carries bytes. Throws UserError for several applications and names with blanks.
WrittenWorkflow write_dag(const DescribedWorkload& workload, double reference_speed);

/// The JSON array into which estee (https://github.com/It4innovations/estee) writes a graph: a task has its duration
/// "d" on one processor, an output its size "s" in MiB; expected values and numbers of processors are ignored. Tasks
/// are named by their numbers. Throws UserError with file and line.
DescribedWorkload read_estee(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// Writes an output for each edge. Throws UserError for several applications.
WrittenWorkflow write_estee(const DescribedWorkload& workload, double reference_speed);

/// Pegasus' YAML of version 5 (https://pegasus.isi.edu): a job, or else its transformation, has the runtime on one
/// processor in the profile "runtime" of the namespace "pegasus"; files are as in a DAX. Throws UserError with file and
/// line.
DescribedWorkload read_pegasus(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// The YAML of DSLab's library for graphs (https://github.com/osukhoroslov/dslab): Gflop, and sizes in MB of 10^6 byte,
/// as DSLab converts bytes. Throws UserError with file and line, also for a task that needs several cores.
DescribedWorkload read_dslab(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// Whether the content is JSON of SAGA (https://github.com/ANRGUSC/saga): an instance of a graph and its network.
bool is_saga(std::string_view content);

/// The task graph of such an instance: costs are flop, sizes byte. A cost of 0 counts as 1e-9, as SAGA's data sets
/// write it: speeds are near 1 there. Throws UserError with file and line.
DescribedWorkload read_saga(std::string_view content, std::string_view place);

/// Whether the content begins with a line of two or three whole numbers.
bool is_hcsp(std::string_view content);

/// Independent tasks on unrelated machines (Braun et al., JPDC 61(6) 2001; https://github.com/chgogos/hcsp): numbers of
/// tasks and machines, possibly a third one for the consistency; then the times of each task, s. 0 counts as 1e-9 s.
/// Throws UserError with file and line.
DescribedWorkload read_hcsp(std::string_view content, std::string_view place);

/// Adds to such a workload the processor of each task, from a solution (.sol) of the same repository: a machine for
/// each task. Returns its makespan, s, which becomes the reference if the name says it. Throws UserError with file and
/// line; also if the solution is that of another instance, as far as the name `place`, which ends with the makespan,
/// and the numbers of tasks and machines tell.
double add_solution(std::string_view content, std::string_view place, DescribedWorkload& workload);

/// Whether the first line that is neither empty nor a comment is a single whole number.
bool is_stg(std::string_view content);

/// A standard task graph (Tobita, Kasahara, J. of Scheduling 5(5) 2002; https://www.kasahara.cs.waseda.ac.jp/schedule):
/// the number of tasks without an entry and an exit; then a line for each task, these two included: its number, its
/// time in s, its number of parents, and these. Edges carry nothing. Throws UserError with file and line.
DescribedWorkload read_stg(std::string_view content, std::string_view place);

/// Whether the content is DOT: a graph, possibly after a comment.
bool is_dot(std::string_view content);

/// DOT as SimGrid and daggen write it: `size` of a node is flop, of an edge byte, `alpha` of a node Amdahl's;
/// semicolons are optional. "root" and "end" need no size: they do nothing. The size -1 of an edge means no data.
/// Defaults, subgraphs, and nodes and edges that are given again are read as Graphviz reads them; other attributes and
/// ports are ignored; undirected graphs are refused. Throws UserError with file and line. A custom parser, because
/// graphviz' libcgraph 2.42 takes 11 s for 100,000 nodes and 200,000 edges, returns half a graph if its stack
/// overflows, and has no line for a wrong value.
DescribedWorkload read_dot(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// Throws UserError for several applications.
WrittenWorkflow write_dot(const DescribedWorkload& workload, double reference_speed);

/// Node-link JSON of networkx (https://networkx.org): values as in attributed_graph.h; the edges are "edges" or
/// "links". Undirected graphs are refused. Throws UserError with file and line.
DescribedWorkload read_networkx(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// GraphML (http://graphml.graphdrawing.org) of one directed graph without hyperedges: values as in attributed_graph.h,
/// by the names of their keys. Throws UserError with file and line.
DescribedWorkload read_graphml(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// Whether the first line names columns of tasks or of edges, with commas, semicolons or tabs between them.
bool is_csv(std::string_view content);

/// A table of tasks and one of edges, each with a header (docs/workflows.md): a task is named in the column id, task,
/// node or name, an edge leads from source to target, from to to, parent to child or src to dst; values as in
/// attributed_graph.h. Throws UserError with file and line.
DescribedWorkload read_csv(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// WfCommons' WfFormat, schemas 1.0 to 1.6 (https://github.com/wfcommons/wfformat), and SimGrid's form of 1.0: a task
/// has its runtime on one processor, in SimGrid's form flop. Sizes up to 1.3 are bytes, as its tools write them and its
/// own migration reads them, although the schema says KB. Throws UserError with file and line.
DescribedWorkload read_wfcommons(std::string_view content, std::string_view place, const WorkflowReading& reading = {});

/// Writes schema 1.5, with a file for each edge that carries bytes. Throws UserError for several applications.
WrittenWorkflow write_wfcommons(const DescribedWorkload& workload, double reference_speed);

}  // namespace palio
