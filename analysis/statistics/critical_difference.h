#pragma once

#include <cstdint>

namespace palio {

/// Nemenyi's critical difference at 5 % (Demsar, JMLR 7, 2006, section 3.2.2): two of `strategies` >= 2 differ when
/// their mean ranks over `instances` are at least so far apart.
double critical_difference(int strategies, std::int64_t instances);

}  // namespace palio
