#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "runners/client/runner.h"

namespace palio {

/// Runs some scenarios on a second engine as well, after the first has run all of the requests. If they differ by more
/// than k_same_dates, both run the scenario again, alone: the failure is answers_differ if one of them contradicts
/// itself, else engines_differ. Runs that hit a limit are not compared; killed ones are repeated.
class AuditingRunner final : public Runner {
public:
  /// Whether a scenario of the request is audited.
  using Chooses = std::function<bool(const RunRequest& request, int strategy)>;

  /// One slot's runners; `engine` and `reference_engine` name them in messages.
  struct Engines {
    std::unique_ptr<Runner> runner, reference;
    std::string name, reference_name;
  };

  AuditingRunner(Engines engines, Chooses chooses) : engines_(std::move(engines)), chooses_(std::move(chooses)) {}

  void run(const RunRequest& request, const Sink& sink) override;
  void run_all(std::span<const RunRequest* const> requests, const SinkOfAll& sink) override;
  void abort() override;

private:
  struct Answer {
    ScenarioResult result;
    std::optional<ScheduleDetail> detail = {};
  };
  struct Disputed {
    int strategy;  // of the request
    Answer ours, theirs;
  };

  void audit(const RunRequest& request, std::map<int, Answer> held, const Sink& sink);
  static std::optional<Answer> again(Runner& runner, const RunRequest& request);
  static bool replace_killed(Answer& answer, Runner& runner, const RunRequest& request);
  std::optional<Answer> settled(const RunRequest& request, Disputed& disputed);
  std::optional<Answer> named(const RunRequest& request, const Disputed& disputed, ScenarioResult result);

  Engines engines_;
  Chooses chooses_;
};

/// How far apart, relative to the larger one, equal values of two engines may be.
constexpr double k_same_dates = 1e-9;

/// Relative to the larger one; 1 if only one of them is NaN.
double relative_difference(double one, double other);

/// The result of the first engine with its engine_difference from the second one's, or the failure engines_differ.
ScenarioResult audited(ScenarioResult result, const Outcome& reference, const std::string& engine,
                       const std::string& reference_engine);

/// Chooses a share of all scenarios by their identity and a seed, independent of what else runs.
AuditingRunner::Chooses choose_share(double share, std::int64_t seed);

}  // namespace palio
