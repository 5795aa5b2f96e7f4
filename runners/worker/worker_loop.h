#pragma once

namespace palio {

/// Says hello on `replies` and answers requests from `requests` until that ends (runners/protocol.h). Returns the exit
/// status: 0, or 1 after a line that is not a request.
int worker_loop(int requests, int replies);

}  // namespace palio
