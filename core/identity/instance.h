#pragma once

#include <string>

#include "core/identity/canonical.h"

namespace palio {

/// Name of the family that reads an explicit JSON file instead of drawing.
inline constexpr std::string_view k_file_family = "file";

/// A recipe with the content of the input file it reads, if it reads one.
struct Spec {
  Recipe recipe;
  std::string definition;  // empty for generated families; the recipe holds its digest
};

/// For those who take both.
inline const Recipe& recipe_of(const Spec& spec) { return spec.recipe; }
inline const Recipe& recipe_of(const Recipe& recipe) { return recipe; }

}  // namespace palio
