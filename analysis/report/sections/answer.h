#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/parts/figure.h"

namespace palio {

/// What a study asks, answered as HTML: which strategy is the best by a metric, by how much and on how many instances,
/// or that no winner can be told; and where other criteria (firsts, duels of two, mean rank) disagree. It is made from
/// the figures `degradation` (who leads), `pairs` (whether that is chance) and `ranks`; empty without the first.
std::string answer_html(const std::vector<Figure>& figures, std::string_view metric);

/// The same of instances that `palio duel` searched, from its figure `worst-cases`: what can happen, not how often.
std::string search_answer_html(const std::vector<Figure>& figures);

}  // namespace palio
