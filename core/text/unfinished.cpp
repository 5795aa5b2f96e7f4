#include "core/text/unfinished.h"

#include <chrono>
#include <mutex>
#include <set>
#include <thread>

namespace palio {
namespace {

std::mutex unfinished_mutex;
std::set<const Unfinished*> all_unfinished;

}  // namespace

Unfinished::Unfinished(std::filesystem::path path) : path_(std::move(path)) {
  const std::lock_guard lock(unfinished_mutex);
  all_unfinished.insert(this);
}

Unfinished::~Unfinished() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  const std::lock_guard lock(unfinished_mutex);
  all_unfinished.erase(this);
}

bool is_anything_unfinished() {
  const std::lock_guard lock(unfinished_mutex);
  return !all_unfinished.empty();
}

void remove_unfinished() {
  unfinished_mutex.lock();  // for good
  for (const Unfinished* one : all_unfinished) {
    std::error_code error;
    // Another thread may just be writing into a folder.
    for (int again = 0; again < 100; ++again) {
      std::filesystem::remove_all(one->path(), error);
      if (!error) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

}  // namespace palio
