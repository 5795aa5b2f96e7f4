#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/parts/figure.h"

namespace palio {

/// One sentence, as HTML, that answers what a study asks: which strategy is the best by a metric, by how much and on
/// how many instances, or that no winner can be told. It is made from the figures `degradation` (who leads) and `pairs`
/// (whether that is chance); empty without the first.
std::string answer_html(const std::vector<Figure>& figures, std::string_view metric);

}  // namespace palio
