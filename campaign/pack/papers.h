#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "campaign/pack/artifact.h"
#include "campaign/pack/pack_file.h"

namespace palio {

/// What the texts of an artifact say of it.
struct PackedFacts {
  Artifact artifact;
  PackFile said;
  std::string verdicts;     // "paper: 20 reproduced"; empty: no claims
  double seconds = 0;       // of CPU that the results took
  std::uint64_t bytes = 0;  // of its files
  std::map<std::string, std::string>
      libraries;              // of custom strategies: the file in the artifact by digest; empty: none
  bool has_commands = false;  // custom strategies of commands
  bool has_package = false;   // Palio's Debian package is in it
};

/// The texts for people: README.md, LICENSE, CITATION.cff, appendix.md, appendix.tex, Containerfile. What only the
/// authors know is marked FILL IN.
std::map<std::string, std::string> artifact_papers(const PackedFacts& facts);

}  // namespace palio
