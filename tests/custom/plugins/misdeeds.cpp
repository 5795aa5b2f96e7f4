// A command whose strategies BAD and BAD-NOW do what their parameter `act` says, at each question, and whose strategies
// GOOD and GOOD-NOW do nothing wrong. `misdeeds numbered` repeats the numbers of questions, `misdeeds plain` does not.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using nlohmann::json;

bool numbered = false;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0) _exit(9);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

pid_t parent_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  return text.empty() ? 0 : std::stoi(text.substr(text.rfind(')') + 4));
}

std::filesystem::path program_of(pid_t process) {
  std::error_code gone;
  return std::filesystem::read_symlink("/proc/" + std::to_string(process) + "/exe", gone);
}

// Parent, keeper, worker, test, and what is between them: all run one program.
std::vector<pid_t> processes_above() {
  std::vector<pid_t> all;
  for (pid_t process = getppid(); process > 1 && program_of(process) == program_of(getppid());
       process = parent_of(process))
    all.push_back(process);
  return all;
}

// Nobody if it is the worker or the test, whatever has been killed before.
pid_t grandparent() {
  const std::vector<pid_t> above = processes_above();
  return above.size() > 3 ? above[1] : std::numeric_limits<pid_t>::max();
}

// As it was at the first look.
pid_t keeper() {
  static const pid_t known = grandparent();
  return known;
}

// What the pipes of a process are called, and where they can be opened.
std::map<std::string, std::filesystem::path> pipes_of(pid_t process) {
  std::map<std::string, std::filesystem::path> pipes;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd", gone))
    if (const std::string name = std::filesystem::read_symlink(entry.path(), gone).string(); name.starts_with("pipe:"))
      pipes[name] = entry.path();
  return pipes;
}

