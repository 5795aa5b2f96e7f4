#pragma once

#include <string>
#include <string_view>

#include "core/identity/parameters.h"

namespace palio {

/// The values that a parameter takes, in words: "1 to 64", "0 or more", "one-port|multi-port".
std::string range_text(const ParameterSpec& spec);

/// A small study to begin with, without comments.
std::string_view first_study();

/// How many draws of each combination (`samples`).
enum class TemplateDraws { as_given, one };

/// This study under another name, every key explained in a comment above it, optional parameters as commented keys.
/// `path` is for messages. Throws UserError for a text that is no study.
std::string study_like(std::string_view text, const std::string& path, const std::string& name, TemplateDraws draws);

}  // namespace palio
