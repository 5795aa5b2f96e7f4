#include "runners/process/descriptor.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/error.h"

namespace palio {
namespace {

std::pair<Descriptor, Descriptor> both_beyond_streams(const std::array<int, 2>& ends, const char* refused) {
  Descriptor first(ends[0]), second(ends[1]);
  for (Descriptor* end : {&first, &second}) {
    if (end->number() > STDERR_FILENO) continue;
    const int moved = fcntl(end->number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0) throw_errno(refused);
    *end = Descriptor(moved);
  }
  return {std::move(first), std::move(second)};
}

// A message of one byte with room for one descriptor.
struct Parcel {
  Parcel() {
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = room.data();
    header.msg_controllen = room.size();
  }

  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr header{};
};

}  // namespace

int beyond_streams(int created) {
  if (created > STDERR_FILENO) return created;
  const int file = created < 0 ? -1 : fcntl(created, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int error = errno;
  if (created >= 0) close(created);
  errno = error;
  if (file < 0) throw_errno("cannot open a descriptor for a scenario's process");
  return file;
}

Pipe new_pipe(const char* refused) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_errno(refused);
  auto [read_end, write_end] = both_beyond_streams(ends, refused);
  return {std::move(read_end), std::move(write_end)};
}

std::pair<Descriptor, Descriptor> connected_sockets(int type, const char* refused) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()) != 0) throw_errno(refused);
  return both_beyond_streams(ends, refused);
}

void close_others(std::initializer_list<int> kept) {
  auto first = static_cast<unsigned>(STDERR_FILENO) + 1;
  for (const int number : kept) {
    const auto spared = static_cast<unsigned>(number);
    if (first < spared) close_range(first, spared - 1, 0);
    first = spared + 1;
  }
  close_range(first, ~0U, 0);
}

std::string tail_of(int file, std::size_t most) {
  const off_t size = lseek(file, 0, SEEK_END);
  if (size <= 0) return {};
  std::string tail(std::min(most, static_cast<std::size_t>(size)), '\0');
  const ssize_t got = pread(file, tail.data(), tail.size(), size - static_cast<off_t>(tail.size()));
  tail.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return tail;
}

bool send_descriptor(int socket, int descriptor) {
  Parcel parcel;
  cmsghdr* control = CMSG_FIRSTHDR(&parcel.header);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(control), &descriptor, sizeof descriptor);
  while (true) {
    if (sendmsg(socket, &parcel.header, MSG_NOSIGNAL) == 1) return true;
    if (errno != EINTR) return false;
  }
}

int receive_descriptor(int socket) {
  while (true) {
    Parcel parcel;
    const ssize_t count = recvmsg(socket, &parcel.header, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    const cmsghdr* control = count == 1 ? CMSG_FIRSTHDR(&parcel.header) : nullptr;
    if (control == nullptr || control->cmsg_type != SCM_RIGHTS) return -1;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(control), sizeof descriptor);
    return descriptor;
  }
}

}  // namespace palio
