#include "workloads/families/families.h"

#include <array>
#include <vector>

#include "core/identity/parameters.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"
#include "workloads/families/parts/batch.h"

namespace palio {
namespace {

constexpr auto k_applications = std::to_array<std::string_view>({"etl", "predict", "stats", "train"});
constexpr auto k_iot_costs = std::to_array<std::string_view>({"rates", "normal"});

constexpr ClippedNormal k_normal_time{30, 40.0 / 3, 10, 50};  // s
constexpr ClippedNormal k_message{1, 1.0 / 3, 0.5, 1.5};
constexpr auto k_iot_draws = std::to_array<ClippedDraws>({{"costs", k_normal_time}, {"message_bytes", k_message}});

constexpr auto k_iot_parameters = std::to_array<ParameterSpec>({
    text_parameter("application", "extract, transform, load; predict; summarise; train a model", "", k_applications),
    text_parameter("costs", "time of a task by its peak rate (rates), or a normal draw, in s (normal)", k_iot_costs[0],
                   k_iot_costs),
    scale_parameter("reference_speed", "flop/s", "host speed for which the tasks' times hold, as that of edge hosts", 1,
                    1e18, "1e9"),
    scale_parameter("message_bytes", "byte", "mean size of a message", 1e-3, 1e18, "1e6"),
    scale_parameter("noise", "", "coefficient of variation of data and of rates, log-normal", 0, 10, "0.3"),
    k_data_factor,
    k_sample,
    k_seed,
});

// Messages a second on one core. RIoTBench measured 68,000, 70, 50, 25 and the scan of a table, one a minute. It says
// "most tasks 3,000" or more and that tasks with input or output are slower; their numbers are those of the public
// code.
constexpr double k_quick = 68000, k_residual = 10000, k_usual = 3000, k_broker = 1000, k_storage = 100;
constexpr double k_train_regression = 70, k_train_tree = 50, k_plot = 25, k_scan = 1.0 / 60;
constexpr double k_stub = 1e9;      // sources and sinks
constexpr double k_virtual = 1e12;  // joins two sources

struct Flow {
  int from, to;
  double messages;  // that the edge carries
};

constexpr double k_window = 10, k_rows = 1000;  // messages of a window; rows of a table that a model is trained on
constexpr double k_nothing = 1e-12;             // of a virtual source

struct Dataflow {
  std::vector<double> rates;  // by task, 1/s
  std::vector<Flow> flows;
};

// clang-format off
// 0 source, 1 parse, 2 range filter, 3 Bloom filter, 4 interpolation, 5 join, 6 annotate, 7 to SenML, 8 insert, 9
// publish, 10 sink.
Dataflow etl() {
  return {{k_stub, k_usual, k_quick, k_quick, k_usual, k_quick, k_quick, k_usual, k_storage, k_broker, k_stub},
          {{0, 1, 1}, {1, 2, k_window}, {2, 3, k_window}, {3, 4, k_window}, {4, 5, k_window}, {5, 6, 1}, {6, 7, 1},
           {6, 8, k_window}, {7, 9, 1}, {8, 10, 1}, {9, 10, 1}}};
}

// 0 virtual source, 1 source, 2 subscription, 3 read model, 4 parse, 5 decision tree, 6 regression, 7 average, 8 error,
// 9 publish, 10 sink.
Dataflow predict() {
  return {{k_virtual, k_stub, k_broker, k_storage, k_usual, k_usual, k_usual, k_usual, k_residual, k_broker, k_stub},
          {{0, 1, k_nothing}, {0, 2, k_nothing}, {1, 4, 1}, {2, 3, 1}, {3, 5, 1}, {3, 6, 1}, {4, 5, 1}, {4, 6, 1},
           {4, 7, k_window}, {5, 9, 1}, {6, 8, 1}, {7, 8, 1}, {8, 9, 1}, {9, 10, 1}}};
}

// 0 source, 1 parse, 2 average, 3 Kalman filter, 4 distinct count, 5 sliding regression, 6 plot, 7 upload, 8 sink.
Dataflow stats() {
  return {{k_stub, k_usual, k_usual, k_quick, k_quick, k_usual, k_plot, k_storage, k_stub},
          {{0, 1, 1}, {1, 2, k_window}, {1, 3, 1}, {1, 4, 1}, {2, 6, 1}, {3, 5, 1}, {4, 6, 1}, {5, 6, 1},
           {6, 7, k_window}, {7, 8, 1}}};
}

// 0 timer, 1 read table, 2 annotate, 3 train regression, 4 train tree, 5 write models, 6 publish, 7 sink.
Dataflow train() {
  return {{k_stub, k_scan, k_quick, k_train_regression, k_train_tree, k_storage, k_broker, k_stub},
          {{0, 1, 1}, {1, 2, k_rows}, {1, 3, k_rows}, {2, 4, k_rows}, {3, 5, 1}, {4, 5, 1}, {5, 6, 1}, {6, 7, 1}}};
}
// clang-format on

Dataflow dataflow_of(std::string_view name) {
  if (name == "etl") return etl();
  if (name == "predict") return predict();
  return name == "stats" ? stats() : train();
}

// s, on the reference host.
double draw_time(double rate, const Parameters& given, RandomStream& costs) {
  if (rate == k_virtual || text_of(given, "costs") == k_iot_costs[0])
    return log_normal(1 / rate, real_of(given, "noise"), costs);
  return k_normal_time.draw(costs);
}

}  // namespace

std::span<const ParameterSpec> iot_parameters() { return k_iot_parameters; }
std::span<const ClippedDraws> iot_draws() { return k_iot_draws; }

Workload build_iot(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  RandomStream message(recipe, k_iot_parameters, "message");
  RandomStream costs(recipe, k_iot_parameters, "costs");
  const double bytes = k_message.draw(message) * real_of(given, "message_bytes") * real_of(given, k_data_factor.name);
  const Dataflow dataflow = dataflow_of(text_of(given, "application"));
  std::vector<Task> tasks;
  for (const double rate : dataflow.rates)
    tasks.push_back({draw_time(rate, given, costs) * real_of(given, "reference_speed"), 1, ""});
  std::vector<Edge> edges;
  for (const auto& [from, to, messages] : dataflow.flows)
    edges.push_back({from, to, log_normal(messages * bytes, real_of(given, "noise"), costs)});
  return one_graph(std::move(tasks), std::move(edges));
}

}  // namespace palio
