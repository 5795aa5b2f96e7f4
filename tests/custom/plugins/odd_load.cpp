// Libraries that misbehave before one of their strategies is asked, chosen by ODD_LOAD.
#include <palio/strategy_abi.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace {

enum Oddity { crashes, hangs, chatters, says_nothing, speaks_nonsense, other_version, taken_name };
constexpr Oddity k_oddity = ODD_LOAD;

struct AtLoad {
  AtLoad() {
    std::fputs("last words\n", stderr);
    if (k_oddity == crashes) std::abort();
    for (volatile bool forever = k_oddity == hangs; forever;) {
    }
    if (k_oddity == chatters) std::puts("{\"description\": \"{}\"}");
  }
} at_load;

}  // namespace

extern "C" {

const uint32_t palio_abi_version = k_oddity == other_version ? 77 : PALIO_ABI_VERSION;

const char* palio_description(void) {
  if (k_oddity == says_nothing) return nullptr;
  if (k_oddity == speaks_nonsense) return "{\"strategies\": [{\"name\": \"A B\", \"summary\": \"x\"}]}";
  if (k_oddity == taken_name) return "{\"strategies\": [{\"name\": \"HCPA\", \"summary\": \"x\"}]}";
  return "{\"strategies\": [{\"name\": \"ODD\", \"summary\": \"x\"}]}";
}

void palio_schedule_graphs(uint32_t, const palio_graph_instance*, const palio_value*, palio_plan*) {}
}
