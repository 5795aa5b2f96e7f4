#pragma once

#include <filesystem>

namespace palio {

/// A copy of a plain file that is there as a whole or, after whatever happens, as it was before: written under a
/// temporary name beside its own, made durable, renamed. It needs no locks, which network file systems lie about.
class DurableCopy {
public:
  /// Writes it under the temporary name. Throws UserError, Shortage when there is no space.
  DurableCopy(std::filesystem::path from, std::filesystem::path to);
  ~DurableCopy();
  DurableCopy(const DurableCopy&) = delete;
  DurableCopy& operator=(const DurableCopy&) = delete;

  /// Gives it its name; call once. Throws UserError.
  void commit();

private:
  [[noreturn]] void refuse(int error) const;

  std::filesystem::path from_, to_, temporary_;
};

/// Removes what copies to this file have left that did not come to their end.
void remove_broken_copies(const std::filesystem::path& to);

}  // namespace palio
