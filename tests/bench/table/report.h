#pragma once

#include <string>
#include <vector>

#include "campaign/cli/output/table.h"
#include "tests/bench/table/figure.h"
#include "tests/bench/table/machine.h"

namespace palio::bench {

/// "1.94", "317,000", "0.045": about three digits.
std::string number_text(double value);

/// "at least 5 x"; a dash without a target.
std::string target_text(const Figure& figure);

/// "holds", "misses"; a dash without a target.
std::string verdict(const Figure& figure);

/// The figures as a table for people.
void write_table(const std::vector<Figure>& figures, TableWriter& table);

/// docs/benchmarks.md.
std::string markdown(const std::vector<Figure>& figures, const Facts& facts);

}  // namespace palio::bench
