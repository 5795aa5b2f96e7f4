#include <dlfcn.h>

#include <cerrno>
#include <filesystem>

#include "core/shortage.h"
#include "strategies/lp/lp_solver.h"

namespace palio {
namespace {

constexpr const char* k_library = "libpalio_clp.so";  // next to the programs
constexpr const char* k_entry = "palio_new_clp_solver";

using Entry = decltype(&palio_new_clp_solver);

// Never closed: solvers still in use live in it.
Entry load_entry() {
  // By its path: a sanitizer may answer dlopen, and its run path leads elsewhere.
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe").replace_filename(k_library);
  errno = 0;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = library == nullptr ? nullptr : dlsym(library, k_entry);
  if (entry == nullptr) {
    const Resource lacking = lacking_resource(errno).value_or(Resource::solver);
    throw Shortage(lacking, dlerror());
  }
  return reinterpret_cast<Entry>(entry);
}

}  // namespace

std::unique_ptr<LpSolver> make_clp_solver(const LpMatrix& matrix) {
  static const Entry entry = load_entry();
  return std::unique_ptr<LpSolver>(entry(matrix));
}

}  // namespace palio
