// A platform file of SimGrid, as far as Palio looks at it itself: it is refused or passed on.
#include "platforms/formats/simgrid_scan.h"
#include "platforms/formats/simgrid_update.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  fuzz::accepted([&] {
    scan_simgrid(update_simgrid(fuzz::text_of(data, size), "fuzz.xml").xml, "fuzz.xml");
    return true;
  });
  return 0;
}
