#pragma once

#include <unistd.h>

#include <cstddef>
#include <initializer_list>
#include <string>

namespace palio {

/// Closed at the end.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

private:
  int number_;
};

/// The descriptor with a number beyond those of the standard streams, which are replaced in a child: where one of them
/// is closed, what is opened takes its place. Throws Shortage or InternalError where it is none, by errno.
int beyond_streams(int created);

/// Closes all descriptors but the standard streams and these, in ascending order.
void close_others(std::initializer_list<int> kept);

/// The last bytes of a file, at most so many.
std::string tail_of(int file, std::size_t most);

/// Hands a descriptor over a Unix socket to another process; false when nobody is there.
bool send_descriptor(int socket, int descriptor);
/// The next one; -1 when nobody is there any more. Closed in programs that this process executes.
int receive_descriptor(int socket);

}  // namespace palio
