// bench_cost FILE COMMAND...: runs a command and writes what it cost, with everything that it started and waited for: s
// of the clock, s of CPU, bytes of its largest process. The kernel counts a process at least as large as the one that
// forked it, so this one is small.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const double start = now();
  const pid_t pid = fork();
  if (pid == 0) {
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (pid < 0 || wait4(pid, &status, 0, &usage) != pid) return 1;
  std::FILE* out = std::fopen(argv[1], "w");
  if (out == nullptr) return 1;
  std::fprintf(out, "%.9f %.6f %ld\n", now() - start, seconds(usage.ru_utime) + seconds(usage.ru_stime),
               1024 * usage.ru_maxrss);
  return std::fclose(out) == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
