#include "campaign/session/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <stop_token>
#include <utility>
#include <vector>

#include "campaign/session/terminal.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

using std::chrono::duration;

constexpr std::chrono::milliseconds k_repaint{200};

double seconds_between(ProgressMeter::Clock::time_point a, ProgressMeter::Clock::time_point b) {
  return duration<double>(b - a).count();
}

/// A part of the line; where all do not fit, those with the least worth are left out.
struct Part {
  std::string text;
  int worth;
};

std::string joined(const std::vector<Part>& parts) {
  std::string text;
  for (const Part& part : parts) text += (text.empty() ? "" : ", ") + part.text;
  return text;
}

std::string fitted(std::vector<Part> parts, std::size_t width) {
  while (parts.size() > 1 && joined(parts).size() > width)
    parts.erase(std::ranges::min_element(parts, {}, &Part::worth));
  return joined(parts).substr(0, width);
}

// False if it was stopped meanwhile.
bool waited(const std::stop_token& stop, std::chrono::milliseconds pause) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, pause, [] { return false; });
  return !stop.stop_requested();
}

void show_waiting(const std::stop_token& stop, const WaitingLine::Doing& doing, std::chrono::milliseconds patience) {
  const auto begin = ProgressMeter::Clock::now();
  if (!waited(stop, patience)) return;
  do {
    const double seconds = seconds_between(begin, ProgressMeter::Clock::now());
    paint_in_place(fmt::format("{}: {}", doing(), duration_text(seconds)));
  } while (waited(stop, k_repaint));
  talk("{}", as_is(k_wipe));
}

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  if (whole < 86400) return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
  return fmt::format("{} d {:02} h", whole / 86400, whole % 86400 / 3600);
}

// Without slot times, the session counts as one slot.
void ProgressMeter::add(bool completed, double work, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  slot_seconds_ = seconds_between(start_, now);
  count(completed ? completed_ : failed_, 1, work, now);
}

void ProgressMeter::add(bool completed, double work, double slot_seconds, const Running& running,
                        Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  slot_seconds_ += slot_seconds;
  running_ = running;
  count(completed ? completed_ : failed_, 1, work, now);
}

void ProgressMeter::run(const Running& running, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  running_ = running;
  latest_ = now;
}

void ProgressMeter::add_results(std::uint64_t results, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  slot_seconds_ = seconds_between(start_, now);
  count(completed_, results, static_cast<double>(results), now);
}

void ProgressMeter::count(std::uint64_t& counter, std::uint64_t count, double work, Clock::time_point now) {
  counter += count;
  work_done_ += work;
  work_left_ -= work;
  latest_ = now;
  if (!ticks_.empty() && now - ticks_.back().time < std::chrono::seconds(1)) return;
  ticks_.push_back({now, completed_ + failed_, work_done_, slot_seconds_});
  while (ticks_.size() > 2 && now - ticks_.front().time > k_window) ticks_.pop_front();
}

void ProgressMeter::expect(double work_done, double work_left, double running_work, double speed) {
  const std::scoped_lock lock(mutex_);
  const double change = work_done_ > 0 ? work_done / work_done_ : 1;
  for (Tick& tick : ticks_) tick.work *= change;  // the rate continues in the new unit
  work_done_ = work_done;
  work_left_ = work_left;
  running_.work = running_work;
  expected_speed_ = speed;
}

// Where the rates count from: the start of the window, or of the session while too little happened in the window.
ProgressMeter::Tick ProgressMeter::since(Clock::time_point now) const {
  const bool young = ticks_.empty() || now - start_ < k_window;
  if (young || completed_ + failed_ < ticks_.front().done + k_enough) return {start_, 0, 0, 0};
  return ticks_.front();
}

// What was expected before anything was observed counts as one scenario.
Pace ProgressMeter::latest_pace(Clock::time_point now) const {
  const Tick from = since(now);
  const std::uint64_t done = completed_ + failed_;
  Pace pace{.slot_seconds = slot_seconds_ - from.slot_seconds,
            .work = work_done_ - from.work,
            .slots = std::min<double>(running_.slots, static_cast<double>(planned_ - std::min(done, planned_))),
            .running = static_cast<double>(running_.scenarios),
            .running_seconds = running_.seconds,
            .running_work = running_.work,
            .work_left = std::max(work_left_, 0.0),
            .results = static_cast<double>(done - from.done),
            .seconds = std::max(seconds_between(from.time, latest_), 0.0)};
  if (expected_speed_ > 0 && planned_ > done) {
    const double usual = pace.work_left / static_cast<double>(planned_ - done);
    pace.work += usual;
    pace.slot_seconds += usual / expected_speed_;
  }
  return pace;
}

