#include "core/identity/recipe_reader.h"

#include "core/error.h"

namespace palio {
namespace {

// The length of the value, quoted or plain, that the text begins with.
std::size_t value_length(std::string_view text) {
  if (!text.starts_with('"')) return text.substr(0, text.find(',')).size();
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  throw UserError("missing closing quote in {}", text);
}

}  // namespace

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

}  // namespace palio
