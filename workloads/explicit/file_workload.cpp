#include "workloads/explicit/file_workload.h"

#include "workloads/explicit/workload_json.h"

namespace palio {
AnyWorkload build_file_workload(const Recipe& recipe, std::string_view definition) {
  return any_workload_from_json(definition, text_of(recipe.parameters, "path"));
}

}  // namespace palio
