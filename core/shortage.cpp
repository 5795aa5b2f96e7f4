#include "core/shortage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace palio {
namespace {

// Memory that is held in reserve until an allocation is refused.
class Reserve {
public:
  explicit Reserve(std::size_t size) : size_(size) {}

  // False: there is no memory for it.
  bool fill() {
    if (kept_ != nullptr) return true;
    void* const fill = std::malloc(size_);
    if (fill != nullptr) std::free(kept_.exchange(fill));
    return fill != nullptr;
  }
  // False: it is used up.
  bool give() {
    void* const kept = kept_.exchange(nullptr);
    std::free(kept);
    return kept != nullptr;
  }

private:
  std::size_t size_;  // byte
  std::atomic<void*> kept_ = nullptr;
};

// The second one is for destructors during unwinding, when the first was not enough.
Reserve to_go_on(std::size_t{4} << 20U), to_unwind(std::size_t{1} << 20U);
std::atomic<bool> keeps_reserve = false;

struct ResourceInfo {
  std::string_view word;
  std::string_view name;
  std::string_view next_step;
};

// In the order of Resource.
constexpr auto k_resources = std::to_array<ResourceInfo>({
    {"processes", "processes or threads", "end other programs, allow more (ulimit -u) or run fewer in parallel (-j)"},
    {"memory", "memory", "end other programs, allow more (ulimit -v) or run fewer in parallel (-j)"},
    {"open_files", "open files", "allow more (ulimit -n) or run fewer in parallel (-j)"},
    {"space", "space for files", "free some space or allow larger files (ulimit -f)"},
    {"solver", "the solver of linear programs", "it belongs next to palio-worker: build or install Palio again"},
});

const ResourceInfo& info(Resource resource) { return k_resources[static_cast<std::size_t>(resource)]; }

}  // namespace

std::string_view to_text(Resource resource) { return info(resource).word; }

std::optional<Resource> resource_of(std::string_view text) {
  for (std::size_t i = 0; i < k_resources.size(); ++i)
    if (k_resources[i].word == text) return static_cast<Resource>(i);
  return std::nullopt;
}

bool may_come_back(Resource resource) { return resource != Resource::solver; }

std::optional<Resource> lacking_resource(int error) {
  switch (error) {
    case EAGAIN: return Resource::processes;
    case ENOMEM: return Resource::memory;
    case EMFILE:
    case ENFILE: return Resource::open_files;
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return Resource::space;
    default: return std::nullopt;
  }
}

bool is_about_a_name(int error) {
  constexpr std::array k_errors{EACCES, EBUSY,     EEXIST,  EIO,   EISDIR, ELOOP,  ENAMETOOLONG, ENODEV,  ENOENT,
                                ENXIO,  ENOTEMPTY, ENOTDIR, EPERM, EROFS,  ESPIPE, ESTALE,       ETXTBSY, EXDEV};
  return std::ranges::find(k_errors, error) != k_errors.end();
}

std::string file_error_text(const std::filesystem::filesystem_error& error) {
  if (error.path1().empty()) return error.what();
  const std::string to = error.path2().empty() ? "" : " -> " + error.path2().string();
  return fmt::format("{}{}: {}", error.path1().string(), to, error.code().message());
}

Shortage::Shortage(Resource resource, std::string refused)
    : Hindrance(fmt::format("the machine lacks {}: {}; {}", info(resource).name, refused, info(resource).next_step)),
      resource_(resource),
      refused_(std::move(refused)) {}

void rethrow_shortage() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw Shortage(Resource::memory, "an allocation was refused");
  } catch (const std::system_error& error) {
    const std::optional<Resource> lacking = lacking_resource(error.code().value());
    if (!lacking) throw;
    throw Shortage(
        *lacking,
        fmt::format("{}{}", *lacking == Resource::processes ? "no thread, or no memory for one: " : "", error.what()));
  }
}

void reserve_memory() {
  keeps_reserve = true;
  to_go_on.fill();
  to_unwind.fill();
  std::set_new_handler([] {  // the allocation is tried again when it returns
    if (to_go_on.give()) return;
    if (std::uncaught_exceptions() > 0 && to_unwind.give()) return;
    throw std::bad_alloc();
  });
}

void refill_reserve() {
  if (keeps_reserve && !(to_go_on.fill() && to_unwind.fill()))
    throw Shortage(Resource::memory, "the reserve is used up");
}

void throw_errno(const std::string& what) {
  const int error = errno;
  const std::string refused = what + ": " + std::generic_category().message(error);
  if (const auto lacking = lacking_resource(error)) throw Shortage(*lacking, refused);
  if (is_about_a_name(error)) throw UserError(refused);
  throw InternalError(refused);
}

}  // namespace palio
