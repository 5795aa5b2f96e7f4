#pragma once

namespace palio {

// Quantities are doubles in base units: flop, flop/s, byte, byte/s, s.
// Where a file or a message uses another unit it converts with these.
inline constexpr double k_gigabit_per_s = 1.25e8;  // byte/s
inline constexpr double k_gigaflop_per_s = 1e9;    // flop/s
inline constexpr double k_mebi = 1048576.0;        // the "M" of the papers' data sets (workloads: 4M to 121M elements)

}  // namespace palio
