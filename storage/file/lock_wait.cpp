#include "storage/file/lock_wait.h"

#include <SQLiteCpp/Database.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <thread>

#include "core/text/talk.h"

namespace palio {

void LockWait::attach(SQLite::Database& database) {
  sqlite3_busy_handler(
      database.getHandle(), [](void* self, int times) { return static_cast<LockWait*>(self)->again(times) ? 1 : 0; },
      this);
}

// `times`: that SQLite has asked about this lock before.
bool LockWait::again(int times) {
  constexpr std::chrono::milliseconds k_moment{200}, k_soon{1000}, k_pause{20};
  const Clock::time_point now = Clock::now();
  const std::string what = fmt::format("{} is locked by another program", file_.string());
  if (times == 0) {
    begin_ = now;
    if (tell_) tell_(what);
  }
  if (times == k_soon / k_pause)
    talk("palio: waiting: {}; it gives up after {} s\n", what, std::chrono::duration<double>(longest_).count());
  if (now - begin_ >= longest_) stopped_ = true;
  if (stopped_ && now - begin_ >= std::min(k_moment, longest_)) return false;
  std::this_thread::sleep_for(k_pause);
  return true;
}

}  // namespace palio
