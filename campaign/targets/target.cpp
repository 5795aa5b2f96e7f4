#include "campaign/targets/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <tuple>

#include "analysis/queries/ready_query.h"
#include "core/error.h"

namespace palio {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }
bool is_of_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '.'; }

// Reads a target word by word.
class TargetReader {
public:
  explicit TargetReader(std::string_view text) : text_(text) { skip_blanks(); }

  Target read() {
    Target target;
    target.text = text_;
    target.decided = take("decided");
    if (!target.decided) {
      read_estimate(target);
      read_columns(target);
      read_limit(target);
    }
    if (at_ < text_.size()) refuse("nothing may follow here");
    return target;
  }

private:
  void read_estimate(Target& target) {
    target.relative = take("relative");
    need("half-width");
    need("of");
    need("mean");
    need("(");
    const std::size_t begin = at_;
    target.metric = name("a metric, as palio list metrics has them");
    try {
      metric_named(target.metric);
    } catch (const UserError& error) {
      refuse_at(begin, error.what());
    }
    need(")");
  }

  void read_columns(Target& target) {
    if (!take("by")) return;
    do {
      const std::size_t begin = at_;
      std::string column = name("a column of the view results, such as strategy");
      if (std::ranges::find(target.by, column) != target.by.end()) refuse_at(begin, "this column is given twice");
      target.by.push_back(std::move(column));
    } while (take(","));
  }

  void read_limit(Target& target) {
    need("<=");
    const std::size_t begin = at_;
    target.most = number();
    const bool percent = take("%");
    if (percent && !target.relative)
      refuse_at(begin,
                "a share of the mean needs \"relative\" before half-width; else give it in the unit of the metric");
    if (target.relative && !percent && target.most >= 1)
      refuse_at(begin, "a share of the mean is below 1, or has a % behind it");
    if (percent) target.most /= 100;
    if (!(target.most > 0) || !std::isfinite(target.most))
      refuse_at(begin, "a half-width above 0 is needed: no number of draws makes it 0");
  }

  double number() {
    double value = 0;
    const char* end = text_.data() + text_.size();
    const auto [rest, error] = std::from_chars(text_.data() + at_, end, value);
    if (error != std::errc{}) refuse("a number is needed here");
    at_ += static_cast<std::size_t>(rest - (text_.data() + at_));
    skip_blanks();
    return value;
  }

  // Whether the word or sign comes next; if so, skips it.
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    const std::size_t end = at_ + word.size();
    if (is_letter(word.back()) && end < text_.size() && is_of_word(text_[end])) return false;
    at_ = end;
    skip_blanks();
    return true;
  }

  void need(std::string_view word) {
    if (!take(word)) refuse(fmt::format("\"{}\" is needed here", word));
  }

  std::string name(std::string_view what) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_word(text_[at_])) ++at_;
    std::string word(text_.substr(begin, at_ - begin));
    if (word.empty()) refuse(fmt::format("{} is needed here", what));
    skip_blanks();
    return word;
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  [[noreturn]] void refuse(std::string_view reason) const { refuse_at(at_, reason); }

  [[noreturn]] void refuse_at(std::size_t place, std::string_view reason) const {
    throw UserError(
        "until \"{}\", at character {}: {}\n"
        "(as in \"relative half-width of mean(makespan) by strategy <= 1 %\", or decided)",
        text_, place + 1, reason);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool Target::same(const Target& other) const {
  return std::tie(decided, relative, metric, by, most) ==
         std::tie(other.decided, other.relative, other.metric, other.by, other.most);
}

Target parse_target(std::string_view text) { return TargetReader(text).read(); }

}  // namespace palio
