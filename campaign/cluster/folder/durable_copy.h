#pragma once

#include <filesystem>
#include <optional>

#include "core/text/new_file.h"

namespace palio {

/// A copy of a plain file, with its rights, that is there as a whole or, after whatever happens, as it was before: made
/// durable under a temporary name (core/text/new_file.h), renamed. It needs no locks, which network file systems lie
/// about.
class DurableCopy {
public:
  /// Writes it under the temporary name. Throws UserError, Shortage when there is no space.
  DurableCopy(std::filesystem::path from, std::filesystem::path to);

  /// Gives it its name; call once. Throws UserError.
  void commit();

private:
  std::filesystem::path from_, to_;
  std::optional<NewFile> file_;
};

/// Removes what copies to this file have left that did not come to their end.
void remove_broken_copies(const std::filesystem::path& to);

}  // namespace palio
