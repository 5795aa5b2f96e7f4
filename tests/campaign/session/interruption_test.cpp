#include "campaign/session/interruption.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

#include "core/text/new_file.h"
#include "core/tool.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// How a child that runs this ends: its exit status, or 128 and the signal.
int end_of(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);                     // it hangs
    std::signal(SIGHUP, SIG_DFL);  // also under nohup
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

void send(int signal) { kill(getpid(), signal); }

// The thread is there before the Interruption, as those that look for the quicker engine are.
TEST(Interruption, IsNotMissedByThreadsThatWereThereBefore) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_EQ(end_of([&] {
                const std::shared_ptr<SignalWatch> watch = SignalWatch::shared();
                const std::jthread before([](const std::stop_token& stop) {
                  while (!stop.stop_requested()) pause();
                });
                const Interruption interruption;
                send(signal);
                while (!interruption.requested()) pause();
                return 7;
              }),
              7);
}

TEST(Interruption, OfASignalThatCameBeforeItIsTold) {
  EXPECT_EQ(end_of([] {
              const sigset_t signals = requests_to_end();  // as main does
              pthread_sigmask(SIG_BLOCK, &signals, nullptr);
              send(SIGHUP);
              for (int i = 0; i < 10; ++i) pause();
              const Interruption interruption;
              while (!interruption.requested()) pause();
              return 7;
            }),
            7);
}

TEST(Interruption, WithoutOneASignalEndsTheProcess) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_EQ(end_of([&] {
                const std::shared_ptr<SignalWatch> watch = SignalWatch::shared();
                send(signal);
                while (true) pause();
                return 7;
              }),
              128 + signal);
}

// The last one that was sent is taken when the watch has taken those before.
TEST(Interruption, WhenItIsOverSignalsChangeNothing) {
  EXPECT_EQ(end_of([] {
              const std::shared_ptr<SignalWatch> watch = SignalWatch::shared();
              { const Interruption over; }
              for (const int signal : {SIGINT, SIGTERM, SIGHUP}) send(signal);
              const auto is_pending = [] {
                sigset_t waiting;
                sigpending(&waiting);
                return sigismember(&waiting, SIGINT) + sigismember(&waiting, SIGTERM) + sigismember(&waiting, SIGHUP);
              };
              while (is_pending() > 0) pause();
              return 7;
            }),
            7);
}

TEST(Interruption, TheSecondSignalStopsWhatRunsElseItEndsTheProcess) {
  const auto twice = [](bool can_stop) {
    return end_of([&] {
      Interruption interruption;
      std::atomic<bool> stopped = false;
      if (can_stop) interruption.on_second_signal([&] { stopped = true; });
      send(SIGINT);
      while (!interruption.requested()) pause();
      send(SIGTERM);
      while (!stopped) pause();
      return 7;
    });
  };
  EXPECT_EQ(twice(true), 7);
  EXPECT_EQ(twice(false), 130);
}

// They wait while a shell removes what is unfinished, and must not end that.
TEST(Interruption, MoreSignalsKeepNothingFromBeingRemoved) {
  const test::TemporaryFolder folder;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(end_of([&] {
                const std::shared_ptr<SignalWatch> watch = SignalWatch::shared();
                const NewFolder unfinished(folder.file("x"));
                for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGTERM, SIGTERM}) send(signal);
                while (true) send(SIGTERM);
                return 7;
              }),
              130);
    EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
  }
}

// As of a program that a script starts in the background.
TEST(Interruption, AnIgnoredSignalChangesNothingForTheOthers) {
  const test::TemporaryFolder folder;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(end_of([&] {
                std::signal(SIGINT, SIG_IGN);
                const std::shared_ptr<SignalWatch> watch = SignalWatch::shared();
                const NewFolder unfinished(folder.file("x"));
                for (const int signal : {SIGTERM, SIGINT}) send(signal);
                while (true) pause();
                return 7;
              }),
              130);
    EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
  }
}

// Creation has several steps: in between the file would be empty.
TEST(Interruption, WhatIsBeingMadeIsMadeWhole) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(end_of([&] {
              const Interruption interruption;
              std::unique_lock making(being_made());
              send(SIGINT);
              while (!interruption.requested()) pause();
              send(SIGINT);
              for (int i = 0; i < 20; ++i) pause();
              folder.write("made", "whole");
              making.unlock();
              while (true) pause();
              return 7;
            }),
            130);
  EXPECT_TRUE(std::filesystem::exists(folder.file("made")));
}

TEST(Interruption, EachThereIsIsTold) {
  EXPECT_EQ(end_of([] {
              const Interruption outer, inner;
              send(SIGTERM);
              while (!outer.requested() || !inner.requested()) pause();
              return 7;
            }),
            7);
}

TEST(Interruption, NohupIsHonoured) {
  EXPECT_EQ(end_of([] {
              std::signal(SIGHUP, SIG_IGN);
              const Interruption interruption;
              send(SIGHUP);
              send(SIGINT);  // comes later
              while (!interruption.requested()) pause();
              return 7;
            }),
            7);
}

std::atomic<int> handled = 0;

TEST(Interruption, WithoutOneTheHandlersOfOthersAreCalled) {
  EXPECT_EQ(end_of([] {
              const std::shared_ptr<SignalWatch> watch = SignalWatch::shared();
              std::signal(SIGTERM, [](int signal) { handled = signal; });
              send(SIGTERM);
              while (handled != SIGTERM) pause();
              return 7;
            }),
            7);
}

TEST(Interruption, AfterTheLastOneSignalsAreAsBefore) {
  EXPECT_EQ(end_of([] {
              { const Interruption over; }
              sigset_t blocked;
              pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
              return sigismember(&blocked, SIGINT) + sigismember(&blocked, SIGTERM) + sigismember(&blocked, SIGHUP);
            }),
            0);
}

}  // namespace
}  // namespace palio
