#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace palio {

/// What a machine can run out of, or lack from the start. The worker protocol uses the same words.
enum class Resource { processes, memory, open_files, space, solver };

/// "open_files".
std::string_view to_text(Resource resource);
/// The resource of a word; empty for an unknown one.
std::optional<Resource> resource_of(std::string_view text);
/// Whether it may be there again after a while, without anybody's doing.
bool may_come_back(Resource resource);
/// What the system says is lacking by an error number; empty for other errors. EAGAIN is taken for a refused process
/// or thread.
std::optional<Resource> lacking_resource(int error);

/// Something outside that stops a run, not its campaign: what is stored stays, and when the user has mended it the run
/// goes on.
class Hindrance : public UserError {
public:
  using UserError::UserError;
};

/// The machine refuses something that everything needs. It is never a scenario's failure.
class Shortage : public Hindrance {
public:
  /// `refused`: what was not to be had, and the system's words; the message adds what is lacking and the next step.
  Shortage(Resource resource, std::string refused);

  Resource resource() const { return resource_; }
  const std::string& refused() const { return refused_; }

private:
  Resource resource_;
  std::string refused_;
};

/// Inside a catch block: rethrows as Shortage what the standard library throws for one (std::bad_alloc, a
/// std::system_error of such a number); other exceptions pass unchanged.
[[noreturn]] void rethrow_shortage();

/// Reserves memory for an allocation that is refused, and some for destructors when the next one is refused and throws
/// std::bad_alloc: destructors of libraries allocate, too, and must not throw.
void reserve_memory();

/// Between two pieces of work: keeps memory back again where that was used. Throws Shortage when there is none left;
/// does nothing in programs that keep none.
void refill_reserve();

}  // namespace palio
