#include "tests/bench/table/machine.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "core/version.h"
#include "runners/client/engine_choice.h"
#include "runners/wire/protocol.h"
#include "tests/bench/table/command.h"

namespace palio::bench {
namespace {

// The value of the first line of a file of /proc that begins with the key.
std::string proc_value(const std::string& path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key)) return line.substr(line.find_first_not_of(" \t", line.find(':') + 1));
  return "unknown";
}

std::string kernel() {
  utsname names{};
  uname(&names);
  return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

std::string memory() {
  const double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return fmt::format("{:.1f} GB", bytes / 1e9);
}

// A busy machine makes every figure worse. ./dev bench takes its load before the benchmarks make one themselves.
std::string load() {
  const char* before = std::getenv("PALIO_LOAD");
  return before == nullptr ? "unknown" : fmt::format("{} over the minute before", before);
}

// What a worker says first.
std::string simgrid() {
  const std::string hello = output_of({worker_program(engine_table().front()).string()});
  const ReplyLine reply = decode_reply(hello.substr(0, hello.find('\n')));
  return std::get<Hello>(reply).engine.version;
}

// The first word of a program's output that begins with a digit.
std::string tool_version(const std::string& program) {
  try {
    const std::string said = output_of({program, "--version"});
    const std::string version = said.substr(std::min(said.find_first_of("0123456789"), said.size()));
    return version.substr(0, version.find_first_of(" \n"));
  } catch (const std::runtime_error&) {
    return "not installed";
  }
}

}  // namespace

Facts machine_facts() {
  return {{"date", fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)))},
          {"processor",
           fmt::format("{}, {} cores", proc_value("/proc/cpuinfo", "model name"), std::thread::hardware_concurrency())},
          {"memory", memory()},
          {"load", load()},
          {"kernel", kernel()},
          {"palio", std::string(k_version)},
          {"compiler", std::string(k_compiler)},
          {"SimGrid", simgrid()},
          {"SQLite", tool_version("sqlite3")},
          {"GNU parallel", tool_version("parallel")}};
}

}  // namespace palio::bench
