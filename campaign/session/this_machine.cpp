#include "campaign/session/this_machine.h"

#include <unistd.h>

#include <array>

#include "core/version.h"

namespace palio {

SessionInfo this_session() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  SessionInfo session;
  session.host = host.data();
  session.pid = getpid();
  session.palio_version = k_version;
  session.compiler = k_compiler;
  return session;
}

}  // namespace palio
