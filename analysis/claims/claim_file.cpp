#include "analysis/claims/claim_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "analysis/claims/annotated_sql.h"
#include "core/embedded_file.h"
#include "core/error.h"

namespace palio {

std::span<const EmbeddedFile> embedded_claims();  // made by palio_embed

namespace {

constexpr std::array<std::string_view, 2> k_header_keys{"paper", "studies"};
constexpr std::array<std::string_view, 8> k_claim_keys{"study",  "place",     "says", "paper",
                                                       "accept", "tolerance", "unit", "needs"};

std::string value_or_empty(const AnnotatedBlock& block, std::string_view key) {
  const std::string* value = find_value(block.annotations, key);
  return value == nullptr ? std::string() : *value;
}

// Reads one claim; the file is for messages.
class ClaimReader {
public:
  ClaimReader(const std::string& file, const AnnotatedBlock& block) : file_(file), block_(block) {}

  Claim claim() const {
    Claim claim;
    claim.id = block_.id;
    claim.study = value_or_empty(block_, "study");
    claim.place = value_or_empty(block_, "place");
    claim.says = required("says");
    claim.paper = required("paper");
    claim.range = required("accept");
    claim.accepted = accepted();
    claim.tolerance = value_or_empty(block_, "tolerance");
    claim.unit = value_or_empty(block_, "unit");
    claim.needs = needs();
    claim.sql = block_.sql;
    claim.line = block_.line;
    if (claim.sql.empty()) refuse("has no query; a SELECT follows its comments");
    return claim;
  }

private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw UserError(fmt::format("{}:{}: claim {} {}", file_, block_.line, block_.id, message));
  }

  std::string required(std::string_view key) const {
    const std::string* value = find_value(block_.annotations, key);
    if (value == nullptr || value->empty()) refuse(fmt::format("does not say `-- {}: ...`", key));
    return *value;
  }

  AcceptedRange accepted() const {
    const std::string text = required("accept");
    const std::optional<AcceptedRange> range = parse_range(text);
    if (!range) refuse(fmt::format("accepts \"{}\", which is no range; write 1 .. 2, .. 2, 1 .., < 2 or > 1", text));
    return *range;
  }

  std::int64_t needs() const {
    const std::string* text = find_value(block_.annotations, "needs");
    if (text == nullptr) return 1;
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), count);
    if (error != std::errc{} || end != text->data() + text->size() || count < 1)
      refuse(fmt::format("needs \"{}\"; write a number of instances, 1 or more", *text));
    return count;
  }

  const std::string& file_;
  const AnnotatedBlock& block_;
};

}  // namespace

bool ClaimFile::is_about(std::string_view study) const {
  return studies.empty() || std::ranges::find(studies, study) != studies.end();
}

ClaimFile read_claims(const std::string& file, std::string_view text) {
  const AnnotatedSql read = read_annotated_sql(file, text, "claim", k_header_keys, k_claim_keys);
  ClaimFile claims;
  claims.file = file;
  if (const std::string* paper = find_value(read.header, "paper")) claims.paper = *paper;
  if (const std::string* studies = find_value(read.header, "studies")) claims.studies = comma_list(*studies);
  claims.preparation = read.preparation;
  for (const AnnotatedBlock& block : read.blocks) {
    claims.claims.push_back(ClaimReader(file, block).claim());
    const Claim& claim = claims.claims.back();
    if (!claim.study.empty() && !claims.is_about(claim.study))
      throw UserError(fmt::format("{}:{}: claim {} is about study {}, which the file does not name: -- studies: {}",
                                  file, claim.line, claim.id, claim.study, fmt::join(claims.studies, ", ")));
  }
  if (claims.claims.empty())
    throw UserError(fmt::format("{} has no claims; each begins with a line `-- claim: ID`", file));
  return claims;
}

std::vector<ClaimFile> shipped_claims() {
  std::vector<ClaimFile> files;
  for (const EmbeddedFile& file : embedded_claims()) files.push_back(read_claims(std::string(file.name), file.text));
  return files;
}

ClaimFile shipped_claims_about(std::string_view study) {
  std::vector<std::string> known;
  for (ClaimFile& file : shipped_claims()) {
    if (file.is_about(study)) return std::move(file);
    known.insert(known.end(), file.studies.begin(), file.studies.end());
  }
  throw UserError(fmt::format(
      "no claims about the study {} come with Palio; give your own with --claims FILE, or say with --as STUDY "
      "which study it follows: {}",
      study, fmt::join(known, ", ")));
}

}  // namespace palio
