#pragma once

#include "platforms/model/platform.h"

namespace palio {

/// A mesh has contention where its hosts have private links: all that a host sends and receives shares its own, and
/// messages between two hosts share their pair's link in each direction. Without, every message is as if alone.
bool has_contention(const Platform& mesh);

/// A network with contention has a link for each ordered pair from the start.
inline constexpr int k_most_contending_hosts = 500;

/// Gives each host a private link as fast as the fastest of its pairs, so that a message alone takes as long as before.
/// Throws UserError where there are too many hosts.
void add_contention(Platform& mesh);

}  // namespace palio
