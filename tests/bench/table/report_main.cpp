// bench_report [MARKDOWN]: reads the figures of bench from standard input, prints the table, and writes the report into
// the file if one is named.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "tests/bench/table/report.h"

namespace palio::bench {
namespace {

std::vector<Figure> read_figures(std::istream& lines) {
  std::vector<Figure> figures;
  for (std::string line; std::getline(lines, line);) figures.push_back(figure_from_json(line));
  return figures;
}

int report(const char* file) {
  const std::vector<Figure> figures = read_figures(std::cin);
  TableWriter table(stdout, Format::table);
  write_table(figures, table);
  if (file == nullptr) return 0;
  std::ofstream out(file, std::ios::binary);
  out << markdown(figures, machine_facts()) << std::flush;
  if (out) return 0;
  fmt::print(stderr, "bench_report: cannot write {}\n", file);
  return 1;
}

}  // namespace
}  // namespace palio::bench

int main(int argc, char** argv) {
  try {
    return palio::bench::report(argc > 1 ? argv[1] : nullptr);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_report: {}\n", error.what());
    return 1;
  }
}
