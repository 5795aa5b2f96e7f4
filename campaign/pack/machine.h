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

/// What a container needs to have the packages of this machine.
struct DebianPackages {
  std::string release;              // "bookworm"
  std::string date;                 // of the last change: "20261126T233500Z", as snapshot.debian.org takes it
  std::vector<std::string> pinned;  // the libraries that Palio needs: "libfmt9=9.1.0+ds1-2"
};

/// Nothing is pinned on another system than Debian.
DebianPackages debian_packages();

}  // namespace palio
