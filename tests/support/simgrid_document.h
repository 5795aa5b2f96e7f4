#pragma once

#include <unistd.h>

#include <stdexcept>
#include <string>

#include "core/error.h"
#include "platforms/explicit/platform_json.h"
#include "platforms/model/platform.h"
#include "runners/engines/simgrid/platform/platform_reading.h"
#include "runners/worker/isolation.h"

namespace palio::test {

/// What read_simgrid_platform() makes of a file "p.xml", in a child of its own. Throws UserError as it does, and
/// std::runtime_error with the last output of a child that crashed.
inline std::string simgrid_document(const std::string& xml) {
  Isolation isolation(STDOUT_FILENO);
  const ChildReport report = isolation.run(
      [&] {
        try {
          return "read " + read_simgrid_platform(xml, "p.xml");
        } catch (const UserError& error) {
          return std::string(error.what());
        }
      },
      {.cpu_time = 60});
  if (const auto* failure = std::get_if<Failure>(&report.answer))
    throw std::runtime_error(failure->message + '\n' + failure->stderr_tail);
  const auto& text = std::get<std::string>(report.answer);
  if (!text.starts_with("read ")) throw UserError(text);
  return text.substr(5);
}

inline Platform read_by_simgrid(const std::string& xml) {
  return as<Platform>(any_platform_from_json(simgrid_document(xml), "p.json"));
}

}  // namespace palio::test
