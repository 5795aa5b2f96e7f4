#pragma once

#include <optional>
#include <string_view>

namespace palio {

/// What a strategy did before it had that parameter, whose default changes results: a stored recipe without the
/// parameter is one of that value. Nothing where it always had it.
std::optional<std::string_view> earlier_rule(std::string_view strategy, std::string_view parameter);

}  // namespace palio
