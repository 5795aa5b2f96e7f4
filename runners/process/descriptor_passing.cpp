#include "runners/process/descriptor_passing.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace palio {
namespace {

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
