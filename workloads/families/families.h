#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "core/identity/registry.h"
#include "workloads/model/bag_of_tasks.h"
#include "workloads/model/shared_files.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "random-ptg": layered random task graphs of one type (workloads/families/parts/drawn_graph.h). Graph i of a
/// batch has its own two streams, "shape/i" and "costs/i", so that it does not depend on the batch size.
std::span<const ParameterSpec> random_ptg_parameters();
Workload build_random_ptg(const Recipe& recipe, std::string_view definition);

/// Family "daggen": one graph of moldable tasks of a speed-up law, as Perotin, Sun et al., "The Fair algorithm",
/// preprint rs-8251720, 2025, draw them: shape and work by the daggen generator (workloads/families/parts/
/// drawn_graph.h, streams "shape" and "costs"), and from a stream "speedups" four draws for each task, whatever its
/// law: an integer for max_processors, reals for the powers of ten that are alpha and overhead, and the exponent.
std::span<const ParameterSpec> daggen_parameters();
Workload build_daggen(const Recipe& recipe, std::string_view definition);

/// Family "random-batch": layered random task graphs of mixed types (workloads/families/parts/drawn_graph.h): N'Takpe,
/// Suter, INRIA RR-6774, section 2. Graph i has its own three streams: "type/i" with six integers that choose from the
/// lists of tasks, widths, regularities, densities, jumps and complexities, in this order, then "shape/i" and "costs/i"
/// for the graph. The batch size is part of the draws: batches of different sizes are independent.
std::span<const ParameterSpec> random_batch_parameters();
Workload build_random_batch(const Recipe& recipe, std::string_view definition);

/// Family "fft-batch": task graphs of the recursive fast Fourier transform (Cormen, Leiserson, Rivest, Introduction to
/// Algorithms; used by N'Takpe, Suter, INRIA RR-6774, section 2). With k points, k = 2^m: a binary tree of recursive
/// calls, levels of 1, 2, 4, ... k tasks, then m butterfly levels of k tasks, where task j of butterfly b = 0, 1, ...
/// has the parents j and j xor 2^b of the level above. 2k - 1 + k m tasks on 2m + 1 levels, numbered level by level.
/// All tasks of a level have the same costs. Graph i has two streams of its own:
///   "type/i"   an integer that chooses from `points`, one that chooses from `complexities`
///   "costs/i"  draw_task_costs() for each level, from the root down
/// The batch size shapes the draws.
std::span<const ParameterSpec> fft_batch_parameters();
Workload build_fft_batch(const Recipe& recipe, std::string_view definition);

/// Family "strassen-batch": one recursion of Strassen's matrix product, always the same 25 tasks, as used by N'Takpe,
/// Suter, INRIA RR-6774, section 2: operand sums S1 to S10 (tasks 0 to 9), products Q1 to Q7 (10 to 16) and the eight
/// additions of the result, U1, U2, C11, C12, C21, U3, U4, C22 (17 to 24). The matrices have q x q elements, so that
/// all tasks work on blocks of e = (q/2)^2: an addition takes a e flop, a product e^(3/2), an edge carries 8 e bytes.
/// Graph i has one stream, "costs/i": draw_side() for q, draw_factor() for a, and a real for the alpha of each task.
/// Where the parameter costs is level or task, each level of additions or each addition has its own a: draw_factor()
/// from a stream "additions/i", in the order of the tasks; where it is operation, a is 1. q and alpha stay what they
/// are. The batch size shapes the draws.
std::span<const ParameterSpec> strassen_batch_parameters();
Workload build_strassen_batch(const Recipe& recipe, std::string_view definition);

/// Family "constructed" (RGPOS of Kwok, Ahmad, JPDC 59(3) 1999, section 5.3, generalised): a schedule that keeps all
/// machines busy is cut into tasks, and gets edges that it honours, so that its length is the least: all work over all
/// speed. The workload names that schedule. Streams: "shape" for the numbers of tasks of the machines and their
/// durations, or for the cuts; "edges" for the parents of each task, and for each of them first its data, then its
/// number; "costs" for the numbers of the tasks, then, by Amdahl's law, the alpha of each.
std::span<const ParameterSpec> constructed_parameters();
Workload build_constructed(const Recipe& recipe, std::string_view definition);

/// Family "heft-random" (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 5.1): random graphs of sequential tasks on
/// unrelated machines. Draws in this order:
///   shape  an integer for the number of levels, of mean sqrt(tasks)/shape; an integer for the width of each level, of
///          mean shape x sqrt(tasks); an integer for each task that no level has yet, so that they get them by width;
///          for each task, from the first level on, its children among all tasks of later levels; for each task that
///          then has no parent in the level above it, one
///   costs  for each task its mean time, from 0 to 2 mean_time, and a factor for each host, from 1 - heterogeneity/2 to
///          1 + heterogeneity/2; for each edge its time, from 0 to 2 ccr mean_time
std::span<const ParameterSpec> heft_random_parameters();
Workload build_heft_random(const Recipe& recipe, std::string_view definition);