Pace ProgressMeter::pace(Clock::time_point now) const {
  const std::scoped_lock lock(mutex_);
  Pace pace = latest_pace(now);
  const double age = std::max(seconds_between(latest_, now), 0.0);
  pace.running_seconds += pace.running * age;
  pace.seconds += age;
  return pace;
}

double ProgressMeter::seconds_left(Clock::time_point now) const { return palio::seconds_left(pace(now), 0); }

std::string ProgressMeter::line(Clock::time_point now, std::size_t width) const {
  const std::scoped_lock lock(mutex_);
  const bool tells_stored = counts_stored() && now_stored_.pace;
  const Pace told = tells_stored ? *now_stored_.pace : latest_pace(now);
  const double age = std::max(seconds_between(tells_stored ? now_stored_.time : latest_, now), 0.0);
  const double left = palio::seconds_left(told, age), per_second = rate(told, age);
  const std::uint64_t failed = counts_stored() ? now_stored_.failed : failed_;
  const std::uint64_t done = counts_stored() ? now_stored_.completed + failed : completed_ + failed_;
  const double share = planned_ == 0 ? 100 : 100.0 * static_cast<double>(done) / static_cast<double>(planned_);
  const std::string_view counted = counted_ == Counted::results ? "results" : "scenarios";
  std::vector<Part> parts{
      {fmt::format("{} of {} {} ({:.0f} %)", count_text(done), count_text(planned_), counted, std::floor(share)), 5}};
  if (!waiting_.empty()) parts.push_back({"waiting: " + waiting_, 6});
  if (counted_ != Counted::results) parts.push_back({fmt::format("{} failed", count_text(failed)), 3});
  if (stored_ > 0) parts.push_back({fmt::format("{} stored before", count_text(stored_)), 1});
  if (per_second > 0 && done < planned_) parts.push_back({fmt::format("{:.1f}/s", per_second), 2});
  if (left >= 0 && done < planned_) parts.push_back({fmt::format("{} left", duration_text(left)), 4});
  if (done == planned_) parts.push_back({fmt::format("in {}", duration_text(seconds_between(start_, now))), 4});
  return fitted(std::move(parts), width);
}

std::uint64_t ProgressMeter::completed() const {
  const std::scoped_lock lock(mutex_);
  return counts_stored() ? now_stored_.completed : completed_;
}

std::uint64_t ProgressMeter::failed() const {
  const std::scoped_lock lock(mutex_);
  return counts_stored() ? now_stored_.failed : failed_;
}

std::uint64_t ProgressMeter::unstored() const {
  const std::scoped_lock lock(mutex_);
  return completed_ + failed_ - now_stored_.completed - now_stored_.failed;
}

void ProgressMeter::store(std::uint64_t completed, std::uint64_t failed, const Pace& pace, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  now_stored_ = {now_stored_.completed + completed, now_stored_.failed + failed, pace, now};
}

void ProgressMeter::wait_for(std::string what) {
  const std::scoped_lock lock(mutex_);
  waiting_ = std::move(what);
}

ProgressDisplay::ProgressDisplay(const ProgressMeter& meter, Mode mode)
    : meter_(meter),
      redrawn_(takes_escapes(STDERR_FILENO)),
      off_(mode == Mode::off),
      next_(ProgressMeter::Clock::now() + (redrawn_ ? std::chrono::seconds(0) : std::chrono::seconds(30))) {}

void ProgressDisplay::refresh(ProgressMeter::Clock::time_point now) {
  if (off_ || now < next_) return;
  if (redrawn_) {
    paint_in_place(meter_.line(now, painting_width()));
    next_ = now + k_repaint;
  } else {
    talk("{}\n", meter_.line(now));
    next_ = now + std::chrono::seconds(30);
    std::fflush(stderr);
  }
}

void ProgressDisplay::finish(ProgressMeter::Clock::time_point now) {
  if (off_) return;
  talk("{}{}\n", as_is(redrawn_ ? k_wipe : ""), meter_.line(now));
}

DisplayThread::DisplayThread(const ProgressMeter& meter, ProgressDisplay::Mode mode)
    : display_(meter, mode), thread_([this](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          display_.refresh(ProgressMeter::Clock::now());
          waited(stop, std::chrono::milliseconds(100));
        }
      }) {}

DisplayThread::~DisplayThread() {
  thread_.request_stop();
  thread_.join();
  display_.finish(ProgressMeter::Clock::now());
}

WaitingLine::WaitingLine(Doing doing, std::chrono::milliseconds patience) {
  if (!takes_escapes(STDERR_FILENO)) return;
  thread_ = std::jthread(
      [doing = std::move(doing), patience](const std::stop_token& stop) { show_waiting(stop, doing, patience); });
}

}  // namespace palio
