#include "workloads/family.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/families/families.h"
#include "workloads/families/parts/batch.h"
#include "workloads/families/parts/uncertain.h"

namespace palio {
namespace {

// Wraps the workload that a family makes.
template <auto build>
AnyWorkload any(const Recipe& recipe, std::string_view definition) {
  static_assert(Workloads::k_has<decltype(build(recipe, definition))>);
  return build(recipe, definition);
}

// A family's parameters and those of uncertainty, before those that the study gives.
std::span<const ParameterSpec> with_uncertainty(std::span<const ParameterSpec> own) {
  static std::deque<std::vector<ParameterSpec>> all;
  std::vector<ParameterSpec>& both = all.emplace_back(own.begin(), own.end());
  const auto given = std::ranges::find(both, k_sample.name, &ParameterSpec::name);
  both.insert(both.insert(given, k_optimum), k_uncertain_parameters.begin(), k_uncertain_parameters.end());
  return both;
}

// Sets the uncertainty of a workload of this type, if it is one.
template <class OfKind>
bool make_uncertain(AnyWorkload& made, const Uncertainty& uncertainty) {
  if (as_if<OfKind>(made) == nullptr) return false;
  auto workload = as<OfKind>(std::move(made));
  workload.uncertainty = uncertainty;
  made = std::move(workload);
  return true;
}

// The same for a family whose optima may be found.
template <auto build>
AnyWorkload with_optimum(const Recipe& recipe, std::string_view definition) {
  if (!recipe.parameters.contains(k_optimum.name)) return build(recipe, definition);
  Recipe without = recipe;
  without.parameters.erase(without.parameters.find(k_optimum.name));
  AnyWorkload made = build(without, definition);
  if (as_if<Workload>(made) == nullptr)
    throw UserError("{} have no {}: it is for task graphs", made.called(), k_optimum.name);
  auto workload = as<Workload>(std::move(made));
  workload.reference_source = ReferenceSource::exact;
  return workload;
}

// The same for a family whose workloads may be uncertain.
template <auto build>
AnyWorkload uncertain(const Recipe& recipe, std::string_view definition) {
  if (!is_uncertain(recipe)) return with_optimum<build>(recipe, definition);
  const Uncertainty uncertainty = uncertainty_of(recipe, workload_family(recipe.name).parameters);
  AnyWorkload made = with_optimum<build>(certain_part(recipe), definition);
  if (make_uncertain<Workload>(made, uncertainty)) return made;
  if (!uncertainty.data.is_certain())
    throw UserError("{} have no {}: it is for task graphs", made.called(), k_data_deviation.name);
  if (!make_uncertain<BagBatch>(made, uncertainty) && !make_uncertain<SharedFileTasks>(made, uncertainty))
    throw InternalError(fmt::format("{} cannot be uncertain", made.called()));
  return made;
}

}  // namespace

std::span<const WorkloadFamily> workload_families() {
  static const auto families = std::to_array<WorkloadFamily>({
      {"random-ptg", "layered random parallel task graphs", "N'Takpe, Suter, Casanova, ISPDC 2007, section 5.1",
       with_uncertainty(random_ptg_parameters()), uncertain<build_random_ptg>},
      {"daggen", "a layered random graph of moldable tasks under a speed-up law",
       "Perotin, Sun et al., \"The Fair algorithm\", preprint rs-8251720, 2025; Suter, Hunold: daggen",
       with_uncertainty(daggen_parameters()), uncertain<build_daggen>},
      {"random-batch", "a batch of layered random graphs of mixed types", "N'Takpe, Suter, INRIA RR-6774, section 2",
       with_uncertainty(random_batch_parameters()), uncertain<build_random_batch>},
      {"fft-batch", "a batch of fast Fourier transforms", "N'Takpe, Suter, INRIA RR-6774, section 2",
       with_uncertainty(fft_batch_parameters()), uncertain<build_fft_batch>},
      {"strassen-batch", "a batch of Strassen's matrix products", "N'Takpe, Suter, INRIA RR-6774, section 2",
       with_uncertainty(strassen_batch_parameters()), uncertain<build_strassen_batch>},
      {"in-trees", "sequential tasks in a tree that leads to its root",
       "Coleman, Krishnamachari, arXiv 2403.07120, section IV", with_uncertainty(tree_parameters()),
       uncertain<build_in_tree>, KeptOfFile::content, k_weighted_graph_draws},
      {"out-trees", "sequential tasks in a tree that starts from its root",
       "Coleman, Krishnamachari, arXiv 2403.07120, section IV", with_uncertainty(tree_parameters()),
       uncertain<build_out_tree>, KeptOfFile::content, k_weighted_graph_draws},
      {"chains", "sequential tasks in chains side by side", "Coleman, Krishnamachari, arXiv 2403.07120, section IV",
       with_uncertainty(chain_parameters()), uncertain<build_chains>, KeptOfFile::content, k_weighted_graph_draws},
      {"constructed", "graphs with a known optimum: a full schedule, cut into tasks",
       "RGPOS of Kwok, Ahmad, JPDC 59(3) 1999, section 5.3, generalised", with_uncertainty(constructed_parameters()),
       uncertain<build_constructed>},
      {"heft-random", "random graphs of sequential tasks on unrelated machines",
       "Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 5.1", with_uncertainty(heft_random_parameters()),
       uncertain<build_heft_random>},
      {"cpu-gpu-graph", "a standard task graph as its generators draw it, of tasks on CPUs and GPUs",
       "McSweeney, thesis, Manchester 2021, chapter 2; Tobita, Kasahara, J. of Scheduling 5(5) 2002",
       with_uncertainty(cpu_gpu_graph_parameters()), uncertain<build_cpu_gpu_graph>},
      {"cholesky", "the tiled Cholesky factorization on CPUs and GPUs, with published times",
       "McSweeney, thesis, Manchester 2021, chapter 2", with_uncertainty(cholesky_parameters()),
       uncertain<build_cholesky>},
      {"iot", "an IoT application, tasks of one message each",
       "Shukla, Chaturvedi, Simmhan, arXiv 1701.08530, figure 3", with_uncertainty(iot_parameters()),
       uncertain<build_iot>, KeptOfFile::content, iot_draws()},
      {"scientific", "a scientific workflow, drawn after execution traces",
       "WfCommons: Coleman et al., FGCS 128, 2022; WfInstances", with_uncertainty(scientific_parameters()),
       uncertain<build_scientific>},
      {"shared-files", "identical tasks whose input files the master holds",
       "Senger, Silva, Nascimento, CCGRIDW 2006, section III", with_uncertainty(shared_file_tasks_parameters()),
       uncertain<build_shared_file_tasks>},
      {"isoefficiency-tasks", "as many such tasks as an efficiency needs on the platform with the strategy",
       "Senger, Silva, Nascimento, CCGRIDW 2006, section IV", isoefficiency_tasks_parameters(),
       any<build_isoefficiency_tasks>},
      {"bags-of-tasks", "applications of independent tasks that arrive over time",
       "Benoit, Marchal, Pineau, Robert, Vivien, RR 2007-48, experiments", with_uncertainty(random_bags_parameters()),
       uncertain<build_random_bags>},
      {k_file_family, "task graphs, or bags of tasks, from a JSON file", "docs/file-formats.md, palio-workload",
       with_uncertainty(k_file_parameters), uncertain<build_file_workload>},
      {k_duel_family, "task graphs that a search for bad instances found, with their lineage", "docs/duel.md",
       with_uncertainty(duel_workload_parameters()), uncertain<build_file_workload>},
      {"workflow", "task graphs from a file of any known format", "docs/workflows.md",
       with_uncertainty(workflow_parameters()), uncertain<build_workflow>, KeptOfFile::workflow},
      {"cpu-gpu-workflow", "the graph of a file of any known format, its tasks with drawn times on CPUs and GPUs",
       "McSweeney, thesis, Manchester 2021, chapter 2", with_uncertainty(cpu_gpu_workflow_parameters()),
       uncertain<build_cpu_gpu_workflow>, KeptOfFile::workflow},
  });
  return families;
}

const WorkloadFamily& workload_family(std::string_view name) {
  return find_row(workload_families(), "workload family", name);
}

}  // namespace palio
