#pragma once

#include <toml++/toml.h>
#include <functional>
#include <string>

namespace palio {

/// Checks what a study's text says about looks. `refuse` throws; it gets the node and what is wrong with it.
void check_looks(const toml::table& root,
                 const std::function<void(const toml::node& node, const std::string& message)>& refuse);

/// Gives the blocks the samples of the last look, if there is one.
void apply_looks(toml::table& root);

}  // namespace palio
