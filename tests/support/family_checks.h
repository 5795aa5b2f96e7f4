#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "core/identity/canonical.h"
#include "core/identity/parameters.h"

namespace palio::test {

/// Every family of a registry says what it is, and names and explains each of its parameters once.
template <class Families>
void expect_described(const Families& families) {
  for (const auto& family : families) {
    EXPECT_FALSE(family.summary.empty()) << family.name;
    EXPECT_FALSE(family.source.empty()) << family.name;
    std::set<std::string_view> names;
    for (const ParameterSpec& spec : family.parameters) {
      EXPECT_FALSE(spec.meaning.empty()) << spec.name;
      EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
      // Where only names are known, they tell the same role as the row. A sample that is a word has no number to be
      // drawn.
      EXPECT_TRUE(!spec.choices.empty() || spec.role == ParameterRole::applications ||
                  spec.role == ParameterRole::release || spec.role == ParameterRole::uncertainty ||
                  role_of(spec.name) == spec.role)
          << spec.name;
    }
  }
}

/// Every default is a value that the parameter takes.
template <class Families>
void expect_defaults_in_range(const Families& families) {
  for (const auto& family : families)
    for (const ParameterSpec& spec : family.parameters) {
      if (spec.default_value.empty()) continue;
      EXPECT_NO_THROW(checked_value(family.name, spec, parse_value(family.name, spec, spec.default_value)))
          << spec.name;
    }
}

}  // namespace palio::test
