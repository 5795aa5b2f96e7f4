#pragma once

#include "core/processors.h"  // cores()
#include "storage/file/rows.h"

namespace palio {

/// A session of this process: its host, pid and versions; the rest is still to be filled in.
SessionInfo this_session();

}  // namespace palio
