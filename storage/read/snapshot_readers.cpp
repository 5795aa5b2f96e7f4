#include "storage/read/snapshot_readers.h"

#include <fmt/format.h>

#include "core/error.h"

namespace palio {
namespace {

constexpr int k_tries = 1000;  // a run commits some times a second, and holding the readers takes less than 1 ms

}  // namespace

std::vector<std::unique_ptr<CampaignReader>> read_one_snapshot(const std::filesystem::path& file, std::size_t readers) {
  std::vector<std::unique_ptr<CampaignReader>> opened(readers);
  for (auto& reader : opened) reader = std::make_unique<CampaignReader>(file);
  const CampaignReader witness(file);
  for (int i = 0; i < k_tries; ++i) {
    const std::int64_t before = witness.version();
    for (auto& reader : opened) reader->hold();
    if (witness.version() == before) return opened;
    for (auto& reader : opened) reader->let_go();
  }
  throw UserError(
      fmt::format("{} changes too quickly to be read several times at one moment; try again later", file.string()));
}

}  // namespace palio
