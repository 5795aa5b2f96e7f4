#include "strategies/ptg/constrained/packing.h"

#include "workloads/model/speedup.h"

namespace palio {
namespace {

// The largest m < n such that m processors are free before the date; 0: none.
int free_before(const ListMapping& mapping, int cluster, int n, double date) {
  int some = 0;
  int too_many = n;
  while (too_many - some > 1) {
    const int m = (some + too_many) / 2;
    (mapping.free_date(cluster, m) < date ? some : too_many) = m;
  }
  return some;
}

}  // namespace

// From more to fewer processors data arrives later and tasks take longer: most of the numbers need no look.
Candidate packed(const ListMapping& mapping, int task, const Candidate& full, const ListMapping::DataReady& ready) {
  if (full.start <= full.ready) return full;  // delayed by its data, not for want of processors
  const double speed = mapping.platform().clusters[static_cast<std::size_t>(full.cluster)].speed;
  Candidate best = full;
  for (int m = free_before(mapping, full.cluster, full.n, full.start); m >= 1; --m) {
    if (full.ready + execution_time(mapping.graph().task(task), m, speed) > best.finish) break;
    const Candidate smaller = mapping.candidate(task, full.cluster, m, ready);
    if (smaller.start >= full.start) break;  // its data arrives too late
    if (smaller.finish < best.finish || (best.n == full.n && smaller.finish <= full.finish)) best = smaller;
  }
  return best;
}

}  // namespace palio
