#pragma once

#include <unistd.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>

namespace palio {

/// A file descriptor, closed in the destructor; -1: none.
class Descriptor {
public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

private:
  int number_;
};

/// Moves a new descriptor beyond the numbers of the standard streams, which a child replaces: a new descriptor takes
/// the number of a stream that is closed. Throws Shortage or InternalError, by errno, if it is -1.
int beyond_streams(int created);

// Their ends are beyond the standard streams and closed in programs that this process executes. Throw Shortage or
// InternalError that begins with `refused`.
struct Pipe {
  Descriptor read_end, write_end;
};
Pipe new_pipe(const char* refused);
/// `type`: as of socketpair(2).
std::pair<Descriptor, Descriptor> connected_sockets(int type, const char* refused);

/// Closes all descriptors but the standard streams and these, in ascending order.
void close_others(std::initializer_list<int> kept);

/// The last bytes of a file, at most so many.
std::string tail_of(int file, std::size_t most);

/// Sends a descriptor over a Unix socket to another process; false if the other end is closed.
bool send_descriptor(int socket, int descriptor);
/// The next descriptor; -1 if the other end is closed. Closed in programs that this process executes.
int receive_descriptor(int socket);

}  // namespace palio
