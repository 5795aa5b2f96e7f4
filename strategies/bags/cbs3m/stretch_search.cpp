#include "strategies/bags/cbs3m/stretch_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "strategies/bags/dedicated_rate.h"
#include "strategies/bags/lp_outcome.h"
#include "strategies/model/strategy.h"

namespace palio {
namespace {

constexpr double k_merge = 1e-7;         // of the whole span: epochs closer than this count as one
constexpr double k_exact_merge = 1e-12;  // in a linear program over stretches: rounding errors only
constexpr double k_largest_stretch = 1e9;

[[noreturn]] void fail_at(double stretch) {
  throw NoSchedule(fmt::format(
      "no stretch up to {} is feasible: sizes or release dates of the applications are too many orders of magnitude "
      "apart for linear programs",
      stretch));
}

// Tests one stretch after another and reuses the linear program as long as the order of the epochs stays the same.
class FeasibilityTests {
public:
  FeasibilityTests(const FluidProblem& problem, BagPolicy::LpUse& use) : problem_(problem), use_(use) {}

  bool operator()(double stretch) {
    Epochs epochs = epochs_at(problem_, stretch, k_merge);
    if (!program_ || !have_same_order(program_->epochs(), epochs))
      program_.emplace(problem_, std::move(epochs), FluidGoal::feasible);
    return has_solution(program_->solve_at(stretch), program_->program(), use_);
  }

private:
  const FluidProblem& problem_;
  BagPolicy::LpUse& use_;
  std::optional<FluidProgram> program_;
};

// The upper end of an interval no longer than `precision` times it, at which the problem is feasible.
double bisected(FeasibilityTests& feasible, double low, double high, double precision) {
  while (high - low > precision * low) {
    const double middle = low + (high - low) / 2;
    (feasible(middle) ? high : low) = middle;
  }
  return high;
}

double bisected_stretch(const FluidProblem& problem, double precision, BagPolicy::LpUse& use) {
  FeasibilityTests feasible(problem, use);
  double low = least_stretch_bound(problem);
  if (low <= 1 && feasible(low)) return low;
  double high = 2 * low;
  for (; !feasible(high); high *= 2) {
    if (high > k_largest_stretch) fail_at(high);
    low = high;
  }
  return bisected(feasible, low, high, precision);
}

// The number of infeasible stretches at the beginning of an increasing list.
std::size_t infeasible_count(const std::vector<double>& stretches, FeasibilityTests& feasible) {
  std::size_t low = 0;
  std::size_t high = stretches.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (feasible(stretches[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace

FluidPlan plan_by_bisection(const FluidProblem& problem, double precision, BagPolicy::LpUse& use, FluidGoal goal) {
  const double stretch = bisected_stretch(problem, precision, use);
  // Two programs with different variables may disagree about a stretch that is within their tolerance of the least one.
  for (const double margin : {0.0, 1e-6, 1e-5}) {
    const double enough = stretch * (1 + margin);
    FluidProgram program(problem, epochs_at(problem, enough, k_merge), goal);
    if (has_solution(program.solve_at(enough), program.program(), use)) return program.plan(enough);
  }
  throw NoSchedule(fmt::format("a stretch of {} is feasible, but has no plan", stretch));
}

double least_stretch(const FluidProblem& problem, BagPolicy::LpUse& use) {
  FeasibilityTests feasible(problem, use);
  const double least = least_stretch_bound(problem);
  if (least <= 1 && feasible(least)) return least;
  const std::vector<double> critical = critical_stretches(problem, least);
  const std::size_t below = infeasible_count(critical, feasible);
  const double low = below == 0 ? least : critical[below - 1];
  const double high = below == critical.size() ? k_largest_stretch : critical[below];
  const double between = below == critical.size() ? 2 * low : low + (high - low) / 2;
  FluidProgram program(problem, epochs_at(problem, between, k_exact_merge), FluidGoal::least_stretch);
  if (has_solution(program.solve_between(low, high), program.program(), use)) return program.stretch();
  // No solution between the ends, whose tests hold only within a tolerance: the optimum is at an end.
  if (below == critical.size()) fail_at(high);
  return bisected(feasible, low, high, k_merge);
}

double offline_optimum(const Star& star, const BagBatch& batch, BagPolicy::LpUse* use) {
  BagPolicy::LpUse own;
  return least_stretch(offline_problem(star, dated(batch, star)), use != nullptr ? *use : own);
}

// Fills the linear program.
class FluidProgram::Builder {
public:
  explicit Builder(FluidProgram& built)
      : built_(built), program_(built.program_), problem_(built.problem_), epochs_(built.epochs_) {}

  void build() {
    for (int k = 0; k < static_cast<int>(problem_.applications.size()); ++k) add_application(k);
    // Further variables come after all shares.
    for (int k = 0; k < static_cast<int>(pools_.size()); ++k) add_port_time(k);
    if (built_.goal_ == FluidGoal::least_stretch) built_.stretch_variable_ = program_.add_variable(0, k_lp_infinity, 1);
    for (const std::vector<Resource>* resources : {&port_, &links_, &computing_})
      for (const Resource& resource : *resources)
        for (int interval = 0; interval < static_cast<int>(resource.size()); ++interval)
          if (!resource[interval].empty()) add_capacity(interval, resource[interval]);
  }

private:
  using Resource = std::vector<std::vector<LpTerm>>;  // by interval: its uses, in units of time

  // Everything unsent is sent and computed; everything held is computed where it is.
  void add_application(int k) {
    const FluidApplication& application = problem_.applications[k];
    std::vector<LpTerm> unsent;
    for (int u = 0; u < static_cast<int>(problem_.star.workers.size()); ++u) {
      std::vector<LpTerm> held;
      for (int computed = epochs_.first[k]; computed < epochs_.end[k]; ++computed) {
        for (const int sent : intervals_of_sending(k, computed))
          unsent.push_back({add_share({k, u, sent, computed, application.unsent}), 1});
        if (application.held[u] > 0) held.push_back({add_share({k, u, k_held, computed, application.held[u]}), 1});
      }
      if (application.held[u] > 0) program_.add_row(1, 1, held);
    }
    if (application.unsent > 0) program_.add_row(1, 1, unsent);
  }

  // One port's time is the same for every worker. Unless the goal depends on when tasks are sent, a share takes port
  // time that its application got by then, so that the number of variables is linear in the intervals.
  std::vector<int> intervals_of_sending(int k, int computed) const {
    if (problem_.applications[k].unsent <= 0) return {};
    if (problem_.star.port_model == PortModel::one_port && !built_.makes_plans()) return {k_pooled};
    std::vector<int> intervals(computed - epochs_.first[k] + 1);
    std::iota(intervals.begin(), intervals.end(), epochs_.first[k]);
    return intervals;
  }

  int add_share(const Share& share) {
    const FluidApplication& application = problem_.applications[share.application];
    const Worker& worker = problem_.star.workers[share.worker];
    const int variable = program_.add_variable(0, k_lp_infinity, 0);
    const auto term = [&](double seconds) { return LpTerm{variable, seconds / built_.time_unit_}; };
    built_.shares_.push_back(share);
    use(computing_, share.worker, share.computed, term(share.tasks * application.flop / worker.speed));
    if (share.sent == k_held) return variable;
    const double bytes = share.tasks * application.bytes;
    const double port_time = bytes / message_bandwidth(problem_.star, worker);
    if (share.sent == k_pooled) {
      use(pools_, share.application, share.computed, term(port_time));
    } else if (problem_.star.port_model == PortModel::one_port) {
      use(port_, 0, share.sent, term(port_time));
    } else {
      use(links_, share.worker, share.sent, term(bytes / worker.link.bandwidth));
      use(port_, 0, share.sent, term(bytes / problem_.star.master_bandwidth));
    }
    return variable;
  }

  // In every interval of an application, port time is used for its shares or kept for later ones.
  void add_port_time(int k) {
    if (pools_[k].empty()) return;  // everything is sent
    int kept = k_none;
    for (int interval = epochs_.first[k]; interval < epochs_.end[k]; ++interval) {
      std::vector<LpTerm> balance;
      for (const LpTerm& term : pools_[k][interval]) balance.push_back({term.variable, -term.coefficient});
      const int got = program_.add_variable(0, k_lp_infinity, 0);
      use(port_, 0, interval, {got, 1});
      balance.push_back({got, 1});
      if (kept != k_none) balance.push_back({kept, 1});
      if (interval + 1 < epochs_.end[k]) {
        kept = program_.add_variable(0, k_lp_infinity, 0);
        balance.push_back({kept, -1});
      }
      program_.add_row(0, 0, balance);
    }
  }

  void use(std::vector<Resource>& resources, int index, int interval, const LpTerm& term) {
    if (index >= static_cast<int>(resources.size())) resources.resize(index + 1);
    Resource& resource = resources[index];
    resource.resize(epochs_.intervals());
    resource[interval].push_back(term);
  }

  void add_capacity(int interval, std::vector<LpTerm> terms) {
    const MovingDate& begin = epochs_.dates[interval];
    const MovingDate& end = epochs_.dates[interval + 1];
    double upper = 0;
    if (built_.goal_ == FluidGoal::least_stretch) {
      upper = (end.at - begin.at) / built_.time_unit_;
      terms.push_back({built_.stretch_variable_, -(end.slope - begin.slope) / built_.time_unit_});
    }
    built_.capacities_.push_back({program_.add_row(-k_lp_infinity, upper, terms), interval});
  }

  FluidProgram& built_;
  LinearProgram& program_;
  const FluidProblem& problem_;
  const Epochs& epochs_;
  std::vector<Resource> port_, links_, computing_;
  std::vector<Resource> pools_;  // by application: the port time that its shares take, by interval of computing
};

FluidProgram::FluidProgram(const FluidProblem& problem, Epochs epochs, FluidGoal goal)
    : problem_(problem),
      epochs_(std::move(epochs)),
      goal_(goal),
      time_unit_(std::ranges::max(problem.applications, {}, &FluidApplication::dedicated).dedicated) {
  Builder(*this).build();
}

LpStatus FluidProgram::solve_at(double stretch) {
  for (const Capacity& capacity : capacities_)
    program_.set_row_bounds(capacity.row, -k_lp_infinity, length(capacity.interval, stretch) / time_unit_);
  if (makes_plans()) set_costs(stretch);
  return program_.solve();
}

LpStatus FluidProgram::solve_between(double low, double high) {
  program_.set_variable_bounds(stretch_variable_, low, high);
  return program_.solve();
}

FluidPlan FluidProgram::plan(double stretch) const {
  FluidPlan plan;
  plan.stretch = stretch;
  for (const MovingDate& date : epochs_.dates) plan.dates.push_back(date.when(stretch));
  for (const FluidApplication& application : problem_.applications)
    plan.deadlines.push_back(deadline_of(application).when(stretch));
  plan.workers = static_cast<int>(problem_.star.workers.size());
  plan.sent.resize(plan.at(plan.intervals(), 0, 0), 0);
  plan.computed = plan.sent;
  for (int variable = 0; variable < static_cast<int>(shares_.size()); ++variable) {
    const Share& share = shares_[variable];
    const double tasks = std::max(program_.value(variable), 0.0) * share.tasks;
    if (share.sent != k_held) plan.sent[plan.at(share.sent, share.application, share.worker)] += tasks;
    plan.computed[plan.at(share.computed, share.application, share.worker)] += tasks;
  }
  return plan;
}

double FluidProgram::length(int interval, double stretch) const {
  return epochs_.dates[interval + 1].when(stretch) - epochs_.dates[interval].when(stretch);
}

// Relative to the largest cost that a share could have, so that costs are of the order of 1.
void FluidProgram::set_costs(double stretch) {
  const double begin = epochs_.dates.front().when(stretch);
  const double end = epochs_.dates.back().when(stretch);
  double largest = 0;
  for (const Share& share : shares_)
    largest = std::max(largest, share.tasks * problem_.applications[share.application].flop);
  for (int variable = 0; variable < static_cast<int>(shares_.size()); ++variable) {
    const Share& share = shares_[variable];
    double dates = epochs_.dates[share.computed].when(stretch) - begin;
    const double sent = share.sent == k_held ? 0 : epochs_.dates[share.sent].when(stretch) - begin;
    dates += goal_ == FluidGoal::early ? sent : -sent;
    const double work = share.tasks * problem_.applications[share.application].flop;
    program_.set_cost(variable, work / largest * dates / (end - begin));
  }
}

}  // namespace palio
