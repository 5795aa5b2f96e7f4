#include <dlfcn.h>

#include <cerrno>

#include "core/shortage.h"
#include "strategies/lp/clp_entry.h"

namespace palio {
namespace {

constexpr const char* k_library = "libpalio_clp.so";  // beside the programs, where their run path leads
constexpr const char* k_entry = "palio_new_clp_solver";

using Entry = decltype(&palio_new_clp_solver);

// Never closed: solvers that somebody still has live in it.
Entry load_entry() {
  errno = 0;
  void* library = dlopen(k_library, RTLD_NOW | RTLD_LOCAL);
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
