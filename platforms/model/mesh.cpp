#include "platforms/model/mesh.h"

#include <algorithm>

#include "core/error.h"

namespace palio {

bool has_contention(const Platform& mesh) {
  return mesh.interconnect == Interconnect::mesh && mesh.clusters.front().processor_link.bandwidth > 0;
}

void add_contention(Platform& mesh) {
  const auto hosts = static_cast<int>(mesh.clusters.size());
  if (hosts > k_most_contending_hosts)
    throw UserError("a mesh with contention has at most {} hosts, this one has {}: use contention off",
                    k_most_contending_hosts, hosts);
  for (int host = 0; host < hosts; ++host) {
    double& fastest = mesh.clusters[host].processor_link.bandwidth;
    fastest = 1;  // of a host alone, which has no messages
    for (int other = 0; other < hosts; ++other)
      if (other != host)
        fastest = std::max({fastest, pair_link(mesh, host, other).bandwidth, pair_link(mesh, other, host).bandwidth});
  }
}

}  // namespace palio
