#pragma once

#include <simgrid/s4u.hpp>
#include <vector>

#include "platforms/model/star.h"

namespace palio {

/// Whether the file that was loaded is for masters and workers: it chooses the model CM02, as Palio's export of a star.
bool is_star_loaded();

/// The star that the hosts of a loaded platform are: "master", and workers that each have one link of their own on the
/// way from it and back, behind one of the master's. Throws UserError where they are none.
Star star_of(const std::vector<simgrid::s4u::Host*>& hosts);

}  // namespace palio
