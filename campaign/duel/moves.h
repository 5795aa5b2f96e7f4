#pragma once

#include <string_view>
#include <vector>

#include "core/identity/random_stream.h"
#include "platforms/model/platform.h"
#include "workloads/model/workload.h"

namespace palio {

/// A graph on a platform, in parts that can be changed.
struct DuelInstance {
  Platform platform;
  std::vector<Task> tasks;
  std::vector<Edge> edges;
};

/// Throws UserError for several applications and for one that is released later than at 0 s.
DuelInstance duel_instance(Platform platform, const Workload& workload);

/// Its only application has no name. Throws UserError as TaskGraph does.
Workload workload_of(const DuelInstance& instance);

/// Both in Palio's JSON, which reads back as the same bits (docs/file-formats.md).
std::string platform_text(const DuelInstance& instance);
std::string workload_text(const DuelInstance& instance);

/// What a weight may be; a move changes it by at most a tenth of `most`.
struct WeightRange {
  double least = 0, most = 0;
};

/// Whether the two links of a pair of a mesh are one, which a move changes in both directions.
enum class PairLinks { one, two };

/// What moves may make of an instance. Latencies stay as they are.
struct DuelSpace {
  WeightRange work;       // flop of tasks; s where they have times
  WeightRange data;       // byte of edges
  WeightRange speed;      // flop/s of hosts or clusters
  WeightRange bandwidth;  // byte/s of links
  PairLinks pair_links = PairLinks::one;
};

/// From a tenth of the largest weight of its kind, or from the least if that is less, to the largest.
DuelSpace space_around(const DuelInstance& instance);

/// How an instance was made from another one; `start` was not. The words are those of the database.
enum class Move { start, delete_edge, add_edge, edge, task, link, host };
std::string_view to_text(Move move);

/// Changes an instance by one move: removes an edge, adds one that closes no cycle, or changes the data of an edge, the
/// work of a task, the bandwidth of a link or the speed of a host or a cluster. All those that the instance allows are
/// equally likely: if tasks have times, these change instead of speeds, and a platform of SimGrid's XML does not
/// change. (Coleman, Krishnamachari, arXiv 2403.07120, section VI.)
Move change(DuelInstance& instance, const DuelSpace& space, RandomStream& draws);

/// A chain of 3 to 5 tasks on a mesh of 3 to 5 hosts, all weights uniform in [0.1, 1) of Gflop, GB, Gflop/s and GB/s:
/// the start of the same paper, and the space that it searches.
DuelInstance chain_start(RandomStream& draws);
DuelSpace chain_space();

}  // namespace palio
