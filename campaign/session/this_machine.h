#pragma once

#include "storage/file/rows.h"

namespace palio {

/// Cores of this machine; 1 if the system does not say.
int cores();

/// A session of this process: its host, pid and versions; the rest is still to be filled in.
SessionInfo this_session();

}  // namespace palio
