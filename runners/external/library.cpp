#include "runners/external/library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "core/error.h"
#include "core/text/json_reader.h"
#include "runners/external/external_call.h"
#include "runners/external/file_digest.h"
#include "runners/external/graph_plan.h"
#include "strategies/own/own_code.h"

namespace palio {

static_assert(PALIO_ABI_VERSION == k_interface_version);

Library::Library(std::string file, const std::string& content_digest) : file_(std::move(file)) {
  if (!content_digest.empty() && file_digest(file_) != content_digest)
    throw UserError(fmt::format("the library {} is not the one that the run began with: run the study again", file_));
  // By a path with a slash: else the linker looks for it in other folders.
  const std::string path = std::filesystem::absolute(file_).string();
  handle_ = external([&] { return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); });
  if (handle_ == nullptr) throw UserError(fmt::format("cannot load the library {}: {}", file_, dlerror()));
  version_ = *static_cast<const std::uint32_t*>(symbol("palio_abi_version"));
  if (version_ < 1 || version_ > PALIO_ABI_VERSION)
    throw UserError(
        fmt::format("the library {} has version {} of Palio's interface for strategies, and this Palio takes versions "
                    "1 to {}: build it again with the headers of this Palio",
                    file_, version_, PALIO_ABI_VERSION));
}

void* Library::symbol(const char* name) const {
  void* found = external([&] { return dlsym(handle_, name); });  // a symbol may be resolved by the library's code
  if (found == nullptr)
    throw UserError(fmt::format(
        "the library {} is not one of strategies for Palio, or lacks a kind that it describes: it does not export {} "
        "(docs/own-strategies.md)",
        file_, name));
  return found;
}

std::string Library::description() const {
  const auto describe = function<decltype(palio_description)>("palio_description");
  const char* text = external([&] { return describe(); });
  if (text == nullptr) throw UserError(fmt::format("the library {} describes nothing", file_));
  const auto described = JsonReader::parse(text, file_).optional_member("interface");
  if (described && described->number(JsonRange::any) > version_)
    described->fail(
        fmt::format("is later than version {}, with which the library was built: build it again with the "
                    "headers of this Palio",
                    version_));
  return text;
}

SchedulingResult Library::schedule(std::size_t strategy, const Platform& platform, const Workload& workload,
                                   std::span<const palio_value> parameters) const {
  GraphPlan plan(platform, workload);
  const PlainInstance instance(platform, workload);
  const auto schedule_graphs = function<decltype(palio_schedule_graphs)>("palio_schedule_graphs");
  external([&] {
    schedule_graphs(static_cast<std::uint32_t>(strategy), &instance.plain(), parameters.data(), &plan.plain());
  });
  return {plan.schedule(), {}};
}

std::unique_ptr<BagPolicy> Library::begin(std::size_t strategy, const Star& star, const BagBatch& batch,
                                          std::vector<palio_value> parameters) const {
  return begin_bags(function<decltype(palio_begin_bags)>("palio_begin_bags"), static_cast<std::uint32_t>(strategy),
                    star, batch, std::move(parameters));
}

std::unique_ptr<FilePolicy> Library::begin(std::size_t strategy, const Star& star, const SharedFileTasks& tasks,
                                           std::vector<palio_value> parameters) const {
  return begin_files(function<decltype(palio_begin_files)>("palio_begin_files"), static_cast<std::uint32_t>(strategy),
                     star, tasks, std::move(parameters));
}

}  // namespace palio
