#include "campaign/pack/artifact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <set>

#include "campaign/archive/digests.h"
#include "campaign/files/input_files.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "core/text/output_file.h"
#include "core/text/visible_text.h"
#include "storage/read/campaign_digest.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_format = "palio-artifact";
constexpr int k_artifact_version = 1;
constexpr std::int64_t k_most_counted = std::int64_t{1} << 53U;
constexpr auto k_kept_words = std::to_array<std::string_view>({"whole", "sample", "digest"});

// Members of a JSON object whose values are texts, without those that are empty.
std::string members(std::initializer_list<std::pair<std::string_view, std::string_view>> texts) {
  std::vector<std::string> parts;
  for (const auto& [key, text] : texts)
    if (!text.empty()) parts.push_back(fmt::format("\"{}\": {}", key, json_quoted(text)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string digest_json(const CountedDigest& digest) {
  return fmt::format(R"({{"digest": "{}", "completed": {}, "failed": {}}})", digest.digest, digest.completed,
                     digest.failed);
}

std::string campaign_json(const PackedCampaign& campaign) {
  return fmt::format("    {{{}, \"sample\": {},\n     \"all\": {},\n     \"stored\": {}}}",
                     members({{"name", campaign.name},
                              {"kept", word(campaign.kept)},
                              {"engine", campaign.engine},
                              {"engine_version", campaign.engine_version}}),
                     campaign.sample, digest_json(campaign.all), digest_json(campaign.stored));
}

std::string text_of(const JsonReader& object, std::string_view key) {
  const auto member = object.optional_member(key);
  return member ? member->text() : "";
}

CountedDigest read_digest(const JsonReader& object) {
  object.expect_keys({"digest", "completed", "failed"});
  return {.digest = object.member("digest").text(),
          .completed = object.member("completed").integer(0, k_most_counted),
          .failed = object.member("failed").integer(0, k_most_counted)};
}

PackedCampaign read_campaign(const JsonReader& object) {
  object.expect_keys({"name", "kept", "engine", "engine_version", "sample", "all", "stored"});
  PackedCampaign campaign{.name = object.member("name").text(),
                          .all = read_digest(object.member("all")),
                          .stored = read_digest(object.member("stored")),
                          .sample = object.member("sample").integer(0, k_most_counted),
                          .engine = text_of(object, "engine"),
                          .engine_version = text_of(object, "engine_version")};
  if (campaign.name.find('/') != std::string::npos || campaign.name.starts_with('.'))
    object.member("name").fail("must be the name of a folder");
  const JsonReader kept = object.member("kept");
  const auto found = std::ranges::find(k_kept_words, kept.text());
  if (found == k_kept_words.end()) kept.fail("must be one of {}", fmt::join(k_kept_words, ", "));
  campaign.kept = static_cast<KeptResults>(found - k_kept_words.begin());
  return campaign;
}

Machine read_machine(const JsonReader& object) {
  object.expect_keys({"palio", "compiler", "libraries", "processor", "architecture", "distribution", "cores"});
  return {.palio = text_of(object, "palio"),
          .compiler = text_of(object, "compiler"),
          .libraries = text_of(object, "libraries"),
          .processor = text_of(object, "processor"),
          .architecture = text_of(object, "architecture"),
          .distribution = text_of(object, "distribution"),
          .cores = static_cast<int>(object.member("cores").integer(1, 1'000'000))};
}

// All but the sums themselves.
std::vector<std::string> summed_files(const fs::path& folder) {
  std::vector<std::string> files = files_below(folder);
  std::erase(files, k_sums_file);
  return files;
}

// The digests of SHA256SUMS by file.
std::map<std::string, std::string> read_sums(const fs::path& folder) {
  const std::string place = (folder / k_sums_file).string();
  const std::string text = read_text_file(place);
  std::map<std::string, std::string> sums;
  int line = 0;
  for (std::string_view rest = text; !rest.empty();) {
    ++line;
    const std::size_t end = rest.find('\n');
    constexpr std::size_t k_digits = 64;
    const std::string_view one = rest.substr(0, end);
    if (end == std::string_view::npos || one.size() < k_digits + 3 || one.substr(k_digits, 2) != "  ")
      throw UserError("{}:{}: this is no line of sha256sum; get the artifact again", place, line);
    if (!sums.emplace(one.substr(k_digits + 2), one.substr(0, k_digits)).second)
      throw UserError("{}:{}: {} is there twice; get the artifact again", place, line, one.substr(k_digits + 2));
    rest.remove_prefix(end + 1);
  }
  return sums;
}

// Some file systems do not tell capitals from small letters.
std::string in_small_letters(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

// Files and folders that are "-journal", "-wal" or "-shm" of a file there.
std::vector<std::string> companions_in(const fs::path& folder, const std::vector<std::string>& files) {
  std::set<std::string> companions;
  for (const std::string& file : files)
    for (const char* ending : {"-journal", "-wal", "-shm"}) companions.insert(in_small_letters(file) + ending);
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (std::string name = entry.path().lexically_relative(folder).string();
        companions.contains(in_small_letters(name)))
      found.push_back(std::move(name));
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::string_view word(KeptResults kept) { return k_kept_words.at(static_cast<std::size_t>(kept)); }

CountedDigest counted_digest(const fs::path& database) {
  const CampaignDigest digest = digest_campaign(database);
  return {.digest = to_text(digest.digest), .completed = digest.completed, .failed = digest.failed};
}

std::string counts_text(const CountedDigest& digest) {
  return fmt::format("{} scenarios, {} completed, {} failed", count_text(digest.completed + digest.failed),
                     count_text(digest.completed), count_text(digest.failed));
}

std::string artifact_text(const Artifact& artifact) {
  std::vector<std::string> campaigns;
  for (const PackedCampaign& campaign : artifact.campaigns) campaigns.push_back(campaign_json(campaign));
  const Machine& machine = artifact.machine;
  return fmt::format(
      "{{\n  \"format\": \"{}\", \"version\": {},\n  \"title\": {},\n  \"machine\": {{{}, \"cores\": {}}},\n"
      "  \"campaigns\": [\n{}\n  ]\n}}\n",
      k_format, k_artifact_version, json_quoted(artifact.title),
      members({{"palio", machine.palio},
               {"compiler", machine.compiler},
               {"libraries", machine.libraries},
               {"processor", machine.processor},
               {"architecture", machine.architecture},
               {"distribution", machine.distribution}}),
      machine.cores, fmt::join(campaigns, ",\n"));
}

Artifact read_artifact(const fs::path& folder) {
  const fs::path file = folder / k_artifact_file;
  if (!fs::is_regular_file(file))
    throw UserError("{} is no artifact of palio pack: it has no {}", folder.string(), k_artifact_file);
  const JsonReader json = JsonReader::parse(read_text_file(file.string()), file.string());
  if (const auto version = json.optional_member("version"))
    if (const std::int64_t written = version->integer(1, 1'000'000); written > k_artifact_version)
      throw UserError("{} is an artifact of version {}, this Palio reads version {}: install the newer Palio {}",
                      folder.string(), written, k_artifact_version, text_of(json.member("machine"), "palio"));
  json.expect_format(k_format, k_artifact_version);
  json.expect_keys({"format", "version", "title", "machine", "campaigns"});
  Artifact artifact{
      .title = json.member("title").text(), .machine = read_machine(json.member("machine")), .campaigns = {}};
  for (const JsonReader& campaign : json.member("campaigns").elements())
    artifact.campaigns.push_back(read_campaign(campaign));
  if (artifact.campaigns.empty()) json.member("campaigns").fail("must name a campaign");
  return artifact;
}

std::string sums_text(const fs::path& folder) {
  std::string text;
  for (const std::string& file : summed_files(folder))
    text += fmt::format("{}  {}\n", sha256_of_file(folder / file), file);
  return text;
}

std::vector<std::string> wrong_files(const fs::path& folder) {
  std::map<std::string, std::string> sums = read_sums(folder);
  std::vector<std::string> wrong = foreign_files(folder);
  for (const std::string& file : summed_files(folder))
    if (const auto sum = sums.extract(file))
      if (const std::string digest = sha256_of_file(folder / file); digest != sum.mapped())
        wrong.push_back(fmt::format("{} was changed: its SHA-256 is {} and was {}", file, digest, sum.mapped()));
  for (const auto& [file, digest] : sums) wrong.push_back(fmt::format("{} is missing", file));
  return wrong;
}

std::vector<std::string> foreign_files(const fs::path& folder) {
  const std::map<std::string, std::string> sums = read_sums(folder);
  const std::vector<std::string> files = summed_files(folder);
  std::vector<std::string> foreign;
  for (const std::string& file : files)
    if (!sums.contains(file)) foreign.push_back(fmt::format("{} is not in {}", file, k_sums_file));
  for (const std::string& name : companions_in(folder, files))
    foreign.push_back(fmt::format("{} would change another file as soon as SQLite reads that file", name));
  return foreign;
}

Artifact unpack_artifact(const fs::path& archive, const fs::path& folder, const ArchiveLimits& limits) {
  const NewFolder made(folder);
  Unfinished unpacked(made.path() / "unpacked");
  unpack_archive(archive, unpacked.path(), limits);
  Artifact said = read_artifact(unpacked.path());
  if (const std::vector<std::string> foreign = foreign_files(unpacked.path()); !foreign.empty())
    throw UserError("{}: {}. Palio never packs such a file: do not use this archive, ask its authors for another",
                    archive.string(), visible_line(foreign.front()));
  unpacked.take_name(folder);
  return said;
}

void copy_plain_file(const fs::path& from, const fs::path& to) {
  if (!fs::is_regular_file(from)) throw UserError("{}: no such file", from.string());
  const bool runs = (fs::status(from).permissions() & fs::perms::owner_exec) != fs::perms::none;
  std::ifstream in(from, std::ios::binary);
  OutputFile out(to, runs ? OutputFile::Kind::program : OutputFile::Kind::data);
  std::string part(std::size_t{1} << 18U, '\0');
  while (in.read(part.data(), std::ssize(part)), in.gcount() > 0)
    out.write({part.data(), static_cast<std::size_t>(in.gcount())});
  if (!in.eof()) throw UserError("cannot read {}", from.string());
  out.finish();
}

OpenArtifact::OpenArtifact(const fs::path& artifact, const ArchiveLimits& limits)
    : folder_(fs::is_directory(artifact) ? artifact : temporary("unpacked")) {
  if (!fs::is_directory(artifact)) unpack_archive(artifact, folder_, limits);
  said_ = read_artifact(folder_);
}

fs::path OpenArtifact::database(const std::string& campaign) const {
  return folder_ / campaign_folder(campaign) / k_database_file;
}

}  // namespace palio
