#pragma once

#include <string>

#include "core/identity/instance.h"
#include "core/identity/registry.h"

namespace palio {

/// What `--platform` and `--workload` name: a file, or a recipe as `palio run --dry-run` prints it. A recipe of the
/// family that reads files must be that of the file's present content. Throws UserError.
template <class Product>
Ingredient ingredient_argument(const std::string& typed, std::string_view kind,
                               std::span<const Family<Product>> families);

/// Whether the text means a recipe; otherwise it is the name of a file.
bool names_recipe(const std::string& typed);

/// The recipe of the family that reads files that stands for one, with its content. Throws UserError for a file that
/// cannot be read.
Ingredient file_ingredient(std::string_view family, const std::string& path);

/// The recipe read against the parameters of its family, with the content of the file that it reads, if it reads one.
Ingredient recipe_ingredient(const std::string& typed, std::span<const ParameterSpec> specs);

template <class Product>
Ingredient ingredient_argument(const std::string& typed, std::string_view kind,
                               std::span<const Family<Product>> families) {
  if (!names_recipe(typed))
    return file_ingredient(std::ranges::find_if(families, &Family<Product>::reads_file)->name, typed);
  return recipe_ingredient(typed, find_row(families, kind, recipe_name(typed)).parameters);
}

}  // namespace palio
