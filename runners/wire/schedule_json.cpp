#include "runners/wire/schedule_json.h"

#include <array>
#include <nlohmann/json.hpp>

#include "runners/wire/protocol.h"

namespace palio {

std::span<const ScheduleForm> schedule_forms() {
  static const std::array forms{graph_form(), bag_form(), file_form()};
  return forms;
}

nlohmann::json detail_json(const ScheduleDetail& detail, std::span<const ScheduleForm> forms) {
  return row_for(forms, detail).write(detail);
}

ScheduleDetail read_detail(const nlohmann::json& object, std::span<const ScheduleForm> forms) {
  for (const ScheduleForm& form : forms)
    if (object.contains(form.mark)) return form.read(object);
  throw ProtocolError("a schedule of no known kind");
}

}  // namespace palio
