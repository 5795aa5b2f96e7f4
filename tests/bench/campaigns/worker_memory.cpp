// Memory of a worker and of what it starts, at the largest platforms of the paper: 8 clusters of 128 processors, 50
// tasks, M-HEFT, whose redistributions span whole clusters.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>

#include "platforms/family.h"
#include "runners/client/engine_choice.h"
#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"
#include "strategies/registry.h"
#include "tests/bench/table/workbench.h"
#include "workloads/family.h"

namespace palio::bench {
namespace {

constexpr int k_graphs = 9;

struct Peak {
  double worker = 0;   // byte
  double largest = 0;  // byte: of the worker and all processes that it started
};

RunRequest request(int number) {
  constexpr std::array<std::string_view, 3> k_widths{"0.1", "0.2", "0.8"};
  const std::string platform =
      "random-multi-cluster:clusters=8,min_processors=128,max_processors=128,min_speed=1e9,heterogeneity=5,sample=0,"
      "seed=2007";
  const std::string workload = fmt::format(
      "random-ptg:tasks=50,width={},regularity=0.8,density=0.8,jump=1,complexity=matmul,sample={},seed=2007",
      k_widths[static_cast<std::size_t>(number) % k_widths.size()], number);
  return {.id = number,
          .platform = {parse_recipe(platform, platform_family(recipe_name(platform)).parameters), {}},
          .workload = {parse_recipe(workload, workload_family(recipe_name(workload)).parameters), {}},
          .strategies = {{"M-HEFT", {}}}};
}

// The largest resident set that the process has had, byte.
double peak_of(pid_t pid) {
  std::ifstream status(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return 1024 * std::stod(line.substr(6));
  throw std::runtime_error("the worker is gone");
}

void converse(int requests, LineReader& replies) {
  replies.next();  // hello
  for (int number = 0; number < k_graphs; ++number) {
    write_line(requests, encode(request(number)));
    while (true) {
      const std::optional<std::string> line = replies.next();
      if (!line) throw std::runtime_error("the worker ended early");
      const ReplyLine reply = decode_reply(*line);
      if (std::holds_alternative<Done>(reply)) break;
      if (const auto* result = std::get_if<ResultLine>(&reply);
          result != nullptr && !std::holds_alternative<Completed>(result->result.outcome))
        throw std::runtime_error("a scenario of the benchmark failed");
    }
  }
}

Peak measure(const std::string& program) {
  signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> requests{}, replies{};
  if (pipe2(requests.data(), O_CLOEXEC) != 0 || pipe2(replies.data(), O_CLOEXEC) != 0)
    throw std::runtime_error("cannot create pipes");
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(requests[0], STDIN_FILENO);
    dup2(replies[1], STDOUT_FILENO);
    execl(program.c_str(), "palio-worker", nullptr);
    _exit(127);
  }
  close(requests[0]);
  close(replies[1]);
  LineReader lines(replies[0]);
  converse(requests[1], lines);
  Peak peak{.worker = peak_of(pid)};
  close(requests[1]);
  rusage usage{};
  wait4(pid, nullptr, 0, &usage);
  close(replies[0]);
  peak.largest = static_cast<double>(usage.ru_maxrss) * 1024;
  return peak;
}

void tell(const Workbench& bench, const EngineChoice& engine) {
  const int rounds = bench.choose(3, 2);
  std::vector<double> worker, largest;
  for (int round = 0; round < rounds; ++round) {
    const Peak peak = measure(worker_program(engine));
    worker.push_back(peak.worker / 1e6);
    largest.push_back(peak.largest / 1e6);
  }
  Figure figure{.what = fmt::format("memory of a worker of {} at 8 x 128 processors, 50 tasks, M-HEFT", engine.name),
                .unit = "MB",
                .measured = spread(worker),
                .rounds = rounds,
                .target = Target{Bound::at_most, 100},
                .against = "",
                .sides = fmt::format("the process that stays; {} graphs", k_graphs),
                .commands = {fmt::format("{}, driven over its pipes", engine.program)}};
  bench.tell(figure);
  figure.what = "memory of the largest process that this worker starts";
  figure.measured = spread(largest);
  figure.sides = "the simulation of one scenario";
  bench.tell(figure);
}

}  // namespace

void bench_worker_memory(Workbench& bench) {
  for (const EngineChoice& engine : engine_table()) tell(bench, engine);
}

}  // namespace palio::bench
