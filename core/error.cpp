#include "core/error.h"

#include <cerrno>
#include <system_error>

namespace palio {

void throw_errno(const std::string& what) {
  const int error = errno;
  throw InternalError(what + ": " + std::generic_category().message(error));
}

}  // namespace palio
