#include "runners/worker/references.h"

#include "runners/kinds/steps.h"

namespace palio {

void add_references(BuiltInstance& instance, const std::vector<Recipe>& strategies, const RunIsolated& isolated) {
  instance.content->add_references(
      instance.known, strategies, [&](const std::function<Reference()>& find) -> Reference {
        const ChildReport report = isolated([&] { return encode(or_failure<Reference>(find)); });
        instance.build_time += report.cpu_time;
        if (const auto* failure = std::get_if<Failure>(&report.answer)) return *failure;
        return decode_reference(std::get<std::string>(report.answer));
      });
}

}  // namespace palio
