#pragma once

namespace palio {

/// s of CPU time that commands have taken so far to answer this process; those before the fork count, too.
double elsewhere_time();
void add_elsewhere_time(double seconds);

}  // namespace palio
