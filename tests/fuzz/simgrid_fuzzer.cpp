// A platform file of SimGrid, as far as Palio looks at it itself: it is refused or passed on.
#include "platforms/formats/simgrid_scan.h"
#include "platforms/formats/simgrid_update.h"
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {

void fuzz_simgrid(std::string_view input) {
  accepted([&] {
    scan_simgrid(update_simgrid(input, "fuzz.xml").xml, "fuzz.xml");
    return true;
  });
}

}  // namespace palio::fuzz
