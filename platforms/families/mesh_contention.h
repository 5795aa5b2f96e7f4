#pragma once

#include "core/identity/canonical.h"
#include "core/identity/text_parameter.h"
#include "platforms/model/mesh.h"

namespace palio {

/// Of the families of meshes; those without it have no contention.
inline constexpr ParameterSpec k_contention{
    .name = "contention",
    .type = ParameterType::text,
    .unit = "",
    .meaning = "messages share the links of pairs and of hosts (on), or none, as in most papers (off)",
    .default_value = "",
    .draw_role = DrawRole::leaves_draws,
    .choices = k_off_on,
    .presence = Presence::optional};

/// With contention where the recipe wants it.
inline Platform contended_as_wanted(const Recipe& recipe, Platform mesh) {
  if (recipe.parameters.contains(k_contention.name) && text_of(recipe.parameters, k_contention.name) == "on")
    add_contention(mesh);
  return mesh;
}

}  // namespace palio
