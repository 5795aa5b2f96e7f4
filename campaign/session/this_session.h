#pragma once

#include "storage/file/rows.h"

namespace palio {

/// A session of this process: its host, pid and versions; the rest is still to be told.
SessionInfo this_session();

}  // namespace palio
