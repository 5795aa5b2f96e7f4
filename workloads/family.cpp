#include "workloads/family.h"

#include <array>

#include "core/identity/canonical.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/families/families.h"
#include "workloads/families/parts/batch.h"

namespace palio {
namespace {

// Wraps the workload that a family makes.
template <auto build>
AnyWorkload any(const Recipe& recipe, std::string_view definition) {
  static_assert(Workloads::k_has<decltype(build(recipe, definition))>);
  return build(recipe, definition);
}

}  // namespace

std::span<const WorkloadFamily> workload_families() {
  static const auto families = std::to_array<WorkloadFamily>({
      {"random-ptg", "layered random parallel task graphs", "N'Takpe, Suter, Casanova, ISPDC 2007, section 5.1",
       random_ptg_parameters(), any<build_random_ptg>},
      {"daggen", "a layered random graph of moldable tasks under a speed-up law",
       "Perotin, Sun et al., \"The Fair algorithm\", preprint rs-8251720, 2025; Suter, Hunold: daggen",
       daggen_parameters(), any<build_daggen>},
      {"random-batch", "a batch of layered random graphs of mixed types", "N'Takpe, Suter, INRIA RR-6774, section 2",
       random_batch_parameters(), any<build_random_batch>},
      {"fft-batch", "a batch of fast Fourier transforms", "N'Takpe, Suter, INRIA RR-6774, section 2",
       fft_batch_parameters(), any<build_fft_batch>},
      {"strassen-batch", "a batch of Strassen's matrix products", "N'Takpe, Suter, INRIA RR-6774, section 2",
       strassen_batch_parameters(), any<build_strassen_batch>},
      {"in-trees", "sequential tasks in a tree that leads to its root",
       "Coleman, Krishnamachari, arXiv 2403.07120, section IV", tree_parameters(), any<build_in_tree>,
       KeptOfFile::content, k_weighted_graph_draws},
      {"out-trees", "sequential tasks in a tree that starts from its root",
       "Coleman, Krishnamachari, arXiv 2403.07120, section IV", tree_parameters(), any<build_out_tree>,
       KeptOfFile::content, k_weighted_graph_draws},
      {"chains", "sequential tasks in chains side by side", "Coleman, Krishnamachari, arXiv 2403.07120, section IV",
       chain_parameters(), any<build_chains>, KeptOfFile::content, k_weighted_graph_draws},
      {"heft-random", "random graphs of sequential tasks on unrelated machines",
       "Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 5.1", heft_random_parameters(), any<build_heft_random>},
      {"iot", "an IoT application, tasks of one message each",
       "Shukla, Chaturvedi, Simmhan, arXiv 1701.08530, figure 3", iot_parameters(), any<build_iot>, KeptOfFile::content,
       iot_draws()},
      {"scientific", "a scientific workflow, drawn after execution traces",
       "WfCommons: Coleman et al., FGCS 128, 2022; WfInstances", scientific_parameters(), any<build_scientific>},
      {"shared-files", "identical tasks whose input files the master holds",
       "Senger, Silva, Nascimento, CCGRIDW 2006, section III", shared_file_tasks_parameters(),
       any<build_shared_file_tasks>},
      {"isoefficiency-tasks", "as many such tasks as an efficiency needs on the platform with the strategy",
       "Senger, Silva, Nascimento, CCGRIDW 2006, section IV", isoefficiency_tasks_parameters(),
       any<build_isoefficiency_tasks>},
      {"bags-of-tasks", "applications of independent tasks that arrive over time",
       "Benoit, Marchal, Pineau, Robert, Vivien, RR 2007-48, experiments", random_bags_parameters(),
       any<build_random_bags>},
      {k_file_family, "task graphs, or bags of tasks, from a JSON file", "docs/file-formats.md, palio-workload",
       k_file_parameters, build_file_workload},
      {k_duel_family, "task graphs that a search for bad instances found, with their lineage", "docs/duel.md",
       duel_workload_parameters(), build_file_workload},
      {"workflow", "task graphs from a file of any known format", "docs/workflows.md", workflow_parameters(),
       any<build_workflow>, KeptOfFile::workflow},
  });
  return families;
}

const WorkloadFamily& workload_family(std::string_view name) {
  return find_row(workload_families(), "workload family", name);
}

}  // namespace palio
