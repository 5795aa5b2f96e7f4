#pragma once

#include <filesystem>
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
/// Whether it may become available again without user action.
bool may_come_back(Resource resource);
/// What the system lacks according to an error number; empty for other errors. EAGAIN counts as a refused process or
/// thread.
std::optional<Resource> lacking_resource(int error);
/// Whether an error number is about a file that the user chose, or its name: it is missing, not allowed, no plain file,
/// a loop of links.
bool is_about_a_name(int error);
/// What a file system refused, in words that name the file: "a/b: Permission denied".
std::string file_error_text(const std::filesystem::filesystem_error& error);

/// An external cause that stops a run, but not its campaign: stored results stay, and the run can continue once the
/// user has fixed the cause.
class Hindrance : public UserError {
public:
  using UserError::UserError;
};

/// The machine lacks something that everything needs. It is never a scenario's failure.
class Shortage : public Hindrance {
public:
  /// `refused`: what could not be obtained, and the system's message; the text adds what is lacking and the next step.
  Shortage(Resource resource, std::string refused);

  Resource resource() const { return resource_; }
  const std::string& refused() const { return refused_; }

private:
  Resource resource_;
  std::string refused_;
};

/// Inside a catch block: rethrows as Shortage what the standard library throws for one (std::bad_alloc, a
/// std::system_error with such an error number); other exceptions pass unchanged.
[[noreturn]] void rethrow_shortage();

/// Reserves memory for an allocation that is refused, and some for destructors when the next one is refused and throws
/// std::bad_alloc: destructors of libraries allocate, too, and must not throw.
void reserve_memory();

/// Between two pieces of work: refills the reserve if it was used. Throws Shortage if there is no memory left; does
/// nothing in programs without a reserve.
void refill_reserve();

}  // namespace palio
