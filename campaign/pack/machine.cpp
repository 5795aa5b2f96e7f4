#include "campaign/pack/machine.h"

#include <fmt/chrono.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "campaign/session/this_machine.h"
#include "core/version.h"

namespace palio {
namespace {

// The value of the first line "key<separator>value" of a file, without quotes; empty: it has none.
std::string value_in_file(const char* file, std::string_view key, char separator) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    std::string value = line.substr(std::min(line.find(separator), line.size() - 1) + 1);
    std::erase(value, '"');
    return value.substr(std::min(value.find_first_not_of(' '), value.size()));
  }
  return "";
}

// The beginnings of their names; what follows is a version.
constexpr auto k_libraries_of_palio = std::to_array<std::string_view>(
    {"libsimgrid", "coinor-libclp", "coinor-libcoinutils", "libtomlplusplus", "libsqlitecpp", "libsqlite3-", "libtbb",
     "libfmt", "libxxhash", "libexpat", "libsimdjson", "libyaml-0", "libarchive", "libssl"});

bool is_needed(std::string_view package) {
  const auto begins = [&](std::string_view name) {
    const std::string_view rest = package.starts_with(name) ? package.substr(name.size()) : "x";
    return rest.find_first_not_of("0123456789.-tv") == std::string_view::npos;  // 3v5, 9t64
  };
  return std::ranges::any_of(k_libraries_of_palio, begins);
}

}  // namespace

Machine described_machine() {
  utsname system{};
  uname(&system);
  std::string libraries(k_libraries);
  for (std::size_t at = libraries.find('\n'); at != std::string::npos; at = libraries.find('\n'))
    libraries.replace(at, 1, ", ");
  return {.palio = std::string(k_version),
          .compiler = std::string(k_compiler),
          .libraries = std::move(libraries),
          .processor = value_in_file("/proc/cpuinfo", "model name", ':'),
          .architecture = system.machine,
          .distribution = value_in_file("/etc/os-release", "PRETTY_NAME=", '='),
          .cores = cores()};
}

DebianPackages debian_packages() {
  constexpr const char* k_release = "/etc/os-release";
  constexpr const char* k_status = "/var/lib/dpkg/status";
  DebianPackages packages;
  struct stat changed {};
  if (value_in_file(k_release, "ID=", '=') != "debian" || stat(k_status, &changed) != 0) return packages;
  packages.release = value_in_file(k_release, "VERSION_CODENAME=", '=');
  packages.date = fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(changed.st_mtime));
  std::ifstream status(k_status);
  std::string package;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Package: ")) package = line.substr(9);
    if (line.starts_with("Status: ") && !line.ends_with(" installed")) package.clear();
    if (line.starts_with("Version: ") && !package.empty() && is_needed(package))
      packages.pinned.push_back(package + '=' + line.substr(9));
  }
  std::ranges::sort(packages.pinned);
  return packages;
}

}  // namespace palio
