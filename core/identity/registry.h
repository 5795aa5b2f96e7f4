#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/identity/nearest.h"
#include "core/identity/random_stream.h"

namespace palio {

/// What a campaign stores of the file that a family reads.
enum class KeptOfFile {
  content,
  workflow,  // of any format, as Palio's own JSON (docs/workflows.md)
  platform,  // SimGrid's XML and what strategies see of it, as such JSON (docs/file-formats.md)
  network,   // of SAGA's JSON, as a mesh in such JSON
};

/// Clipped draws that a parameter multiplies, or chooses.
struct ClippedDraws {
  std::string_view parameter;
  ClippedNormal draw;
};

/// One row of a registry of families that make a Product. Adding a family: one file, one row, one test.
template <class Product>
struct Family {
  std::string_view name;
  std::string_view summary;
  std::string_view source;                    // paper and section
  std::span<const ParameterSpec> parameters;  // drawn families end with k_sample and k_seed
  /// Takes a resolved recipe and, if the family reads a file, what is kept of it. Throws UserError.
  Product (*build)(const Recipe& recipe, std::string_view definition);
  KeptOfFile kept = KeptOfFile::content;  // the definition, of families that read one
  std::span<const ClippedDraws> clipped = {};

  bool reads_file() const { return parameter_of(parameters, ParameterRole::path) != nullptr; }
};

/// The row of that name; throws UserError with the nearest valid name. `kind` is what messages call a row.
template <class Row>
const Row& find_row(std::span<const Row> rows, std::string_view kind, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &Row::name);
  if (found != rows.end()) return *found;
  throw UserError("unknown {} \"{}\"{}", kind, name, suggestion(name, rows, &Row::name));
}

/// Parameters of the families that draw at random.
inline constexpr ParameterSpec k_sample =
    with_role(ParameterRole::sample, {"sample", ParameterType::integer, "", "number of the draw", 0, 1e9});
inline constexpr ParameterSpec k_seed =
    with_role(ParameterRole::seed, {"seed", ParameterType::integer, "", "seed of the study", 0, 0x1p53});

/// Parameters of the families that read a file; the study fills in the digest.
constexpr ParameterSpec path_parameter(std::string_view meaning) {
  return with_role(ParameterRole::path, text_parameter("path", meaning));
}
inline constexpr ParameterSpec k_file_digest =
    with_role(ParameterRole::digest, text_parameter("digest", "digest of the file's content"));
inline constexpr std::array<ParameterSpec, 2> k_file_parameters{path_parameter("the JSON file"), k_file_digest};

}  // namespace palio
