#include "campaign/code/stored_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

// The first thing that tells two versions apart.
std::string difference(const OwnCode& stored, const OwnCode& given) {
  if (stored.content() != given.content())
    return fmt::format("its digest was {} and is {}", stored.content(), given.content());
  for (const CodeFile& file : stored.files()) {
    const auto now = std::ranges::find(given.files(), file.name, &CodeFile::name);
    if (now == given.files().end()) return fmt::format("{} is no longer among its files", file.name);
    if (now->digest != file.digest)
      return fmt::format("the digest of {} was {} and is {}", file.name, file.digest, now->digest);
  }
  return "it describes itself in other words";
}

}  // namespace

std::shared_ptr<const OwnCode> stored_code(const CampaignReader& reader, const std::string& digest,
                                           const StrategySet& given) {
  const auto same = [&](const auto& code) { return code->digest() == digest; };
  if (const auto found = std::ranges::find_if(given.own(), same); found != given.own().end()) return *found;
  std::optional<std::string> manifest = file_with_digest(reader, digest);
  if (!manifest) throw UserError("the campaign does not hold the manifest {}; palio check says more", digest);
  return std::make_shared<const OwnCode>(std::move(*manifest), "");
}

StrategySet stored_code(const CampaignReader& reader, const StrategySet& given) {
  StrategySet known;
  const auto is_known = [&](const Strategy& row) { return known.code_of(row.name) != nullptr; };
  for (const StoredCode& row : strategies_with_code(reader)) {
    if (known.code_of(row.strategy) != nullptr) continue;
    const std::shared_ptr<const OwnCode> code = stored_code(reader, row.digest, given);
    if (std::ranges::none_of(code->strategies(), is_known)) known.add(code);  // else an earlier version of one that is
  }
  return known;
}

void require_code(const StrategySet& known, std::string_view strategy, const StrategySet& given) {
  const OwnCode* code = known.code_of(strategy);
  if (code == nullptr || !code->place().empty()) return;
  const bool library = code->kind() == CodeKind::library;
  if (const OwnCode* other = given.code_of(strategy))
    throw UserError(
        "strategy {0} was stored with another version of {1}: {2}. Give that one, or run the study with the present "
        "one, which is another strategy",
        strategy, library ? other->place() : other->called(), difference(*code, *other));
  if (library)
    throw UserError(
        "strategy {} is of a library that is not Palio's (digest {}), and none is loaded because a "
        "campaign names it: say where it is with --plugin FILE",
        strategy, code->content());
  throw UserError(
      "strategy {} is of the command \"{}\", and none is started because a campaign names it: go to its "
      "folder and add --allow-commands",
      strategy, code->command());
}

}  // namespace palio
