#pragma once

#include "core/error.h"
#include "platforms/star.h"

namespace palio {

/// Of strategies that plan with a port which sends one message at a time. Throws UserError for any other star.
inline void require_one_port(const Star& star) {
  if (star.port_model != PortModel::one_port)
    throw UserError("the strategy sends one message at a time, but the star is multi-port: choose port_model one-port");
}

}  // namespace palio
