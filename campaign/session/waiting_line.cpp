#include "campaign/session/waiting_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

#include "campaign/session/progress.h"
#include "campaign/session/terminal.h"
#include "core/text/talk.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds k_repaint{200};

// False when it was stopped meanwhile.
bool waited(const std::stop_token& stop, std::chrono::milliseconds pause) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, pause, [] { return false; });
  return !stop.stop_requested();
}

void show(const std::stop_token& stop, const WaitingLine::Doing& doing, std::chrono::milliseconds patience) {
  const Clock::time_point begin = Clock::now();
  if (!waited(stop, patience)) return;
  do {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    paint_in_place(fmt::format("{}: {}", doing(), duration_text(seconds)));
  } while (waited(stop, k_repaint));
  talk("{}", as_is(k_wipe));
}

}  // namespace

WaitingLine::WaitingLine(Doing doing, std::chrono::milliseconds patience) {
  if (!takes_escapes(STDERR_FILENO)) return;
  thread_ =
      std::jthread([doing = std::move(doing), patience](const std::stop_token& stop) { show(stop, doing, patience); });
}

}  // namespace palio
