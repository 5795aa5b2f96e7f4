#include "core/identity/canonical.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.h"

namespace palio {
namespace {

// What a recipe draws that does not say it; a study always does.
constexpr auto k_first_draw =
    std::to_array<std::pair<ParameterRole, std::int64_t>>({{ParameterRole::sample, 0}, {ParameterRole::seed, 1}});

constexpr std::string_view k_special = ",=:\"\\ \n";

std::string quoted(const std::string& text) {
  if (!text.empty() && text.find_first_of(k_special) == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string value_text(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? quoted(*text) : to_text(value);
}

template <class Keep>
std::string joined(const Recipe& recipe, Keep keep) {
  std::string out = recipe.name;
  char separator = ':';
  for (const auto& [name, value] : recipe.parameters) {
    if (!keep(name, value)) continue;
    ((out += separator) += name) += '=';
    out += value_text(value);
    separator = ',';
  }
  return out;
}

// The length of the quoted or plain value at the start of the text.
std::size_t value_length(std::string_view text) {
  if (!text.starts_with('"')) return text.substr(0, text.find(',')).size();
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  throw UserError("missing closing quote in {}", text);
}

}  // namespace

std::string canonical_text(const Recipe& recipe) {
  return joined(recipe, [](const auto&, const auto&) { return true; });
}

std::string label(const Recipe& recipe, std::span<const ParameterSpec> specs) {
  return joined(recipe, [&](const std::string& name, const Value& value) {
    const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
    return spec == specs.end() || spec->default_value.empty() ||
           parse_value(recipe.name, *spec, spec->default_value) != value;
  });
}

std::vector<Value> list_of(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name) {
  return read_list(recipe.name, parameter_spec(recipe.name, specs, name), text_of(recipe.parameters, name));
}

std::string WrittenParameter::unquoted() const {
  if (!value.starts_with('"')) return std::string(value);
  std::string text;
  for (std::size_t i = 1; i + 1 < value.size(); ++i) {
    if (value[i] == '\\') ++i;
    text += value[i];
  }
  return text;
}

RecipeReader::RecipeReader(std::string_view text)
    : text_(text), name_(text.substr(0, text.find(':'))), rest_(text.substr(name_.size())) {}

std::optional<WrittenParameter> RecipeReader::next() {
  if (rest_.empty()) return std::nullopt;
  if (rest_.data() != name_.data() + name_.size() && rest_.front() != ',')
    throw UserError("expected a comma before \"{}\" in \"{}\"", rest_, text_);
  rest_.remove_prefix(1);  // ':' before the first parameter, ',' before the others
  const std::size_t equals = rest_.find('=');
  if (equals == std::string_view::npos)
    throw UserError("\"{}\" in \"{}\" is not of the form parameter=value", rest_, text_);
  WrittenParameter parameter{rest_.substr(0, equals), rest_.substr(equals + 1)};
  parameter.value = parameter.value.substr(0, value_length(parameter.value));
  rest_.remove_prefix(equals + 1 + parameter.value.size());
  return parameter;
}

std::string recipe_name(std::string_view text) { return std::string(RecipeReader(text).name()); }

Recipe parse_recipe(std::string_view text, std::span<const ParameterSpec> specs) {
  RecipeReader reader(text);
  Recipe recipe{std::string(reader.name()), {}};
  while (const std::optional<WrittenParameter> written = reader.next()) {
    const ParameterSpec& spec = parameter_spec(recipe.name, specs, written->name);
    if (!recipe.parameters.emplace(written->name, parse_value(recipe.name, spec, written->unquoted())).second)
      throw UserError("parameter \"{}\" is given twice in \"{}\"", written->name, text);
  }
  for (const auto& [role, by_default] : k_first_draw)
    if (const ParameterSpec* spec = parameter_of(specs, role)) recipe.parameters.emplace(spec->name, by_default);
  recipe.parameters = resolve(recipe.name, specs, recipe.parameters);
  return recipe;
}

Digest& Digest::operator+=(const Digest& other) {
  low_ += other.low_;
  high_ += other.high_ + (low_ < other.low_ ? 1 : 0);  // the carry
  return *this;
}

Digest digest_of(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::string to_text(const Digest& digest) { return fmt::format("{:016x}{:016x}", digest.high(), digest.low()); }

std::int64_t content_id(std::string_view canonical, WhichKey which) {
  const std::uint64_t hash = which == WhichKey::first ? XXH3_64bits(canonical.data(), canonical.size())
                                                      : XXH3_128bits(canonical.data(), canonical.size()).high64;
  return static_cast<std::int64_t>(hash >> 16U);
}

std::string short_key(std::int64_t id) { return fmt::format("{:012x}", id); }

std::string content_digest(std::string_view content) { return to_text(digest_of(content)); }

}  // namespace palio
