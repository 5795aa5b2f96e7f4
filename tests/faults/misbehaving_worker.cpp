// palio-worker, or palio-worker-fluid where it is called that, except that strategy M-HEFT-MAX does first what
// MISBEHAVIOUR names. What returns is followed by the strategy itself, whose schedule may be broken then.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cfenv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/worker/worker_loop.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/faults/broken_schedules.h"

namespace palio {
namespace {

void sleep_long() { std::this_thread::sleep_for(std::chrono::minutes(10)); }

void loop() {
  for (volatile bool forever = true; forever;) {
  }
}

// Writes to every page, so that the memory is really taken.
void eat_memory() {
  for (std::vector<std::string> eaten;;) eaten.emplace_back(1U << 20U, 'x');
}

enum class Group { own, scenario };

void leave_child(Group group) {
  if (fork() != 0) return;
  if (group == Group::own) setsid();
  std::signal(SIGTERM, SIG_IGN);
  sleep_long();
  _exit(0);
}

// One is left behind by its parent, in a session of its own.
void compute_in_children() {
  for (const Group group : {Group::own, Group::scenario}) {
    if (fork() != 0) continue;
    if (group == Group::own) setsid();
    if (fork() == 0 || group == Group::scenario) loop();
    _exit(0);
  }
  sleep_long();
}

void leave_children(int count) {
  for (int i = 0; i < count; ++i) leave_child(i % 2 == 0 ? Group::own : Group::scenario);
}

// Among them lines that palio would take for an answer.
void write_noise() {
  for (int i = 0; i < 50'000; ++i) {
    std::puts(R"({"type":"result","id":1,"strategy":0,"total_time":0,"peak_memory":0,"reply":{"outcome":"crashed"}})");
    std::fputs(R"({"type":"done","id":1})"
               "\n",
               stderr);
  }
  std::fflush(stdout);
}

void close_descriptors() {
  for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
}

void write_to_descriptors() {
  const std::string junk(200, 'j');
  for (int descriptor = 3; descriptor < 1024; ++descriptor)
    if (write(descriptor, junk.data(), junk.size()) < 0) errno = 0;
}

void truncate_descriptors() {
  for (int descriptor = 0; descriptor < 1024; ++descriptor)
    if (ftruncate(descriptor, 0) != 0) errno = 0;
}

void change_process() {
  if (chdir("/") != 0) std::abort();
  umask(0777);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  for (const int signal : {SIGTERM, SIGINT, SIGCHLD, SIGPIPE}) std::signal(signal, SIG_IGN);
}

const std::map<std::string, void (*)()>& misbehaviours() {
  static const std::map<std::string, void (*)()> table{
      {"segfault", [] { std::raise(SIGSEGV); }},
      {"abort",
       [] {
         std::fputs("last words\n", stderr);
         std::abort();
       }},
      {"throw", [] { throw std::runtime_error("no such luck"); }},
      {"throw-int", [] { throw 42; }},
      {"no-schedule", [] { throw NoSchedule("nothing fits"); }},
      {"deadlock", [] { throw Deadlock("task 3 never finished"); }},
      {"exit-0", [] { std::exit(0); }},
      {"exit-3", [] { std::exit(3); }},
      {"loop", loop},
      {"compute-in-children", compute_in_children},
      {"sleep", sleep_long},
      {"ignore-sigterm",
       [] {
         change_process();
         sleep_long();
       }},
      {"stop", [] { std::raise(SIGSTOP); }},
      {"eat-memory", eat_memory},
      {"sigpipe", [] { std::raise(SIGPIPE); }},
      {"kill-group", [] { kill(0, SIGKILL); }},
      {"kill-parent",
       [] {
         kill(getppid(), SIGKILL);
         sleep_long();
       }},
      {"kill-parent-and-answer", [] { kill(getppid(), SIGKILL); }},
      {"close-descriptors", close_descriptors},
      {"write-descriptors", write_to_descriptors},
      {"truncate-descriptors", truncate_descriptors},
      {"toward-zero", [] { std::fesetround(FE_TOWARDZERO); }},
      {"leave-children", [] { leave_children(4); }},
      {"leave-200-children", [] { leave_children(200); }},
      {"leave-children-and-die",
       [] {
         leave_children(4);
         std::raise(SIGSEGV);
       }},
      {"leave-children-and-wait",
       [] {
         leave_children(4);
         while (true) pause();
       }},
      {"noise", write_noise},
      {"change-process", change_process},
  };
  return table;
}

std::string misbehaviour() {
  const char* named = std::getenv("MISBEHAVIOUR");
  return named == nullptr ? "" : named;
}

SchedulingResult misbehave(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  if (const auto found = misbehaviours().find(misbehaviour()); found != misbehaviours().end()) found->second();
  SchedulingResult result = method_if<GraphMethod>(strategy("M-HEFT-MAX"))->schedule(platform, workload, parameters);
  test::break_schedule(misbehaviour(), result.schedule);
  return result;
}

ScenarioReply run(const BuiltInstance& instance, const Recipe& recipe, Detail detail) {
  if (recipe.name != "M-HEFT-MAX") return run_scenario(instance, recipe, detail);
  Strategy odd = strategy(recipe.name);
  odd.method = std::make_shared<GraphMethod>(misbehave, GraphTerms{.batches = BatchNeed::one_application});
  return run_strategy(instance, odd, recipe.parameters, detail);
}

}  // namespace
}  // namespace palio

int main(int /*argc*/, char** argv) {
  // Only what sleeps may be given up soon: a busy machine may take a minute for what computes.
  const std::string odd = palio::misbehaviour();
  const bool sleeps = odd == "sleep" || odd == "ignore-sigterm" || odd == "stop";
  const palio::Engine engine =
      std::string_view(argv[0]).ends_with("fluid") ? palio::with_fluid() : palio::with_simgrid();
  return palio::serve_standard_streams(engine, palio::run, sleeps ? 1 : palio::k_shortest_wait);
}
