#include "runners/crew/crew.h"

#include <algorithm>

namespace palio {

double date_precision(double horizon) { return std::max(1e-9, 1e-14 * horizon); }

}  // namespace palio
