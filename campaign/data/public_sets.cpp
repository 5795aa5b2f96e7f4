#include "campaign/data/public_sets.h"

#include <array>

#include "campaign/data/git_tree.h"
#include "core/error.h"
#include "core/identity/registry.h"

namespace palio {
namespace {

constexpr PublicSet hcsp(std::string_view name, std::string_view folder, std::string_view tree, int files,
                         std::string_view holds) {
  return {.name = name,
          .holds = holds,
          .source = "Braun et al., JPDC 61(6) 2001; Gogos, Valouxis, Alefragis, FGCS 2016",
          .repository = "https://github.com/chgogos/hcsp",
          .folder = folder,
          .commit = "6bcdd85199b65fbeb591a4a795214ec026c4acc4",
          .tree = tree,
          .files = files,
          .licence = "Apache-2.0",
          .use = "palio convert INSTANCE OUT.json --solution FILE.sol; or family workflow"};
}

}  // namespace

std::span<const PublicSet> public_sets() {
  static constexpr auto sets = std::to_array<PublicSet>({
      hcsp("hcsp-512x16", "512x16", "2ff305c976bc989f2b93d070468da635378956c6", 36,
           "12 instances of independent tasks on unrelated machines, 24 solutions"),
      hcsp("hcsp-1024x32", "1024x32", "bde1fdb5e255c3b037f062f271b59d763b0e641a", 48, "24 instances, 24 solutions"),
      hcsp("hcsp-2048x64", "2048x64", "9e72f2339cf3d6147d978c99f7e9e7d65582e123", 48, "24 instances, 24 solutions"),
      hcsp("hcsp-4096x128", "4096x128", "336a747fe871cf3b82f4ae172df7c545e28b2726", 48, "24 instances, 24 solutions"),
      hcsp("hcsp-8192x256", "8192x256", "4b5a810cc21f07e40e6dde28055e90ee08f5ed1a", 48, "24 instances, 24 solutions"),
      {.name = "stg",
       .holds = "360 standard task graphs of 100 and 1,000 tasks",
       .source = "Tobita, Kasahara, J. of Scheduling 5(5) 2002; McSweeney, thesis, 2021",
       .repository = "https://github.com/mcsweeney90/critical-path-estimation",
       .folder = "graphs/STG/original",
       .commit = "ffac371d9ed2ae34212a88ad8ecf543ead49420e",
       .tree = "a02ef3d78bc96b188f2f9a815d5944549c9f2799",
       .files = 360,
       .licence = "GPL-3.0",
       .use = "family cpu-gpu-workflow, or workflow; the family cpu-gpu-graph draws such graphs"},
      {.name = "optimal-schedules",
       .holds = "527 graphs of 10 to 30 tasks with optimal schedules on 2 to 16 processors",
       .source = "O. Sinnen's group, University of Auckland; course SOFTENG 306, 2018",
       .repository = "https://github.com/SamuelZheng11/Optimal-Task-Scheduling",
       .folder = "Input/example-input-graphs/DOT",
       .commit = "ab44bf41349154ba3f8ad2e2dfd3b0d466c583b9",
       .tree = "8ceef54a71a6a0383dc3e8dc8320f1a0d719399d",
       .files = 527,
       .licence = "none given",
       .use = "family workflow with work_attribute and data_attribute Weight: docs/exam.md"},
      {.name = "dagbench",
       .holds = "84 graphs of 22 domains with networks, in SAGA's JSON",
       .source = "ANRGUSC/dag-bench, February 2026",
       .repository = "https://github.com/ANRGUSC/dag-bench",
       .folder = "workflows",
       .commit = "e69984fcf48f3c66bd9571a9d50591b61de42722",
       .tree = "08fb5523ab5166bd2e610848060c04d0e69483e7",
       .files = 253,
       .licence = "Apache-2.0",
       .use = "platform family saga with family workflow: docs/workflows.md"},
      {.name = "wfinstances",
       .holds = "traces of scientific workflows in WfCommons JSON",
       .source = "Coleman et al., FGCS 128, 2022",
       .repository = "https://github.com/wfcommons/WfInstances",
       .folder = "",
       .commit = "f085867f2f9d0b266835295605a6db2c434fe69b",
       .tree = "8ffd794f024bc208824adcaae0d772a08c8228b6",
       .files = 209,
       .licence = "LGPL-3.0",
       .use = "family workflow"},
      {.name = "daggen",
       .holds = "the generator of random task graphs, which writes DOT",
       .source = "F. Suter, 2013",
       .repository = "https://github.com/frs69wq/daggen",
       .folder = "",
       .commit = "b981d0e368216a5290b45d9baafbc6b4f721c794",
       .tree = "ef185afd10aa0321ca96235c3299472c90894fc9",
       .files = 7,
       .licence = "LGPL-2.1",
       .use = "family workflow; the family daggen draws such graphs"},
      {.name = "moldable",
       .holds = "raw results of on-line schedulers of moldable tasks",
       .source = "Perotin, Sun, ICPP 2022; Benoit et al., TOPC 2024, arXiv 2304.14127",
       .repository = "https://github.com/lucasperotin/moldableScheduling",
       .folder = "Results",
       .commit = "672520febd69c660da976e8895c71e4b6a1b9b55",
       .tree = "1c79136b97ca0b625ea934c28267ca75358809e4",
       .files = 210,
       .licence = "none given",
       .use = "none yet"},
  });
  return sets;
}

const PublicSet& public_set(std::string_view name) { return find_row(public_sets(), "set", name); }

void check_set(const PublicSet& set, const std::filesystem::path& folder) {
  const GitTree found = git_tree(folder);
  if (found.id == set.tree) return;
  throw UserError(
      "{} is not the set {}: it has {} files and the digest {}, the set has {} files and the digest {}; "
      "take the folder {} of {} at commit {}, without other files",
      folder.string(), set.name, found.files, found.id, set.files, set.tree, set.folder.empty() ? "/" : set.folder,
      set.repository, set.commit);
}

}  // namespace palio
