#include "campaign/duel/duel_search.h"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "campaign/run/handover.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr double k_least_exponent = -700;  // exp() of less counts as 0

// The typed recipe with the parameters that a study would add.
Recipe completed(const std::string& typed, std::span<const ParameterSpec> specs, std::int64_t restart,
                 std::int64_t seed) {
  std::string text = typed;
  char separator = typed.find(':') == std::string::npos ? ':' : ',';
  RecipeReader reader(typed);
  bool gives_sample = false, gives_seed = false;
  while (const std::optional<WrittenParameter> parameter = reader.next()) {
    gives_sample = gives_sample || parameter->name == role_name(ParameterRole::sample);
    gives_seed = gives_seed || parameter->name == role_name(ParameterRole::seed);
  }
  const auto add = [&](ParameterRole role, std::int64_t value) {
    text += fmt::format("{}{}={}", std::exchange(separator, ','), role_name(role), value);
  };
  if (parameter_of(specs, ParameterRole::sample) != nullptr && !gives_sample) add(ParameterRole::sample, restart);
  if (parameter_of(specs, ParameterRole::seed) != nullptr && !gives_seed) add(ParameterRole::seed, seed);
  return parse_recipe(text, specs);
}

template <class Wanted, class Product>
Wanted built(const StartSource& source, const Family<Product>& (*family)(std::string_view), std::int64_t restart,
             std::int64_t seed) {
  const auto* typed = std::get_if<std::string>(&source);
  const auto& row = family(typed != nullptr ? recipe_name(*typed) : std::get<Spec>(source).recipe.name);
  if (typed != nullptr && row.reads_file())
    throw UserError("{} reads a file: give it to a duel with --from or --platform", row.name);
  Product made = typed != nullptr ? row.build(completed(*typed, row.parameters, restart, seed), {})
                                  : row.build(std::get<Spec>(source).recipe, std::get<Spec>(source).definition);
  if (as_if<Wanted>(made) == nullptr)
    throw UserError("a duel is about {}, but {} has {}", Wanted::k_called,
                    typed != nullptr ? *typed : label(std::get<Spec>(source).recipe, row.parameters), made.called());
  return as<Wanted>(std::move(made));
}

std::string title_of(const StartSource& source, std::string_view otherwise) {
  if (const auto* typed = std::get_if<std::string>(&source)) return *typed;
  if (const auto* given = std::get_if<Spec>(&source))
    return given->definition.empty() ? canonical_text(given->recipe) : content_digest(given->definition);
  return std::string(otherwise);
}

bool is_open(const StartSource& source) { return source.index() == 0; }

// TBB begins each body after the call and returns after all of them.
Handover begun, ended;

// Runs `body` on `jobs` threads of the TBB pool, including this one. Rethrows the first exception.
void side_by_side(int jobs, const std::function<void()>& body) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(jobs) + 1);
  begun.give();
  const ReceiveAtEnd end_of_all{ended};
  tbb::task_arena arena(jobs);
  arena.execute([&] {
    tbb::parallel_for(
        0, jobs,
        [&](int) {
          begun.receive();
          const GiveAtEnd end_of_body{ended};
          body();
        },
        tbb::simple_partitioner());
  });
}

}  // namespace

double usual_hottest(Acceptance acceptance) { return acceptance == Acceptance::metropolis ? 0.3 : 10; }
double usual_coldest(Acceptance acceptance) { return acceptance == Acceptance::metropolis ? 0.003 : 0.1; }

double chance_of(Acceptance acceptance, double ratio, double before, double temperature) {
  const double exponent = (acceptance == Acceptance::metropolis ? ratio - before : -ratio) / temperature;
  return portable_exp(std::clamp(exponent, k_least_exponent, 0.0));
}

double temperature_at(const SearchRules& rules, std::int64_t move) {
  const double part = static_cast<double>(move - 1) / static_cast<double>(rules.evaluations);
  return rules.hottest * portable_exp(part * portable_log(rules.coldest / rules.hottest));
}

