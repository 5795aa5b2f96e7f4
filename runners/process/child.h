#pragma once

#include <poll.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>

namespace palio {

/// Limits of a child; 0: none.
struct Limits {
  double cpu_time = 0;  // s, with all that it forks
  double wall_time =
      0;  // s, for those that sleep: time in which one computes, or waits for a processor, does not count
  std::int64_t memory = 0;  // byte of data, heap and anonymous mappings; inherited by what the child forks
};

/// What else is watched while a child runs.
struct Bystanders {
  int lifeline = -1;                 // writing end of a pipe; its reader is gone when no answer is wanted any more
  std::function<void()> alive = {};  // called every k_heartbeat
};

/// What is waited for: that a descriptor can be read, or written, or that its other end is closed.
struct Channel {
  int number = -1;  // none
  short events = POLLIN;
};

/// A forked process and all that it forks, in its own process group; killed and reaped in the destructor. It dies with
/// its parent, which must have one thread, adopt orphans (orphaned_processes.h) and have no other children.
class Child {
public:
  struct Streams {
    int input, output;  // the latter for standard error, too
  };
  /// Why a wait is over. spoke: the channel is ready.
  enum class Event { spoke, ended, out_of_cpu_time, out_of_wall_time, orphaned };
  struct Remains {
    int status;          // as waitpid has it
    double peak_memory;  // byte
  };

  /// `body` runs in the child, which ends by _exit with the status that it returns: nothing of the parent is flushed or
  /// destroyed. Throws Shortage when the machine lacks a resource for it.
  Child(Streams streams, const std::function<int()>& body);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits until something happens. The limits count from now; `cpu_before`: CPU time (s) that the child has already
  /// used.
  Event wait(const Limits& limits, const Bystanders& bystanders, Channel channel = {}, double cpu_before = 0) const;

  /// Kills and reaps the child and all that it forked.
  Remains end();

  pid_t process() const { return pid_; }

private:
  pid_t pid_;
  int process_ = -1;  // a handle on it
};

/// Waits as Child::wait() does. `end`: a descriptor that can be read when what runs has ended; -1: none. `root`: the
/// process whose descendants may use the CPU time; 0: this one.
Child::Event watch(int end, const Limits& limits, const Bystanders& bystanders, Channel channel, double cpu_before = 0,
                   pid_t root = 0);

/// s of CPU time, user and system.
double cpu_time(const rusage& usage);
/// s of CPU time of all children that this process has waited for, and of all that those had waited for.
double waited_cpu_time();

/// Limits the memory of this process, a child. A refused allocation calls `refused`, which does not return.
void limit_memory(std::int64_t limit, void (*refused)());

}  // namespace palio
