#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

#include "core/error.h"
#include "workloads/families/families.h"
#include "workloads/families/parts/batch.h"

namespace palio {
namespace {

constexpr auto k_laws = std::to_array<std::string_view>({"sequential", "amdahl", "roofline"});
constexpr auto k_widths = std::to_array<std::string_view>({"uniform", "exponential", "log-normal", "equal"});

constexpr auto k_constructed_parameters = std::to_array<ParameterSpec>({
    {"tasks", ParameterType::integer, "", "number of tasks, at least one for each machine", 1, 100000, ""},
    {"machines", ParameterType::integer, "", "processors of the platform that the optimum is for", 1, 2000, ""},
    {"speed_ratio", ParameterType::real, "",
     "speed of the last machine, as a multiple of that of the first; those between are equally spaced", 1, 1e6, "1"},
    scale_parameter("ccr", "", "mean time of an edge's data at reference_bandwidth, as a multiple of mean_time", 0,
                    1000, "0"),
    {"edges_per_task", ParameterType::real, "", "mean number of parents of a task; 0: independent tasks", 0, 100, "0"},
    text_parameter("durations",
                   "law of the tasks' durations; equal: those of a machine, and of all if their number is a multiple "
                   "of that of the machines",
                   "uniform", k_widths),
    text_parameter("law",
                   "tasks of one processor (sequential), of Amdahl's law with an optimum on one processor each "
                   "(amdahl), or of the law roofline, as rectangles that fill the schedule (roofline)",
                   "sequential", k_laws),
    scale_parameter("mean_time", "s", "mean time of tasks in the optimum, times their processors", 1e-6, 1e9, "10"),
    scale_parameter("slowest_speed", "flop/s", "speed of the first machine", 1, 1e18, "1e9"),
    scale_parameter("reference_bandwidth", "byte/s", "bandwidth between hosts of the platform, without latency", 1,
                    1e18, "1.25e8"),
    k_sample,
    k_seed,
});

constexpr double k_least_width = 1e-3;  // of the mean

// A task in the optimum.
struct Piece {
  int machine = 0, width = 1;
  double start = 0, finish = 0;  // s
};

double draw_width(std::string_view law, RandomStream& stream) {
  if (law == k_widths[3]) return 1;
  if (law == k_widths[0]) return std::max(k_least_width, stream.uniform_real(0, 2));
  if (law == k_widths[1]) return std::max(k_least_width, -portable_log(1 - stream.uniform_real(0, 1)));
  return std::max(k_least_width, log_normal(1, 1, stream));
}

// Each machine is busy from 0 to `length` with one task after the other, of random number.
std::vector<Piece> draw_rows(int tasks, int machines, double length, std::string_view law, RandomStream& shape) {
  const int fixed = law == k_widths[3] ? tasks / machines : 1;  // tasks of each machine, besides those drawn
  std::vector<int> counts(machines, fixed);
  for (int left = tasks - fixed * machines; left > 0; --left) ++counts[shape.uniform_integer(0, machines - 1)];
  std::vector<Piece> pieces;
  for (int machine = 0; machine < machines; ++machine) {
    std::vector<double> ends;
    for (int i = 0; i < counts[machine]; ++i) ends.push_back((ends.empty() ? 0 : ends.back()) + draw_width(law, shape));
    for (int i = 0; i < counts[machine]; ++i)
      pieces.push_back({machine, 1, i == 0 ? 0 : pieces.back().finish, length * (ends[i] / ends.back())});
  }
  return pieces;
}

// The machines and the time are one rectangle, of which always the largest is cut in two, at a random date or between
// two random machines.
std::vector<Piece> draw_rectangles(int tasks, int machines, double length, RandomStream& shape) {
  const auto area = [](const Piece& piece) { return piece.width * (piece.finish - piece.start); };
  const auto is_smaller = [&](const Piece& a, const Piece& b) {
    return std::tuple(area(a), b.machine, b.start) < std::tuple(area(b), a.machine, a.start);
  };
  std::priority_queue<Piece, std::vector<Piece>, decltype(is_smaller)> pieces(is_smaller);
  pieces.push({0, machines, 0, length});
  while (static_cast<int>(pieces.size()) < tasks) {
    Piece first = pieces.top();
    pieces.pop();
    Piece second = first;
    if (first.width > 1 && shape.uniform_integer(0, 1) == 0) {
      first.width = static_cast<int>(shape.uniform_integer(1, first.width - 1));
      second.machine += first.width;
      second.width -= first.width;
    } else {
      first.finish = second.start = first.start + (first.finish - first.start) * shape.uniform_real(0.2, 0.8);
    }
    pieces.push(first);
    pieces.push(second);
  }
  std::vector<Piece> all;
  for (; !pieces.empty(); pieces.pop()) all.push_back(pieces.top());
  return all;
}

// Edges that the optimum honours. Data take a random time, and the sender is one of the last that end so long before
// the receiver starts; if there is none, one of the last that end at all, and the data are no more than have time.
class EdgeDraws {
public:
  EdgeDraws(const std::vector<Piece>& pieces, const Recipe& recipe)
      : pieces_(pieces),
        costs_(recipe, k_constructed_parameters, "edges"),
        mean_(real_of(recipe.parameters, "ccr") * real_of(recipe.parameters, "mean_time")),
        bandwidth_(real_of(recipe.parameters, "reference_bandwidth")),
        last_(2 * static_cast<int>(integer_of(recipe.parameters, "machines"))),
        by_finish_(pieces.size()) {
    std::iota(by_finish_.begin(), by_finish_.end(), 0);
    std::ranges::sort(by_finish_, {}, [&](int piece) { return std::pair(pieces[piece].finish, piece); });
  }

