#include "campaign/targets/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <tuple>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/metrics.h"

namespace palio {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }
bool is_of_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '.'; }

struct StatisticWord {
  std::string_view word;
  Statistic statistic;
  double order;  // of a quantile that needs no level
};
constexpr auto k_statistics = std::to_array<StatisticWord>({{"mean", Statistic::mean, 0},
                                                            {"geometric_mean", Statistic::geometric_mean, 0},
                                                            {"median", Statistic::quantile, 0.5},
                                                            {"quantile", Statistic::quantile, 0}});

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
    const std::string_view word = read_statistic(target);
    need("(");
    const std::size_t begin = at_;
    target.metric = name("a metric, as palio list metrics has them");
    try {
      metric_named(target.metric);
    } catch (const UserError& error) {
      refuse_at(begin, error.what());
    }
    if (word == "quantile") read_order(target);
    need(")");
  }

  // Returns its word.
  std::string_view read_statistic(Target& target) {
    const std::size_t begin = at_;
    const std::string word = name("mean, geometric_mean, median or quantile");
    const auto found = std::ranges::find(k_statistics, word, &StatisticWord::word);
    if (found == k_statistics.end())
      refuse_at(begin, fmt::format("there is no interval of \"{}\"{}", word,
                                   suggestion(word, k_statistics, &StatisticWord::word)));
    target.statistic = found->statistic;
    target.order = found->order;
    return found->word;
  }

  void read_order(Target& target) {
    if (!take(",")) refuse("a quantile needs its level, as in quantile(makespan, 0.95)");
    const std::size_t begin = at_;
    target.order = number();
    if (!(target.order > 0 && target.order < 1))
      refuse_at(begin, fmt::format("{} is not a quantile level, which lies between 0 and 1, as 0.95", target.order));
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
                "a share of the value needs \"relative\" before half-width; else give it in the unit of the metric");
    if (target.relative && !percent && target.most >= 1)
      refuse_at(begin, "a share of the value is below 1, or has a % behind it");
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
        "(as in \"relative half-width of mean(makespan) by strategy <= 1 %\", or decided; also geometric_mean, median, "
        "and quantile(makespan, 0.95))",
        text_, place + 1, reason);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool Target::same(const Target& other) const {
  return std::tie(decided, relative, statistic, order, metric, by, most) ==
         std::tie(other.decided, other.relative, other.statistic, other.order, other.metric, other.by, other.most);
}

Target parse_target(std::string_view text) { return TargetReader(text).read(); }

}  // namespace palio
