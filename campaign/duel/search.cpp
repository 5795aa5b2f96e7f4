#include "campaign/duel/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/identity/random_stream.h"

namespace palio {
namespace {

constexpr double k_least_exponent = -700;  // e to that is no chance at all

bool is_made(const SearchRules& rules, double ratio, double before, std::int64_t move, RandomStream& draws) {
  if (ratio > before) return true;
  return draws.uniform_real(0, 1) < chance_of(rules.acceptance, ratio, before, temperature_at(rules, move));
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
  if (!failure.empty()) throw UserError(fmt::format("the instance that a duel starts from: {}", failure));
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
    if (!is_made(rules, evaluation.ratio, ratio, move, draws)) continue;
    here = std::move(next);
    ratio = evaluation.ratio;
    ++steps;
    if (ratio <= found.improvements.back().ratio) continue;
    found.improvements.push_back({here, move, found.improvements.back().evaluation, steps, made, ratio});
    steps = 0;
  }
  return found;
}

}  // namespace palio
