#include "analysis/claims/claim_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

#include "analysis/annotated/annotated_sql.h"
#include "core/error.h"
#include "core/text/embedded_file.h"

namespace palio {
namespace {

std::string_view without_outer_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::optional<double> number(std::string_view text) {
  text = without_outer_spaces(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

constexpr auto k_claim_header_keys = std::to_array<std::string_view>({"paper", "studies", "instances"});
constexpr auto k_claim_keys =
    std::to_array<std::string_view>({"study", "place", "says", "paper", "accept", "tolerance", "unit", "needs"});

AcceptedRange accepted_range(const AnnotationReader& block) {
  const std::string text = block.required("accept");
  const std::optional<AcceptedRange> range = parse_range(text);
  if (!range)
    block.refuse(fmt::format("accepts \"{}\", which is not a range; write 1 .. 2, .. 2, 1 .., < 2 or > 1", text),
                 "accept");
  return *range;
}

std::int64_t needed_instances(const AnnotationReader& block) {
  const std::string text = block.text("needs");
  if (text.empty()) return 1;
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 1)
    block.refuse(fmt::format("needs \"{}\"; write a number of instances, 1 or more", text), "needs");
  return count;
}

Claim read_claim(const AnnotationReader& block) {
  Claim claim;
  claim.id = block.block().id;
  claim.studies = split_list(block.text("study"), ',');
  claim.place = block.text("place");
  claim.says = block.required("says");
  claim.paper = block.required("paper");
  claim.range = block.required("accept");
  claim.accepted = accepted_range(block);
  claim.tolerance = block.text("tolerance");
  claim.unit = block.text("unit");
  claim.needs = needed_instances(block);
  claim.sql = block.query();
  claim.line = block.block().line;
  return claim;
}

}  // namespace

bool AcceptedRange::holds(double value) const {
  const bool above = !low || value > *low || (!open && value == *low);
  const bool below = !high || value < *high || (!open && value == *high);
  return above && below;
}

bool AcceptedRange::holds_none(double from, double to) const {
  if (holds(from) || holds(to)) return false;
  const bool all_below = low && to <= *low;
  const bool all_above = high && from >= *high;
  return all_below || all_above;
}

std::optional<AcceptedRange> parse_range(std::string_view text) {
  text = without_outer_spaces(text);
  if (text.empty()) return std::nullopt;
  if (text.front() == '<' || text.front() == '>') {
    const std::optional<double> bound = number(text.substr(1));
    if (!bound) return std::nullopt;
    return text.front() == '<' ? AcceptedRange{{}, bound, true} : AcceptedRange{bound, {}, true};
  }
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::string_view before = without_outer_spaces(text.substr(0, dots));
  const std::string_view after = without_outer_spaces(text.substr(dots + 2));
  AcceptedRange range{number(before), number(after)};
  const bool malformed = (!before.empty() && !range.low) || (!after.empty() && !range.high);
  if (malformed || (!range.low && !range.high)) return std::nullopt;
  if (range.low && range.high && *range.low > *range.high) return std::nullopt;
  return range;
}

std::string_view word(Verdict verdict) {
  constexpr std::array<std::string_view, 3> words{"reproduced", "deviates", "not enough data"};
  return words.at(static_cast<std::size_t>(verdict));
}

Verdict judge(const Measurement& measurement, const AcceptedRange& accepted, std::int64_t needed_instances) {
  if (!measurement.measured || measurement.instances < needed_instances) return Verdict::not_enough_data;
  const bool interval = measurement.low && measurement.high;
  if (!interval && !measurement.exact) return Verdict::not_enough_data;
  const double value = *measurement.measured;
  const double low = measurement.low.value_or(value);
  const double high = measurement.high.value_or(value);
  if (accepted.holds_all(low, high)) return Verdict::reproduced;
  if (accepted.holds_none(low, high)) return Verdict::deviates;
  const bool narrower = accepted.low && accepted.high && high - low < *accepted.high - *accepted.low;
  if (!narrower) return Verdict::not_enough_data;
  return accepted.holds(value) ? Verdict::reproduced : Verdict::deviates;
}

std::span<const EmbeddedFile> embedded_claims();  // made by palio_embed

ClaimFile read_claims(const std::string& file, std::string_view text) {
  const AnnotatedSql read = read_annotated_sql(file, text, "claim", k_claim_header_keys, k_claim_keys);
  ClaimFile claims;
  claims.file = file;
  if (const std::string* paper = find_value(read.header, "paper")) claims.paper = *paper;
  if (const std::string* studies = find_value(read.header, "studies")) claims.studies = split_list(*studies, ',');
  claims.instances = read_instances(read);
  claims.temporary_sql = read.temporary_sql;
  for (const AnnotatedBlock& block : read.blocks) {
    const AnnotationReader reader(file, "claim", block);
    claims.claims.push_back(read_claim(reader));
    for (const std::string& study : claims.claims.back().studies)
      if (!claims.is_about(study))
        reader.refuse(fmt::format("is about study {}, which is not in the file's `-- studies: {}`", study,
                                  fmt::join(claims.studies, ", ")),
                      "study");
  }
  if (claims.claims.empty()) throw UserError("{} has no claims; each begins with a line `-- claim: ID`", file);
  return claims;
}

std::vector<ClaimFile> shipped_claims() {
  std::vector<ClaimFile> files;
  for (const EmbeddedFile& file : embedded_claims()) files.push_back(read_claims(std::string(file.name), file.text));
  return files;
}

std::string shipped_claims_text(std::string_view file) {
  return std::string(std::ranges::find(embedded_claims(), file, &EmbeddedFile::name)->text);
}

std::optional<ClaimFile> find_shipped_claims(std::string_view study) {
  for (ClaimFile& file : shipped_claims())
    if (file.is_about(study)) return std::move(file);
  return std::nullopt;
}

ClaimFile shipped_claims_about(std::string_view study) {
  if (std::optional<ClaimFile> file = find_shipped_claims(study)) return *std::move(file);
  std::vector<std::string> known;
  for (const ClaimFile& file : shipped_claims()) known.insert(known.end(), file.studies.begin(), file.studies.end());
  throw UserError(
      "no claims about the study {} come with Palio; give your own with --claims FILE, or say with --as STUDY "
      "which study it follows: {}",
      study, fmt::join(known, ", "));
}

}  // namespace palio
