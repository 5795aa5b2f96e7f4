#include "platforms/family.h"

#include <array>

#include "core/identity/canonical.h"
#include "platforms/explicit/platform_json.h"
#include "platforms/families/families.h"

namespace palio {
namespace {

constexpr std::array<ParameterSpec, 3> k_simgrid_parameters{
    path_parameter("the XML file, a folder of files or a pattern"), k_used_hosts, k_file_digest};

constexpr std::array<ParameterSpec, 2> k_saga_parameters{
    path_parameter("SAGA's JSON file, a folder of files or a pattern"), k_file_digest};

constexpr auto k_normal_mesh_draws =
    std::to_array<ClippedDraws>({{"mean_speed", k_relative_weight}, {"mean_bandwidth", k_relative_weight}});

// Wraps the platform that a family makes.
template <auto build>
AnyPlatform any(const Recipe& recipe, std::string_view definition) {
  return build(recipe, definition);
}

}  // namespace

std::span<const PlatformFamily> platform_families() {
  static const auto families = std::to_array<PlatformFamily>({
      {"random-multi-cluster", "random heterogeneous clusters behind a backbone",
       "N'Takpe, Suter, Casanova, ISPDC 2007, section 5.1", random_multi_cluster_parameters(),
       any<build_random_multi_cluster>},
      {"one-cluster", "one homogeneous cluster", "the smallest platform for parallel tasks", one_cluster_parameters(),
       any<build_one_cluster>},
      {"listed-clusters", "clusters of given sizes and speeds behind a backbone", "a machine room, written down",
       listed_clusters_parameters(), any<build_listed_clusters>},
      {"grid5000-site", "the clusters of a Grid'5000 site", "N'Takpe, Suter, INRIA RR-6774, table 1",
       grid5000_site_parameters(), any<build_grid5000_site>},
      {"grid5000-cluster", "a single cluster of Grid'5000",
       "N'Takpe, Suter, INRIA RR-6774, table 1; gdx: Casanova, Desprez, Suter, Aussois 2010",
       grid5000_cluster_parameters(), any<build_grid5000_cluster>},
      {"mesh", "hosts of individual speeds, a link for each pair",
       "the model of Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 2", random_mesh_parameters(),
       any<build_random_mesh>},
      {"cpu-gpu", "a node of CPUs that share memory, and GPUs", "McSweeney, thesis, Manchester 2021, chapter 2",
       cpu_gpu_parameters(), any<build_cpu_gpu>},
      {"normal-mesh", "a mesh of few hosts whose speeds and bandwidths are normal draws",
       "Coleman, Krishnamachari, arXiv 2403.07120, section IV", normal_mesh_parameters(), any<build_normal_mesh>,
       KeptOfFile::content, k_normal_mesh_draws},
      {"iot-network", "edge, fog and cloud hosts, links by tiers",
       "Coleman, Krishnamachari, arXiv 2403.07120, public code", iot_network_parameters(), any<build_iot_network>},
      {"star", "a one-port master and identical workers", "Senger, Silva, Nascimento, CCGRIDW 2006, section III",
       homogeneous_star_parameters(), any<build_homogeneous_star>},
      {"random-star", "a master and heterogeneous workers, each behind a link of its own",
       "Benoit, Marchal, Pineau, Robert, Vivien, RR 2007-48, experiments", random_star_parameters(),
       any<build_random_star>},
      {k_file_family, "clusters, a mesh of hosts, or a star of workers, from a JSON file",
       "docs/file-formats.md, palio-platform", k_file_parameters, build_file_platform},
      {"simgrid", "what SimGrid reads from its own XML, simulated by SimGrid", "docs/file-formats.md, SimGrid's XML",
       k_simgrid_parameters, build_simgrid_platform, KeptOfFile::platform},
      {"saga", "the network of an instance of SAGA, a mesh", "https://github.com/ANRGUSC/saga", k_saga_parameters,
       build_file_platform, KeptOfFile::network},
  });
  return families;
}

const PlatformFamily& platform_family(std::string_view name) {
  return find_row(platform_families(), "platform family", name);
}

}  // namespace palio
