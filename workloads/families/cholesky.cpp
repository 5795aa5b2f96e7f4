#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/identity/canonical.h"
#include "workloads/families/families.h"
#include "workloads/families/parts/cpu_gpu.h"

namespace palio {
namespace {

enum class Kernel { potrf, trsm, syrk, gemm };

// Means of 1,000 runs, s.
struct KernelTimes {
  double cpu = 0;
  double gpu = 0;
  double data = 0;  // to send its input to another host
};

struct TileTimes {
  std::string_view tile_size;
  std::array<KernelTimes, 4> kernels;  // by Kernel
};

// Of a Skylake core and a V100, double precision: the means of the CSV files in chapter2/chol_graphs/timings of
// https://github.com/mcsweeney90/thesis-code, without the first run of each size.
constexpr auto k_times = std::to_array<TileTimes>({
    {"128",
     {{{141.074e-6, 84.810752e-6, 268.746248e-6},
       {75.197e-6, 44.116992e-6, 110.803008e-6},
       {72.175e-6, 31.858688e-6, 130.780312e-6},
       {89.854e-6, 11.317248e-6, 139.892752e-6}}}},
    {"1024",
     {{{16219.485e-6, 1184.62588e-6, 3233.71612e-6},
       {22206.134e-6, 916.616096e-6, 3068.835904e-6},
       {23363.235e-6, 419.018816e-6, 3034.252184e-6},
       {41369.023e-6, 446.381024e-6, 3043.597976e-6}}}},
});

constexpr auto k_tile_sizes = std::to_array<std::string_view>({k_times[0].tile_size, k_times[1].tile_size});

constexpr auto k_cholesky_parameters = std::to_array<ParameterSpec>({
    {"tiles", ParameterType::integer, "", "rows of tiles of the matrix, n (n + 1) (n + 2) / 6 tasks", 1, 100, ""},
    text_parameter("tile_size", "rows of a tile, which has published times", k_times[1].tile_size, k_tile_sizes),
    k_node_cpus,
    k_node_gpus,
    k_node_bandwidth,
});

// The factorization by tiles, looking to the right: a tile knows the last task that changed it.
class Cholesky {
public:
  Cholesky(const Parameters& given, int tiles)
      : times_(std::ranges::find(k_times, text_of(given, "tile_size"), &TileTimes::tile_size)->kernels),
        bandwidth_(real_of(given, k_node_bandwidth.name)),
        cpus_(static_cast<std::size_t>(integer_of(given, k_node_cpus.name))),
        gpus_(static_cast<std::size_t>(integer_of(given, k_node_gpus.name))),
        tiles_(tiles),
        changed_by_(static_cast<std::size_t>(tiles) * static_cast<std::size_t>(tiles), k_none) {}

  Workload build() && {
    for (int k = 0; k < tiles_; ++k) {
      add(Kernel::potrf, tile(k, k), {});
      for (int i = k + 1; i < tiles_; ++i) add(Kernel::trsm, tile(i, k), {tile(k, k)});
      for (int i = k + 1; i < tiles_; ++i) {
        add(Kernel::syrk, tile(i, i), {tile(i, k)});
        for (int j = k + 1; j < i; ++j) add(Kernel::gemm, tile(i, j), {tile(i, k), tile(j, k)});
      }
    }
    return one_graph(std::move(tasks_), std::move(edges_));
  }

private:
  static constexpr int k_none = -1;

  std::size_t tile(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(tiles_) + static_cast<std::size_t>(column);
  }

  void add(Kernel kernel, std::size_t changed, const std::vector<std::size_t>& read) {
    const KernelTimes& times = times_[static_cast<std::size_t>(kernel)];
    const auto task = static_cast<int>(tasks_.size());
    std::vector<double>& on_hosts = tasks_.emplace_back(Task{0, 1, ""}).times;
    on_hosts.assign(cpus_, times.cpu);
    on_hosts.insert(on_hosts.end(), gpus_, times.gpu);
    const auto depend_on = [&](int parent) {
      if (parent != k_none) edges_.push_back({parent, task, times.data * bandwidth_});
    };
    for (const std::size_t one : read) depend_on(changed_by_[one]);
    depend_on(changed_by_[changed]);
    changed_by_[changed] = task;
  }

  const std::array<KernelTimes, 4>& times_;
  double bandwidth_;  // byte/s
  std::size_t cpus_, gpus_;
  int tiles_;
  std::vector<int> changed_by_;  // by tile
  std::vector<Task> tasks_;
  std::vector<Edge> edges_;
};

}  // namespace

std::span<const ParameterSpec> cholesky_parameters() { return k_cholesky_parameters; }

Workload build_cholesky(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const std::int64_t tiles = integer_of(given, "tiles");
  check_node_times(static_cast<std::size_t>(tiles * (tiles + 1) * (tiles + 2) / 6),
                   static_cast<std::size_t>(integer_of(given, k_node_cpus.name) + integer_of(given, k_node_gpus.name)));
  return Cholesky(given, static_cast<int>(tiles)).build();
}

}  // namespace palio
