#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace palio {

/// A parameter as it is written in a recipe; views of the text.
struct WrittenParameter {
  std::string_view name;
  std::string_view value;  // with its quotes, where it has some

  /// Without quotes and their escapes.
  std::string unquoted() const;
};

/// Reads `NAME` or `NAME:a=1,b="x,y"` parameter by parameter: all that knows about separators and quotes. The text
/// outlives it.
class RecipeReader {
public:
  explicit RecipeReader(std::string_view text);

  std::string_view name() const { return name_; }
  /// The next parameter; nothing at the end. Throws UserError for a text that is not of that form.
  std::optional<WrittenParameter> next();

private:
  std::string_view text_, name_;
  std::string_view rest_;  // with the separator before the next parameter
};

}  // namespace palio
