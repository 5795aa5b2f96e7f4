#include "core/text/unfinished.h"

#include <chrono>
#include <mutex>
#include <set>
#include <thread>

namespace palio {
namespace {

struct Registry {
  std::mutex mutex;
  std::multiset<std::filesystem::path> paths;
};

Registry& registry() {
  static Registry* const all = new Registry;  // outlives every object
  return *all;
}

}  // namespace

Unfinished::Unfinished(std::filesystem::path path) : path_(std::move(path)) {
  const std::lock_guard lock(registry().mutex);
  registry().paths.insert(std::filesystem::absolute(path_));
}

Unfinished::~Unfinished() {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().paths.find(std::filesystem::absolute(path_));
  if (found != registry().paths.end()) registry().paths.erase(found);
}

bool is_anything_unfinished() {
  const std::lock_guard lock(registry().mutex);
  return !registry().paths.empty();
}

void remove_unfinished() {
  registry().mutex.lock();  // for good
  for (const std::filesystem::path& path : registry().paths) {
    std::error_code error;
    // Another thread may just be writing into a folder.
    for (int again = 0; again < 100; ++again) {
      std::filesystem::remove_all(path, error);
      if (!error) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

}  // namespace palio