/// Family "cpu-gpu-graph": a graph as the generators of the Standard Task Graph Set draw it (Tobita, Kasahara, J. of
/// Scheduling 5(5) 2002), between an entry and an exit, of tasks on CPUs and GPUs (workloads/families/parts/cpu_gpu.h).
/// From a stream "shape": an integer that chooses from the probabilities or the numbers of parents; with layers an
/// integer for each task, its layer; a real for each pair of tasks, of layers that differ, by child, then by parent. A
/// mean number of parents is the probability that gives as many edges, as the parents of the set's tasks show.
std::span<const ParameterSpec> cpu_gpu_graph_parameters();
Workload build_cpu_gpu_graph(const Recipe& recipe, std::string_view definition);

/// Family "cholesky": the tiled Cholesky factorization on a node of CPUs and GPUs, with published mean times of its
/// four kernels and of the data that a kernel waits for. Nothing is drawn. McSweeney, thesis, Manchester 2021,
/// chapter 2.
std::span<const ParameterSpec> cholesky_parameters();
Workload build_cholesky(const Recipe& recipe, std::string_view definition);

/// Families "in-trees" and "out-trees" (Coleman, Krishnamachari, arXiv 2403.07120, section IV): complete trees of as
/// many levels and children as drawn from lists (stream "shape"), whose edges lead to the root or from it. Weights as
/// in workloads/families/parts/batch.h.
std::span<const ParameterSpec> tree_parameters();
Workload build_in_tree(const Recipe& recipe, std::string_view definition);
Workload build_out_tree(const Recipe& recipe, std::string_view definition);

/// Family "chains" (Coleman, Krishnamachari, arXiv 2403.07120, section IV): chains of one length side by side; their
/// number and length are drawn from lists (stream "shape"). Weights as in workloads/families/parts/batch.h.
std::span<const ParameterSpec> chain_parameters();
Workload build_chains(const Recipe& recipe, std::string_view definition);

/// Family "iot": the four applications of RIoTBench (Shukla, Chaturvedi, Simmhan, arXiv 1701.08530, figure 3) as graphs
/// of sequential tasks, one message through each, as Coleman, Krishnamachari, arXiv 2403.07120 take them. Work by the
/// peak rates of RIoTBench, section 7.3 (`rates`), or normal draws, as that public code had it in 2023 (`normal`).
/// Streams: "message" for the size of the application's messages, "costs" for the tasks in order, then the edges.
std::span<const ParameterSpec> iot_parameters();
std::span<const ClippedDraws> iot_draws();
Workload build_iot(const Recipe& recipe, std::string_view definition);

/// Family "scientific": workflows of the structure of an application of WfInstances whose runtimes and files are
/// log-normal with the means and variations of its traces (applications/recipes.h). Streams: "shape" for the numbers of
/// groups and members, "costs" for the tasks by type, group, member, then the files by row of the table and parent.
std::span<const ParameterSpec> scientific_parameters();
Workload build_scientific(const Recipe& recipe, std::string_view definition);

/// Family "bags-of-tasks": applications of independent tasks that arrive over time, as the experiments of Benoit,
/// Marchal, Pineau, Robert, Vivien, RR 2007-48: sizes and gaps between releases are log-normal. The paper leaves the
/// numbers open; ours: a total lies between its bounds, drawn with their geometric middle as the median and the bounds
/// at two deviations, anew when outside. Three streams, drawn from in the order of the applications:
///   "bytes"  total of each: RandomStream::normal() until it is in [-2, 2]; nothing if the bounds are one value
///   "flop"   the same
///   "gaps"   one normal() per gap z, for e^z
/// A total is split into as many equal tasks as leave each at least min_task_bytes and min_task_flop, at least 1 and at
/// most max_tasks. Releases are places from 0 to 1 for `load` (workloads/model/bag_of_tasks.h).
std::span<const ParameterSpec> random_bags_parameters();
BagBatch build_random_bags(const Recipe& recipe, std::string_view definition);

// Of identical independent tasks with input files at the master nothing is drawn (Senger, Silva, Nascimento, CCGRIDW
// 2006, sections III and IV).

/// Family "shared-files": a number of tasks and a number of files. The tasks are split over the files as evenly as
/// possible, in order; the first files take the rest. More files than tasks: UserError.
std::span<const ParameterSpec> shared_file_tasks_parameters();
SharedFileTasks build_shared_file_tasks(const Recipe& recipe, std::string_view definition);

/// Family "isoefficiency-tasks": as many tasks as an efficiency needs, which depends on platform and strategy. The
/// tasks are therefore open: target_efficiency and sharing are set, file_of_task is empty.
std::span<const ParameterSpec> isoefficiency_tasks_parameters();
SharedFileTasks build_isoefficiency_tasks(const Recipe& recipe, std::string_view definition);

/// The tasks of `open` once their number is known, with the files that its sharing asks for.
SharedFileTasks with_task_count(const SharedFileTasks& open, int tasks);

}  // namespace palio