std::optional<Restart> search(DuelInstance start, const DuelSpace& space, const Evaluate& evaluate,
                              const SearchRules& rules, RandomStream& draws, const std::function<bool()>& is_over) {
  const auto [at_start, failure] = evaluate(start);
  if (!failure.empty()) throw UserError("the instance that a duel starts from: {}", failure);
  Restart found{.improvements = {{.instance = start, .ratio = at_start}}};
  DuelInstance here = std::move(start);
  double ratio = at_start;
  std::int64_t steps = 0;
  for (std::int64_t move = 1; move <= rules.evaluations; ++move) {
    if (is_over()) return std::nullopt;
    DuelInstance next = here;
    const Move made = change(next, space, draws);
    const Evaluation evaluation = evaluate(next);
    if (!evaluation.failure.empty()) {
      if (found.failed++ == 0) found.failure = evaluation.failure;
      continue;
    }
    // A ratio that is not a number is never accepted.
    if (!(evaluation.ratio > ratio) &&
        !(draws.uniform_real(0, 1) < chance_of(rules.acceptance, evaluation.ratio, ratio, temperature_at(rules, move))))
      continue;
    here = std::move(next);
    ratio = evaluation.ratio;
    ++steps;
    if (ratio <= found.improvements.back().ratio) continue;
    found.improvements.push_back({here, move, found.improvements.back().evaluation, steps, made, ratio});
    steps = 0;
  }
  return found;
}

DuelStarts::DuelStarts(StartSource platform, StartSource workload, std::int64_t seed)
    : platform_(std::move(platform)), workload_(std::move(workload)), seed_(seed) {
  instance(0);
}

DuelInstance DuelStarts::instance(std::int64_t restart) const {
  RandomStream draws(hash64(fmt::format("duel start seed={} restart={}", seed_, restart), 0));
  DuelInstance start = chain_start(draws);
  if (!is_open(workload_)) {
    Platform platform = std::move(start.platform);
    start = duel_instance(std::move(platform), built<Workload>(workload_, workload_family, restart, seed_));
  }
  if (!is_open(platform_)) start.platform = built<Platform>(platform_, platform_family, restart, seed_);
  return start;
}

DuelSpace DuelStarts::space(const DuelInstance& start) const {
  DuelSpace space = space_around(start);
  const DuelSpace chains = chain_space();
  if (is_open(workload_)) {
    space.work = chains.work;
    space.data = chains.data;
  }
  if (is_open(platform_)) {
    space.speed = chains.speed;
    space.bandwidth = chains.bandwidth;
  }
  return space;
}

std::string DuelStarts::title() const {
  return fmt::format("{} on {}", title_of(workload_, "a chain"), title_of(platform_, "a mesh"));
}

// All duels get the same starts and the same draws.
std::optional<Restart> DuelSearch::restart_of(const SearchUnit& unit, const Judge& judge,
                                              const std::function<bool()>& is_over) const {
  DuelInstance start = starts_.instance(unit.restart);
  const DuelSpace space = starts_.space(start);
  RandomStream draws(hash64(fmt::format("duel moves seed={} restart={}", seed_, unit.restart), 0));
  const auto evaluate = [&](const DuelInstance& instance) { return judge(unit.duel, instance); };
  return palio::search(std::move(start), space, evaluate, rules_, draws, is_over);
}

std::vector<SearchedUnit> DuelSearch::search(std::span<const SearchUnit> units, int jobs,
                                             std::chrono::milliseconds time, const std::function<bool()>& is_over) {
  const auto end = std::chrono::steady_clock::now() + time;
  std::vector<std::optional<Restart>> found(units.size());
  std::atomic<std::size_t> next = 0;
  side_by_side(jobs, [&] {
    const Judge judge = make_judge_();
    while (!is_over()) {
      const std::size_t at = next++;
      if (at >= units.size()) return;
      found[at] = restart_of(units[at], judge, is_over);
      ++searched_;
      if (std::chrono::steady_clock::now() >= end) return;
    }
  });
  std::vector<SearchedUnit> searched;
  for (std::size_t at = 0; at < units.size(); ++at)
    if (found[at]) searched.push_back({units[at], std::move(*found[at])});
  return searched;
}

}  // namespace palio
