#pragma once

#include <string>
#include <vector>

#include "core/identity/canonical.h"
#include "core/identity/registry.h"

namespace palio {

/// What `--platform` and `--workload` name: a file, or a recipe as `palio run --dry-run` prints it. A recipe of a
/// family that reads files may leave out their digest; else it must be that of the file's present content. Throws
/// UserError.
template <class Product>
Spec spec_argument(const std::string& typed, std::string_view kind, std::span<const Family<Product>> families);

/// Whether the text means a recipe; otherwise it is the name of a file.
bool names_recipe(const std::string& typed);

/// A family that reads files, without what it makes.
struct FileFamily {
  std::string_view name;
  std::span<const ParameterSpec> parameters;
  KeptOfFile kept = KeptOfFile::content;
};

/// The recipe that stands for a file alone, with what is kept of it: of the first of the families that reads files as
/// they are if the file is Palio's JSON, else of the one that keeps its workflow or SimGrid's platform, if there is
/// one. Throws UserError for a file that cannot be read.
Spec file_spec(std::span<const FileFamily> families, const std::string& path);
/// The same of a file of that name with that content.
Spec content_spec(std::span<const FileFamily> families, std::string content, const std::string& name);

/// The recipe read against the parameters of its family, with what is kept of the file that it reads, if it reads one.
Spec recipe_spec(const std::string& typed, const FileFamily& family);

template <class Product>
FileFamily without_product(const Family<Product>& family) {
  return {family.name, family.parameters, family.kept};
}

template <class Product>
std::vector<FileFamily> file_families(std::span<const Family<Product>> families) {
  std::vector<FileFamily> readers;
  for (const Family<Product>& family : families)
    if (family.reads_file()) readers.push_back(without_product(family));
  return readers;
}

template <class Product>
Spec spec_argument(const std::string& typed, std::string_view kind, std::span<const Family<Product>> families) {
  if (names_recipe(typed)) return recipe_spec(typed, without_product(find_row(families, kind, recipe_name(typed))));
  return file_spec(file_families(families), typed);
}

}  // namespace palio
