#include "runners/external/elsewhere.h"

namespace palio {
namespace {

double taken = 0;  // s

}  // namespace

double elsewhere_time() { return taken; }

void add_elsewhere_time(double seconds) { taken += seconds; }

}  // namespace palio