// Into each pipe of those above: that this process was killed by signal 9. Not into its own, and those of the test.
void forge_a_status() {
  const std::vector<pid_t> above = processes_above();
  std::map<std::string, std::filesystem::path> spared = pipes_of(getpid());
  spared.merge(pipes_of(above.back()));
  for (const pid_t process : above)
    for (const auto& [name, path] : pipes_of(process)) {
      const int pipe = spared.contains(name) ? -1 : open(path.c_str(), O_WRONLY | O_NONBLOCK);
      const int killed = SIGKILL;
      if (pipe >= 0 && write(pipe, &killed, sizeof killed) > 0) usleep(20'000);
      close(pipe);
    }
}

void sleep_for_ever() {
  while (true) pause();
}

// A process of its own that does it after a while; in a new session if wanted.
enum class Session { same, own };
void later(const std::function<void()>& deed, Session session = Session::same) {
  if (fork() != 0) return;
  if (session == Session::own) setsid();
  usleep(30'000);
  deed();
  _exit(0);
}

void leave_a_child() {
  if (fork() == 0) sleep_for_ever();
}

void forbid_files_to_keeper() {
  const rlimit none{0, 0};
  prlimit(keeper(), RLIMIT_NOFILE, &none, nullptr);
}

std::string text_of(json answer, const json& question) {
  if (numbered) answer["number"] = question["number"];
  return answer.dump() + "\n";
}

std::string with_number(json answer, std::int64_t number) {
  answer["number"] = number;
  return answer.dump() + "\n";
}

// What happens in the place of the answer.
void misbehave(const std::string& act, const json& answer, const json& question) {
  const std::string good = text_of(answer, question), half = good.substr(0, good.size() / 2);
  const auto say = [&] { write_all(good); };
  const std::map<std::string, std::function<void()>> deeds{
      {"nothing", [&] { say(); }},
      {"again-late", [&] { say(), later([&] { say(); }); }},
      {"again-late-elsewhere", [&] { say(), later([&] { say(); }, Session::own); }},
      {"again-at-once", [&] { say(), say(); }},
      {"word-behind", [&] { say(), write_all("planned\n"); }},
      {"word-late", [&] { say(), later([] { write_all("planned\n"); }); }},
      {"half-word-behind", [&] { say(), write_all("plan"); }},
      {"half-line-and-exit", [&] { write_all(half), _exit(3); }},
      {"half-line-and-sleep", [&] { write_all(half), sleep_for_ever(); }},
      {"in-two-parts", [&] { write_all(half), usleep(20'000), write_all(good.substr(half.size())); }},
      {"two-in-a-line", [&] { write_all(good.substr(0, good.size() - 1)), say(); }},
      {"older-number", [&] { write_all(with_number(answer, question.value("number", std::int64_t{7}) - 1)); }},
      {"older-then-right", [&] { write_all(with_number(answer, 1)), say(); }},
      {"no-number", [&] { write_all(answer.dump() + "\n"); }},
      {"word-ahead", [&] { write_all("planning\n"), say(); }},
      {"empty-line-ahead", [&] { write_all("\n"), say(); }},
      {"exit-ahead", [&] { _exit(3); }},
      {"exit-behind", [&] { say(), _exit(3); }},
      {"crash-behind", [&] { say(), std::abort(); }},
      {"stop-keeper-ahead", [&] { kill(keeper(), SIGSTOP), say(); }},
      {"stop-keeper-behind", [&] { say(), kill(keeper(), SIGSTOP); }},
      {"stop-keeper-late", [&] { later([boss = keeper()] { kill(boss, SIGSTOP); }, Session::own), say(); }},
      {"trace-keeper", [&] { ptrace(PTRACE_ATTACH, keeper(), nullptr, nullptr), say(); }},
      {"kill-keeper-ahead", [&] { kill(keeper(), SIGKILL), say(); }},
      {"kill-keeper-behind", [&] { say(), kill(keeper(), SIGKILL); }},
      {"forbid-files-to-keeper", [&] { forbid_files_to_keeper(), say(); }},
      {"forge-status", [&] { forge_a_status(), say(); }},
      {"kill-grandparent", [&] { kill(grandparent(), SIGKILL), say(); }},
      {"stop-grandparent", [&] { kill(grandparent(), SIGSTOP), say(); }},
      {"stop-grandparent-behind", [&] { say(), usleep(1000), kill(grandparent(), SIGSTOP); }},
      {"trace-grandparent-behind", [&] { say(), ptrace(PTRACE_ATTACH, grandparent(), nullptr, nullptr); }},
      {"stop-parent", [&] { kill(getppid(), SIGSTOP), say(); }},
      {"kill-parent", [&] { kill(getppid(), SIGKILL), say(); }},
      {"end-group-ahead", [&] { kill(0, SIGTERM), say(); }},
      {"kill-group-ahead", [&] { kill(0, SIGKILL), say(); }},
      {"end-group-behind", [&] { say(), kill(0, SIGTERM); }},
      {"close-output-and-exit", [&] { close(STDOUT_FILENO), usleep(20'000), _exit(3); }},
      {"close-input", [&] { close(STDIN_FILENO), usleep(20'000), say(); }},
      {"close-input-behind", [&] { say(), close(STDIN_FILENO); }},
      {"close-input-and-sleep", [&] { close(STDIN_FILENO), sleep_for_ever(); }},
      {"child-with-output", [&] { leave_a_child(), say(); }},
      {"child-with-output-and-exit", [&] { leave_a_child(), _exit(3); }},
      {"endless-line",
       [&] {
         while (true) write_all(std::string(65536, 'x'));
       }},
      {"zero-byte", [&] { write_all(std::string("\0", 1)), say(); }},
      {"not-utf8", [&] { write_all("{\"placements\": \"\xff\"}\n"); }},
      {"own-session", [&] { setsid(), say(); }},
      {"nice", [&] { setpriority(PRIO_PROCESS, 0, 19), say(); }},
      {"other-folder",
       [&] {
         if (chdir("/") == 0) say();
       }},
      {"many-lines-ahead",
       [&] {
         for (int i = 0; i < 20'000; ++i) write_all("planning\n");
         say();
       }},
      {"sleep", [&] { sleep_for_ever(); }},
      {"sleep-behind", [&] { say(), usleep(50'000); }},
      {"stop-itself", [&] { kill(getpid(), SIGSTOP); }},
  };
  deeds.at(act)();
}

json description(const std::string& mode) {
  json act{{"name", "act"}, {"type", "text"}, {"meaning", "what it does"}, {"default", "nothing"}};
  json n{{"name", "n"}, {"type", "integer"}, {"meaning", "its number"}, {"min", 0}, {"max", 9}, {"default", 0}};
  json strategies = json::array();
  for (const std::string name : {"BAD", "BAD-NOW", "GOOD", "GOOD-NOW"})
    strategies.push_back({{"name", name},
                          {"summary", "s"},
                          {"decides", name.ends_with("NOW") ? "at_run_time" : "ahead"},
                          {"parameters", {act, n}}});
  json all{{"interface", 1}, {"strategies", strategies}};
  if (mode != "unsaid") all["answers"] = mode;
  return all;
}

json answer_to(const json& instance, const json& question) {
  int processors = 0;
  for (const json& cluster : instance["platform"]["clusters"]) processors += cluster["processors"].get<int>();
  const int way = question["parameters"]["n"].get<int>() + 1;
  json rows = json::array();
  if (question["type"] == "decide")
    for (const json& task : question["ready"])
      rows.push_back({task[0], task[1], {task[1].get<int>() * way % processors}});
  else
    for (const json& task : instance["graphs"][0]["order"])
      rows.push_back({0, task, {task.get<int>() * way % processors}});
  return {{question["type"] == "decide" ? "decisions" : "placements", rows}};
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "unsaid";
  numbered = mode == "numbered";
  json instance;
  for (std::string line; std::getline(std::cin, line);) {
    const json message = json::parse(line);
    if (message["type"] == "instance")
      instance = message;
    else if (message["type"] == "describe")
      write_all(description(mode).dump() + "\n");
    else
      misbehave(message["strategy"].get<std::string>().starts_with("BAD") ? message["parameters"]["act"] : "nothing",
                answer_to(instance, message), message);
  }
}
