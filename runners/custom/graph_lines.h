#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/identity/parameters.h"
#include "platforms/model/platform.h"
#include "runners/custom/graph_plan.h"
#include "strategies/model/strategy.h"
#include "strategies/ptg/run_time.h"
#include "workloads/model/workload.h"

namespace palio {

// The lines that a command reads and writes about task graphs, in JSON and without newlines: docs/custom-strategies.md.

std::string instance_text(const Platform& platform, const Workload& workload);

/// A hash of all that may differ in this line between the instances of one scenario: of several realizations, of what
/// is left of the workload.
std::uint64_t content_hash(const Platform& platform, const Workload& workload);

/// What a question is called in its answer: a random number, so that no line that answers another question, or none,
/// can bear it. Empty: the command does not repeat it.
using QuestionNumber = std::optional<std::int64_t>;
QuestionNumber new_question_number();

std::string schedule_text(const Strategy& strategy, const Parameters& parameters, QuestionNumber number = {});
std::string decide_text(const Strategy& strategy, const Parameters& parameters, const Situation& situation,
                        QuestionNumber number = {});

// Read an answer into a plan; false: it is that of another question. Throw FailedElsewhere if it is not a plan, or not
// decisions.
bool read_plan(const std::string& command, const std::string& line, GraphPlan& plan, QuestionNumber number = {});
bool read_decisions(const std::string& command, const std::string& line, GraphPlan& plan, QuestionNumber number = {});

}  // namespace palio
