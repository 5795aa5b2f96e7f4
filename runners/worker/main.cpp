#include <fcntl.h>
#include <unistd.h>

#include "runners/worker/worker_loop.h"

int main() {
  // The protocol moves to descriptors of its own; standard output is free for whatever a library prints.
  const int requests = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10);
  const int replies = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return palio::worker_loop(requests, replies);
}
