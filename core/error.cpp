#include "core/error.h"

#include <cerrno>
#include <system_error>

#include "core/shortage.h"

namespace palio {

void throw_errno(const std::string& what) {
  const int error = errno;
  const std::string refused = what + ": " + std::generic_category().message(error);
  if (const auto lacking = lacking_resource(error)) throw Shortage(*lacking, refused);
  throw InternalError(refused);
}

}  // namespace palio