  std::vector<Edge> draw(double edges_per_task) {
    std::vector<Edge> edges;
    std::set<std::pair<int, int>> known;
    for (int piece = 0; piece < static_cast<int>(pieces_.size()); ++piece) {
      const auto whole = static_cast<std::int64_t>(std::floor(2 * edges_per_task));
      for (auto left = costs_.uniform_integer(0, whole) + extra(2 * edges_per_task - static_cast<double>(whole));
           left > 0; --left)
        if (const Edge edge = draw_to(piece); edge.from >= 0 && known.emplace(edge.from, piece).second)
          edges.push_back(edge);
    }
    return edges;
  }

private:
  // Half the time, so that the mean of the number drawn is right.
  int extra(double fraction) { return fraction > 0 && costs_.uniform_real(0, 2) < fraction ? 1 : 0; }

  int ended_by(double date) const {
    return static_cast<int>(
        std::ranges::upper_bound(by_finish_, date, {}, [&](int piece) { return pieces_[piece].finish; }) -
        by_finish_.begin());
  }

  // From -1: nothing ends before.
  Edge draw_to(int piece) {
    const Piece& receiver = pieces_[piece];
    const double time = mean_ * costs_.uniform_real(0, 2);
    int ended = ended_by(receiver.start - time);
    if (ended == 0) ended = ended_by(receiver.start);
    if (ended == 0) return {.from = -1};
    const int from = by_finish_[costs_.uniform_integer(std::max(0, ended - last_), ended - 1)];
    const Piece& sender = pieces_[from];
    const bool stays = sender.machine == receiver.machine;
    return {from, piece, bandwidth_ * (stays ? time : std::min(time, receiver.start - sender.finish))};
  }

  const std::vector<Piece>& pieces_;
  RandomStream costs_;
  double mean_;       // s
  double bandwidth_;  // byte/s
  int last_;
  std::vector<int> by_finish_;
};

// The new number of each task, so that numbers tell nothing.
std::vector<int> draw_numbers(std::size_t tasks, RandomStream& stream) {
  std::vector<int> numbers(tasks);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t i = tasks; i-- > 1;)
    std::swap(numbers[i], numbers[stream.uniform_integer(0, static_cast<std::int64_t>(i))]);
  return numbers;
}

void check_constructed(const Recipe& recipe, std::string_view law) {
  const Parameters& given = recipe.parameters;
  if (integer_of(given, "tasks") < integer_of(given, "machines"))
    throw UserError("{} has {} tasks for {} machines: give at least one for each", recipe.name,
                    integer_of(given, "tasks"), integer_of(given, "machines"));
  if (law == k_laws[0]) return;
  if (real_of(given, "ccr") > 0)
    throw UserError("{} has data (ccr) and the law {}, but parallel tasks could send them in less time: leave out ccr",
                    recipe.name, law);
  if (real_of(given, "speed_ratio") > 1 && law == k_laws[2])
    throw UserError("{} has machines of different speeds and the law {}: a rectangle needs equal ones", recipe.name,
                    law);
}

}  // namespace

std::span<const ParameterSpec> constructed_parameters() { return k_constructed_parameters; }

Workload build_constructed(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const std::string& law = text_of(given, "law");
  check_constructed(recipe, law);
  const auto tasks = static_cast<int>(integer_of(given, "tasks"));
  const auto machines = static_cast<int>(integer_of(given, "machines"));
  EdgeLimit limit(recipe.name, "tasks or edges_per_task");
  limit.add(tasks * real_of(given, "edges_per_task"));
  const double length = real_of(given, "mean_time") * tasks / machines;
  RandomStream shape(recipe, k_constructed_parameters, "shape");
  const std::vector<Piece> pieces = law == k_laws[2]
                                        ? draw_rectangles(tasks, machines, length, shape)
                                        : draw_rows(tasks, machines, length, text_of(given, "durations"), shape);
  RandomStream costs(recipe, k_constructed_parameters, "costs");
  const std::vector<int> numbers = draw_numbers(pieces.size(), costs);
  std::vector<Task> renumbered(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto& [machine, width, start, finish] = pieces[i];
    const double place = machines > 1 ? static_cast<double>(machine) / (machines - 1) : 0;
    const double speed = real_of(given, "slowest_speed") * (1 + (real_of(given, "speed_ratio") - 1) * place);
    Task& task = renumbered[numbers[i]];
    task = {(finish - start) * width * speed, law == k_laws[0] ? 1.0 : 0.0, ""};
    if (law == k_laws[1]) task.alpha = costs.uniform_real(0, 1);
    if (law == k_laws[2]) task.speedup = {.law = SpeedupLaw::roofline, .max_processors = width};
    task.place = {machine, width, start};
  }
  std::vector<Edge> edges = EdgeDraws(pieces, recipe).draw(real_of(given, "edges_per_task"));
  for (Edge& edge : edges) edge = {numbers[edge.from], numbers[edge.to], edge.bytes};
  Workload workload = one_graph(std::move(renumbered), std::move(edges));
  workload.reference_makespan = length;
  return workload;
}

}  // namespace palio
