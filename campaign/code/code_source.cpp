#include "campaign/code/code_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "campaign/code/reading_watch.h"
#include "core/error.h"
#include "core/text/json_reader.h"
#include "runners/client/engine_choice.h"
#include "runners/client/worker_process.h"
#include "runners/custom/file_digest.h"
#include "runners/wire/protocol.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

constexpr std::chrono::seconds k_patience{60};  // longer than the worker's own limit for a library

std::string cause(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::crashed:
      return fmt::format("it was killed by signal {} ({})", failure.signal, strsignal(failure.signal));
    case FailureKind::exited: return "it ended its process";
    case FailureKind::timeout: return "it took too long";
    default: return failure.message;
  }
}

// The answer of `about` to a worker's question. Throws UserError if there is none.
std::string asked(const std::string& about, const std::vector<std::string>& arguments) {
  WorkerProcess worker(worker_program(engine_table().front()), k_patience, arguments);
  const std::optional<std::string> line = worker.receive();
  if (!line) throw UserError("the worker that asked {} for its strategies ended", about);
  Description description = decode_description(*line);
  const auto* failure = std::get_if<Failure>(&description);
  if (failure == nullptr) return std::get<std::string>(std::move(description));
  const std::string& said = failure->stderr_tail;
  throw UserError("{} does not say what strategies it has: {}{}{}", about, cause(*failure),
                  said.empty() ? "" : "\nIts last output:\n", said);
}

// Words of the command that are files in the folder: python3 my_strategy.py.
std::set<std::string> files_among_words(const std::string& command, const std::filesystem::path& folder) {
  std::set<std::string> files;
  std::istringstream words(command);
  std::error_code unknown;
  for (std::string word; words >> word;)
    if (std::filesystem::is_regular_file(folder / word, unknown)) files.insert(word);
  return files;
}

std::shared_ptr<const CustomCode> code_named(const CodeName& name, const std::filesystem::path& folder) {
  return name.kind == CodeKind::library ? library_code((folder / name.text).string()) : command_code(name, folder);
}

// The first difference between two versions.
std::string difference(const CustomCode& stored, const CustomCode& given) {
  if (stored.content() != given.content())
    return fmt::format("its digest was {} and is {}", stored.content(), given.content());
  for (const CodeFile& file : stored.files()) {
    const auto now = std::ranges::find(given.files(), file.name, &CodeFile::name);
    if (now == given.files().end()) return fmt::format("{} is no longer among its files", file.name);
    if (now->digest != file.digest)
      return fmt::format("the digest of {} was {} and is {}", file.name, file.digest, now->digest);
  }
  return "its description has changed";
}

}  // namespace

std::shared_ptr<const CustomCode> library_code(const std::string& file) {
  const std::string digest = file_digest(file);
  return std::make_shared<const CustomCode>(library_manifest(digest, asked(file, {"--describe", file})), file);
}

std::shared_ptr<const CustomCode> command_code(const CodeName& name, const std::filesystem::path& folder) {
  const std::string place = folder.empty() ? "." : folder.string();
  const std::string called = fmt::format("the command \"{}\"", name.text);
  std::set<std::string> declared = files_among_words(name.text, folder);
  declared.insert(name.files.begin(), name.files.end());
  ReadingWatch reading(place, declared);
  const std::string description = asked(called, {"--describe-command", place, name.text});
  const std::set<std::string> read = reading.files_read();  // before palio reads some itself
  if (const auto files = JsonReader::parse(description, called).optional_member("files"))
    for (const JsonReader& file : files->elements()) declared.insert(file.text());
  std::vector<CodeFile> files;
  for (const std::string& file : declared) files.push_back({file, file_digest((folder / file).string())});
  auto code = std::make_shared<const CustomCode>(command_manifest(name.text, files, description), place);
  tell_undeclared(*code, read);
  return code;
}

// Each is asked once, however many blocks name it.
StudyCode code_in(const std::filesystem::path& folder, StrategySet given) {
  using Key = std::tuple<CodeKind, std::string, std::vector<std::string>>;
  const auto known = std::make_shared<std::map<Key, std::shared_ptr<const CustomCode>>>();
  return {std::move(given), [folder, known](const CodeName& name) {
            std::shared_ptr<const CustomCode>& code = (*known)[{name.kind, name.text, name.files}];
            if (!code) code = code_named(name, folder);
            return code;
          }};
}

std::shared_ptr<const CustomCode> stored_code(const CampaignReader& reader, const std::string& digest,
                                              const StrategySet& given) {
  const auto same = [&](const auto& code) { return code->digest() == digest; };
  if (const auto found = std::ranges::find_if(given.custom(), same); found != given.custom().end()) return *found;
  std::optional<std::string> manifest = file_with_digest(reader, digest);
  if (!manifest) throw UserError("the campaign does not hold the manifest {}; palio check says more", digest);
  return std::make_shared<const CustomCode>(std::move(*manifest), "");
}

StrategySet stored_code(const CampaignReader& reader, const StrategySet& given) {
  StrategySet known;
  const auto is_known = [&](const Strategy& row) { return known.code_of(row.name) != nullptr; };
  for (const StoredCode& row : strategies_with_code(reader)) {
    if (known.code_of(row.strategy) != nullptr) continue;
    const std::shared_ptr<const CustomCode> code = stored_code(reader, row.digest, given);
    if (std::ranges::none_of(code->strategies(), is_known))
      known.add(code);  // else it is an earlier version of a known one
  }
  return known;
}

void require_code(const StrategySet& known, std::string_view strategy, const StrategySet& given) {
  const CustomCode* code = known.code_of(strategy);
  if (code == nullptr || !code->place().empty()) return;
  const bool library = code->kind() == CodeKind::library;
  if (const CustomCode* other = given.code_of(strategy))
    throw UserError(
        "strategy {0} was stored with another version of {1}: {2}. Give that version, or run the study with the "
        "present one, which counts as another strategy",
        strategy, library ? other->place() : other->called(), difference(*code, *other));
  if (library)
    throw UserError(
        "strategy {} comes from a custom library (digest {}), which is not loaded just because a campaign names it: "
        "say where it is with --plugin FILE",
        strategy, code->content());
  throw UserError(
      "strategy {} comes from the command \"{}\", which is not started just because a campaign names it: go to its "
      "folder and add --allow-commands",
      strategy, code->command());
}

}  // namespace palio
