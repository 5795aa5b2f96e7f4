#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/identity/parameters.h"

namespace palio {

/// How to make a platform, a workload or a strategy: a registry's row and a value for each of its parameters. Random
/// families also have parameters for the sample and the seed, so a recipe determines all random draws.
struct Recipe {
  std::string name;       // family or strategy
  Parameters parameters;  // resolved: every parameter of the row is there

  bool operator==(const Recipe&) const = default;
};

/// Name of the family that reads an explicit JSON file instead of drawing.
inline constexpr std::string_view k_file_family = "file";

/// A recipe with the content of the input file it reads, if it reads one.
struct Spec {
  Recipe recipe;
  std::string definition;  // empty for generated families; the recipe holds its digest
};

/// For code that takes both.
inline const Recipe& recipe_of(const Spec& spec) { return spec.recipe; }
inline const Recipe& recipe_of(const Recipe& recipe) { return recipe; }

/// The values of a list (read_list) in a resolved recipe.
std::vector<Value> list_of(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name);

/// The identity of a recipe: `name:a=1,b=0.5`, sorted by parameter, numbers normalised. Never a position.
/// The command line reads the same syntax (parse_recipe).
std::string canonical_text(const Recipe& recipe);

/// Like canonical_text, without the parameters that have their default value: what people read and type.
std::string label(const Recipe& recipe, std::span<const ParameterSpec> specs);

/// Splits `NAME` or `NAME:a=1,b=x` and resolves it against the specs of NAME. Throws UserError.
/// A value in double quotes may hold commas and equal signs; \" and \\ stand for themselves.
std::string recipe_name(std::string_view text);
/// Without a sample and a seed it is draw 0 of seed 1.
Recipe parse_recipe(std::string_view text, std::span<const ParameterSpec> specs);

/// A parameter as written in a recipe; views into the text.
struct WrittenParameter {
  std::string_view name;
  std::string_view value;  // with its quotes, if it has any

  /// The value without quotes and escapes.
  std::string unquoted() const;
};

/// Reads `NAME` or `NAME:a=1,b="x,y"` parameter by parameter: the only code that knows separators and quotes. The text
/// must outlive it.
class RecipeReader {
public:
  explicit RecipeReader(std::string_view text);

  std::string_view name() const { return name_; }
  /// The next parameter; nothing at the end. Throws UserError for a text that does not have that form.
  std::optional<WrittenParameter> next();

private:
  std::string_view text_, name_;
  std::string_view rest_;  // with the separator before the next parameter
};

/// A 128-bit hash. The digest of a set is the sum of its members' hashes, the same in any order.
class Digest {
public:
  constexpr Digest() = default;
  constexpr Digest(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  std::uint64_t high() const { return high_; }
  std::uint64_t low() const { return low_; }

  /// Adds modulo 2^128. Not XOR, where two equal members would cancel out.
  Digest& operator+=(const Digest& other);
  bool operator==(const Digest&) const = default;

private:
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

/// XXH3-128 of the bytes, the same on every machine.
Digest digest_of(std::string_view bytes);

/// 32 hexadecimal digits.
std::string to_text(const Digest& digest);

/// A canonical text has two keys; the second one counts where another text has the first, once in 600 campaigns of a
/// million workloads.
enum class WhichKey { first, second };

/// The key as a number of 48 bits: the id of the text in every campaign.
std::int64_t content_id(std::string_view canonical, WhichKey which = WhichKey::first);

/// 12 hexadecimal digits: short enough to type, and to name a scenario by.
std::string short_key(std::int64_t id);
inline std::string short_key(std::string_view canonical) { return short_key(content_id(canonical)); }

/// 32 hexadecimal digits of XXH3-128: names the content of an input file.
std::string content_digest(std::string_view content);

}  // namespace palio
