#pragma once

#include <cstddef>

#include "core/identity/digest.h"
#include "runners/kinds/engine.h"
#include "runners/kinds/scenario.h"

namespace palio {

// What is said over the socket between a worker and the process of its group. The texts lie in a file of memory that
// both have open: first that of the request, then in its place those of the answers, one behind the other.

/// To the process: carry out these strategies of a request.
struct GroupJob {
  std::size_t text = 0;     // byte
  int first = 0, last = 0;  // without the latter
};

/// From the process: the instance is there, and then once for each scenario that it completed. It ends without a word
/// where anything else happens.
struct GroupWord {
  std::size_t place = 0;   // of the text, byte
  std::size_t text = 0;    // byte; of the instance none
  Digest digest = {};      // of the text, marked
  double cpu_time = 0;     // s, of the process so far and of what it has waited for
  double shared_time = 0;  // s, the scenario's share of the instance
  double peak_memory = 0;  // byte, since the word before
  bool last = false;       // it ends now
};

/// A process ends after so many scenarios, or after the scenario in which it becomes too old, so that leaks stay
/// bounded.
constexpr int k_most_in_group = 1000;
constexpr double k_oldest_group = 10;  // s

/// What the process of a group has of the conversation.
struct GroupEnds {
  int socket, texts;
  Digest mark;  // of what it says: what a scenario writes to the socket or the texts is not believed
};

/// Carries out what it is asked for, in this very process, until the other end of the socket is closed. Returns the
/// exit status.
int run_group_process(const GroupEnds& ends, const Engine& engine, const RunScenario& run);

}  // namespace palio
