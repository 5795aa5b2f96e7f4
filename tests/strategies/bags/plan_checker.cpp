#include "tests/strategies/bags/plan_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "strategies/bags/cbs3m/stretch_search.h"

namespace palio::test {
namespace {

constexpr double k_tolerance = 1e-6;

class Checker {
public:
  Checker(const FluidProblem& problem, const FluidPlan& plan) : problem_(problem), plan_(plan) {
    for (const FluidApplication& application : problem.applications)
      time_ = std::max(time_, k_tolerance * application.dedicated);
  }

  std::optional<std::string> run() {
    for (int k = 0; k < plan_.applications(); ++k) check_application(k);
    for (int j = 0; j < plan_.intervals(); ++j) check_interval(j);
    return problem_found_;
  }

private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void expect(bool holds, const std::string& what) {
    if (!holds && !problem_found_) problem_found_ = what;
  }

  void check_application(int k) {
    const FluidApplication& application = problem_.applications[at(k)];
    double total = application.unsent;
    for (const double tasks : application.held) total += tasks;
    const double crumb = k_tolerance * total;
    double sent = 0;
    for (int u = 0; u < plan_.workers; ++u) sent += check_buffer(k, u, crumb);
    expect(std::abs(sent - application.unsent) <= crumb,
           fmt::format("application {}: sent {} of {}", k, sent, application.unsent));
  }

  double check_buffer(int k, int u, double crumb) {
    const FluidApplication& application = problem_.applications[at(k)];
    const double deadline = application.release_date + plan_.stretch * application.dedicated;
    double buffer = application.held[at(u)];
    double all_sent = 0;
    for (int j = 0; j < plan_.intervals(); ++j) {
      const double sent = plan_.sent[plan_.at(j, k, u)];
      const double computed = plan_.computed[plan_.at(j, k, u)];
      const bool inside = plan_.dates[at(j)] >= application.start - time_ && plan_.dates[at(j) + 1] <= deadline + time_;
      expect(inside || (sent <= 0 && computed <= 0), fmt::format("application {} works outside its time", k));
      expect(sent >= 0 && computed >= 0, "negative amount");
      buffer += sent - computed;
      all_sent += sent;
      expect(buffer >= -crumb, fmt::format("buffer of application {} on worker {}: {}", k, u, buffer));
    }
    expect(std::abs(buffer) <= crumb, fmt::format("application {} leaves {} on worker {}", k, buffer, u));
    return all_sent;
  }

  void check_interval(int j) {
    const double length = plan_.dates[at(j) + 1] - plan_.dates[at(j)];
    expect(length > 0, "dates do not increase");
    const bool one_port = problem_.star.port_model == PortModel::one_port;
    double port = 0;
    double master = 0;
    for (int u = 0; u < plan_.workers; ++u) {
      const Worker& worker = problem_.star.workers[at(u)];
      double computing = 0;
      double bytes = 0;
      for (int k = 0; k < plan_.applications(); ++k) {
        computing += plan_.computed[plan_.at(j, k, u)] * problem_.applications[at(k)].flop / worker.speed;
        bytes += plan_.sent[plan_.at(j, k, u)] * problem_.applications[at(k)].bytes;
      }
      expect(computing <= length + time_, fmt::format("worker {} computes {} s in {} s", u, computing, length));
      expect(bytes / worker.link.bandwidth <= length + time_, fmt::format("link {} is full", u));
      port += bytes / std::min(worker.link.bandwidth, problem_.star.master_bandwidth);
      master += bytes / problem_.star.master_bandwidth;
    }
    expect(master <= length + time_, fmt::format("the master sends {} s in {} s", master, length));
    expect(!one_port || port <= length + time_, fmt::format("the port sends {} s in {} s", port, length));
  }

  const FluidProblem& problem_;
  const FluidPlan& plan_;
  double time_ = 0;  // s
  std::optional<std::string> problem_found_;
};

}  // namespace

std::optional<std::string> find_plan_violation(const FluidProblem& problem, const FluidPlan& plan) {
  return Checker(problem, plan).run();
}

bool is_feasible(const FluidProblem& problem, double stretch) {
  FluidProgram program(problem, epochs_at(problem, stretch, 1e-7), FluidGoal::feasible);
  return program.solve_at(stretch) == LpStatus::optimal;
}

}  // namespace palio::test
