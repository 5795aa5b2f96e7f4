#include "tests/bench/table/workbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/bench/table/campaign_costs.h"

namespace palio::bench {
namespace {

std::string program_folder() { return std::filesystem::path(PALIO_PATH).parent_path().string(); }

std::vector<std::string> with_program(const std::string& program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program);
  return arguments;
}

}  // namespace

Command Workbench::palio(std::vector<std::string> arguments) const {
  return {.arguments = with_program(PALIO_PATH, std::move(arguments))};
}

Command Workbench::beside(std::string_view program, std::vector<std::string> arguments) const {
  return {.arguments = with_program(fmt::format("{}/{}", program_folder(), program), std::move(arguments))};
}

std::string Workbench::study(std::string_view name) const {
  return fmt::format("{}/tests/bench/studies/{}.toml", PALIO_SOURCE_DIR, name);
}

std::string Workbench::write_study(std::string_view file_name, std::string_view strategies) const {
  std::string written = file(file_name);
  std::ofstream(written) << std::ifstream(study("instances")).rdbuf() << '\n' << strategies;
  return written;
}

const std::string& Workbench::stored_campaign() {
  if (stored_campaign_.empty()) {
    stored_campaign_ = file("stored.db");
    stored_usage_ = run(stored_command());
    stored_results_ = campaign_costs(stored_campaign_).scenarios;
  }
  return stored_campaign_;
}

double Workbench::stored_results() {
  stored_campaign();
  return stored_results_;
}

Usage Workbench::stored_usage() {
  stored_campaign();
  return stored_usage_;
}

std::string Workbench::typed(const Command& command) const {
  return bench::typed(command, {program_folder(), PALIO_SOURCE_DIR, std::filesystem::path(file("f")).parent_path()});
}

void Workbench::tell(const Figure& figure) const {
  fmt::print("{}\n", to_json(figure));
  std::fflush(stdout);
  fmt::print(stderr, "bench: {}: {:.4g} {}{}\n", figure.what, figure.measured.median, figure.unit,
             holds(figure) ? "" : " (misses)");
}

void in_turn(int rounds, const std::vector<std::function<void()>>& sides) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::function<void()>> order = sides;
    if (round % 2 == 1) std::ranges::reverse(order);
    for (const auto& side : order) side();
  }
}

}  // namespace palio::bench
