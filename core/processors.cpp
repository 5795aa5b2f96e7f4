#include "core/processors.h"

#include <sched.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <fstream>
#include <string>

namespace palio {
namespace {

// Of "150000" and "100000", microseconds per period, 1.5; "max", -1 and what is not there are no quota.
double quota(std::istream& microseconds, std::istream& period) {
  double time = 0, of = 0;
  return microseconds >> time && period >> of && time > 0 && of > 0 ? time / of : HUGE_VAL;
}

double quota_of(const std::filesystem::path& group) {
  std::ifstream both(group / "cpu.max"), time(group / "cpu.cfs_quota_us"), period(group / "cpu.cfs_period_us");
  return std::min(quota(both, both), quota(time, period));
}

}  // namespace

std::optional<int> quota_processors(const std::filesystem::path& root) {
  double least = HUGE_VAL;
  std::ifstream lines(root / "proc/self/cgroup");
  const auto read = [&](std::string& field, char end) { return bool(std::getline(lines, field, end)); };
  // Of v2 "0::/job", of v1 "4:cpu,cpuacct:/job".
  for (std::string number, kinds, job; read(number, ':') && read(kinds, ':') && read(job, '\n');) {
    if (!kinds.empty() && (',' + kinds + ',').find(",cpu,") == std::string::npos) continue;
    // The quotas of all parent groups count as well.
    for (auto group = std::filesystem::path(job).relative_path();; group = group.parent_path()) {
      least = std::min(least, quota_of(root / "sys/fs/cgroup" / kinds / group));
      if (group.empty()) break;
    }
  }
  return least < INT_MAX ? std::optional(static_cast<int>(std::ceil(least))) : std::nullopt;
}

int cores(const std::filesystem::path& root) {
  std::array<cpu_set_t, 64> allowed{};  // a machine may have more processors than one holds
  if (sched_getaffinity(0, sizeof allowed, allowed.data()) != 0) return 1;
  const int affine = CPU_COUNT_S(sizeof allowed, allowed.data());
  return std::max(1, std::min(affine, quota_processors(root).value_or(affine)));
}

}  // namespace palio
