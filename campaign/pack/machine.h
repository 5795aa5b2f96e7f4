#pragma once

#include <string>
#include <vector>

namespace palio {

/// What an artifact says of the machine on which it was packed.
struct Machine {
  std::string palio, compiler;
  std::string libraries;     // with their versions: "SimGrid 3.32, ..."
  std::string processor;     // "Intel(R) Xeon(R) ..."
  std::string architecture;  // "x86_64"
  std::string distribution;  // "Debian GNU/Linux 12 (bookworm)"
  int cores = 1;

  bool operator==(const Machine&) const = default;
};

Machine described_machine();

/// The code name of its release: "bookworm"; empty: it has none.
std::string release_name();

/// Debian's packages of the libraries that Palio needs to run, with their versions: "libfmt9=9.1.0+ds1-2". Empty on
/// other systems.
std::vector<std::string> pinned_packages();

}  // namespace palio
