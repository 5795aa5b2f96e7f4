#pragma once

namespace palio {

/// Hands a descriptor over a Unix socket to another process; false when nobody is there.
bool send_descriptor(int socket, int descriptor);
/// The next one; -1 when nobody is there any more. Closed in programs that this process executes.
int receive_descriptor(int socket);

}  // namespace palio
