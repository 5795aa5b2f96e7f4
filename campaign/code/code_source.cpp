#include "campaign/code/code_source.h"

#include <fmt/format.h>
#include <wordexp.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "campaign/code/reading_watch.h"
#include "core/error.h"
#include "core/identity/engine_choice.h"
#include "core/text/json_reader.h"
#include "runners/client/worker_process.h"
#include "runners/custom/file_digest.h"
#include "runners/wire/protocol.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

constexpr std::chrono::seconds k_patience{30};  // a worker says every 5 s that it is alive

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
  std::optional<std::string> line;
  try {
    do line = worker.receive();
    while (line == encode(Alive{}));
  } catch (const Silence& silence) {
    throw UserError("{} does not say what strategies it has: the worker that asked it was {}", about, silence.what());
  }
  if (!line) throw UserError("the worker that asked {} for its strategies ended", about);
  Description description = decode_description(*line);
  const auto* failure = std::get_if<Failure>(&description);
  if (failure == nullptr) return std::get<std::string>(std::move(description));
  const std::string& said = failure->stderr_tail;
  throw UserError("{} does not say what strategies it has: {}{}{}", about, cause(*failure),
                  said.empty() ? "" : "\nIts last output:\n", said);
}

// The words of a command as its shell reads them: without quotes, variables and file patterns filled in. What a shell
// would begin anew after an operator is a word of the same command here.
std::vector<std::string> words_of(std::string command) {
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    char& c = command[i];
    if (c == '\\' && quote != '\'')
      ++i;
    else if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == '`' || (quote == 0 && std::strchr("|&;<>()\n", c) != nullptr))
      c = ' ';
  }
  std::vector<std::string> words;
  if (wordexp_t found{}; wordexp(command.c_str(), &found, WRDE_NOCMD) == 0) {
    words.assign(found.we_wordv, found.we_wordv + found.we_wordc);
    wordfree(&found);
  } else {
    std::istringstream plain(command);
    words.assign(std::istream_iterator<std::string>(plain), {});
  }
  return words;
}

// Files of the folder among the words of the command, and behind the = of a word; in a word with blanks, as sh -c takes
// it, among its words. After `cd there`, a word may also name a file from there.
void add_files_among_words(const std::string& command, const std::filesystem::path& folder,
                           std::set<std::string>& files) {
  std::error_code unknown;
  std::filesystem::path there;
  std::string before;
  for (const std::string& word : words_of(command)) {
    for (const std::string& name : {word, word.substr(word.find('=') + 1)})
      for (const std::filesystem::path& file : {std::filesystem::path(name), there / name})
        if (std::filesystem::is_regular_file(folder / file, unknown)) files.insert(file.string());
    if (before == "cd") there /= word;
    if (word.size() < command.size() && word.find_first_of(" \t\n") != std::string::npos)
      add_files_among_words(word, folder, files);
    before = word;
  }
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
  std::set<std::string> declared(name.files.begin(), name.files.end());
  add_files_among_words(name.text, folder, declared);
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
  if (!manifest) throw UserError("the campaign does not contain the manifest {}; palio check says more", digest);
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
      "folder and add --allow-commands, or run its study: palio run STUDY.toml needs neither",
      strategy, code->command());
}

}  // namespace palio
