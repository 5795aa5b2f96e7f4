#include "analysis/queries/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "analysis/queries/ready_query.h"
#include "analysis/queries/usual_metric.h"
#include "analysis/statistics/intervals/intervals.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

// The first place is by the geometric mean if a single instance makes up most of a strategy's sum (contest.h).
constexpr std::string_view k_standings = R"(
WITH judged AS (
  SELECT *, max(largest_share > 50 AND instances >= 10) OVER () AS dominated FROM @degradation WHERE place IS NOT NULL)
SELECT strategy, 1 + iif(dominated, geometric_percent, mean_percent) / 100, iif(dominated, NULL, 1 + low_percent / 100),
       iif(dominated, NULL, 1 + high_percent / 100), times_best, instances, failed, dominated, largest_share
FROM judged ORDER BY place)";
constexpr std::string_view k_pairs = R"(
SELECT strategy, other, strategy_is, wins, losses, draws_holm_p IS NOT NULL FROM @pairs)";
constexpr std::string_view k_ranks = R"(
SELECT strategy FROM @ranking WHERE mean_rank IS NOT NULL AND critical_difference IS NOT NULL
ORDER BY mean_rank, strategy LIMIT 1)";
constexpr std::string_view k_not_compared = R"(
SELECT label, note FROM contenders('{}') JOIN strategy ON id = strategy_id
WHERE NOT contends AND field > 0 ORDER BY label)";

// The worst of each restart, then of each pair.
constexpr std::string_view k_worst_case = R"(
WITH
  restart AS (
    SELECT w.target, w.base, max(t.makespan / b.makespan) AS ratio
    FROM workload w JOIN platform p ON p.digest = w.network
    JOIN strategy one ON one.label = w.target JOIN strategy other ON other.label = w.base
    JOIN result t ON t.platform_id = p.id AND t.workload_id = w.id AND t.strategy_id = one.id
    JOIN result b ON b.platform_id = p.id AND b.workload_id = w.id AND b.strategy_id = other.id
    WHERE t.makespan IS NOT NULL AND b.makespan > 0 GROUP BY w.target, w.base, w.restart)
SELECT target, base, max(ratio) AS ratio, median(ratio), count(*), count(*) OVER ()
FROM restart GROUP BY target, base ORDER BY ratio DESC LIMIT 1)";

struct Standing {
  std::string strategy;
  double factor = 1, low = 0, high = 0;  // NaN: no interval
  std::int64_t times_best = 0, instances = 0, failed = 0;
  bool dominated = false;    // the mean is geometric
  double largest_share = 0;  // %
};

// The names are in the order of labels.
struct TestedPair {
  std::string strategy, other, strategy_is;
  std::int64_t wins = 0, losses = 0;
  bool of_draws = false;

  bool tells(const std::string& better, const std::string& worse) const {
    return (strategy == better && other == worse && strategy_is == "better") ||
           (strategy == worse && other == better && strategy_is == "worse");
  }
};

using AnsweredRow = std::vector<SqlValue>;

std::string text_in(const SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? "" : *text;
}

std::int64_t count_in(const SqlValue& value) {
  const auto* count = std::get_if<std::int64_t>(&value);
  return count == nullptr ? 0 : *count;
}

// "1.12 [1.05, 1.20]", with as many digits as the interval justifies.
std::string factor_text(const Standing& of) {
  if (!(of.high > of.low)) return fmt::format("{:.4g}", of.factor);
  return fmt::format("{0:.{3}f} [{1:.{3}f}, {2:.{3}f}]", of.factor, of.low, of.high,
                     margin_decimals((of.high - of.low) / 2));
}

// Its factor behind the best, how often it is first, and its failures, if any.
std::string standing_text(const Standing& of) {
  std::string text = fmt::format("{}, first on {}", factor_text(of), count_text(of.times_best));
  if (of.failed > 0) text += fmt::format(", {} failures aside", count_text(of.failed));
  return text;
}

std::string and_more(std::size_t count) { return count == 0 ? "" : fmt::format(" and {} more", count); }

constexpr std::string_view k_test = "the test (all pairs, Holm's correction, 5 %)";

// Makes the sentences about one campaign.
class AnswerWriter {
public:
  AnswerWriter(const QueriedCampaign& campaign, const std::string& metric, ShowName show)
      : campaign_(campaign), metric_(metric), show_(show) {
    ask(k_standings, [&](const AnsweredRow& row) {
      standings_.push_back({text_in(row[0]), number_or_nan(row[1]), number_or_nan(row[2]), number_or_nan(row[3]),
                            count_in(row[4]), count_in(row[5]), count_in(row[6]), count_in(row[7]) == 1,
                            number_or_nan(row[8])});
    });
    if (standings_.size() < 2) return;
    ask(k_pairs, [&](const AnsweredRow& row) {
      const auto competes = [&](const SqlValue& name) {
        return std::ranges::find(standings_, text_in(name), &Standing::strategy) != standings_.end();
      };
      if (competes(row[0]) && competes(row[1]))
        pairs_.push_back({text_in(row[0]), text_in(row[1]), text_in(row[2]), count_in(row[3]), count_in(row[4]),
                          count_in(row[5]) == 1});
    });
  }

  CampaignAnswer answer() const {
    CampaignAnswer answer;
    if (standings_.size() > 1) {
      answer.next = "@pairs";
      tell_winner(answer);
    }
    if (std::string text = objections(); !text.empty()) answer.remarks.push_back(std::move(text));
    if (std::string text = not_compared(); !text.empty()) answer.remarks.push_back(std::move(text));
    return answer;
  }

private:
  void ask(std::string_view sql, const std::function<void(const AnsweredRow&)>& row) const {
    campaign_.query(with_ready_queries(sql, metric_), {}, row);
  }

  const std::string& leader() const { return standings_.front().strategy; }

  void tell_winner(CampaignAnswer& answer) const {
    const Standing &first = standings_[0], &second = standings_[1];
    const std::string title = metric_title(campaign_, metric_);
    std::vector<const Standing*> untold;
    for (const Standing& rival : std::span(standings_).subspan(1))
      if (std::ranges::none_of(pairs_, [&](const TestedPair& pair) { return pair.tells(leader(), rival.strategy); }))
        untold.push_back(&rival);
    const std::string measured = fmt::format("measured by {}: {}", criterion(), standing_text(first));
    if (untold.empty()) {
      const bool of_draws = std::ranges::any_of(pairs_, &TestedPair::of_draws);
      answer.verdict = fmt::format("By {} {} is the best of {} strategies", title, show_(leader()), standings_.size());
      answer.grounds = fmt::format(", {}; the next, {}: {}. The{} distinguishes it from all others{}.", measured,
                                   show_(second.strategy), standing_text(second), k_test.substr(3),
                                   of_draws ? "" : " on these instances; without draws it says nothing about others");
      return;
    }
    answer.verdict = fmt::format("By {} there is no clear winner among {} strategies", title, standings_.size());
    answer.grounds =
        fmt::format(": {} leads, {}; but {} cannot distinguish it from {} ({}){}.", show_(leader()), measured, k_test,
                    show_(untold.front()->strategy), standing_text(*untold.front()), and_more(untold.size() - 1));
  }

  std::string_view mean_words() const { return standings_.front().dominated ? "geometric mean" : "mean"; }

  // "the mean factor behind the best of each of 40 instances".
  std::string criterion() const {
    const Standing& first = standings_.front();
    std::string text = fmt::format("the {} factor behind the best of each of {} instance{}", mean_words(),
                                   count_text(first.instances), first.instances == 1 ? "" : "s");
    if (!first.dominated) return text;
    const auto& largest = *std::ranges::max_element(standings_, {}, &Standing::largest_share);
    return text + fmt::format(" (a single instance makes up {:.0f} % of a strategy's sum, so the mean says little)",
                              largest.largest_share);
  }

  // By rival, where it is ahead of the leader: "is first on most instances", ...
  std::map<std::string, std::vector<std::string>> objections_by_rival() const {
    std::map<std::string, std::vector<std::string>> objections;
    const auto most = std::ranges::max_element(standings_, {}, &Standing::times_best);
    if (most != standings_.begin())
      objections[most->strategy].push_back(fmt::format("is first on most instances ({} against {})",
                                                       count_text(most->times_best),
                                                       count_text(standings_.front().times_best)));
    for (const TestedPair& pair : pairs_) {
      const bool leads = pair.strategy == leader();
      if (!leads && pair.other != leader()) continue;
      const std::int64_t won = leads ? pair.wins : pair.losses, lost = leads ? pair.losses : pair.wins;
      if (lost > won)
        objections[leads ? pair.other : pair.strategy].push_back(
            fmt::format("beats it on {} instances and loses on {}", count_text(lost), count_text(won)));
    }
    ask(k_ranks, [&](const AnsweredRow& row) {
      if (text_in(row[0]) != leader()) objections[text_in(row[0])].emplace_back("has the best mean rank");
    });
    return objections;
  }

  // The three rivals with the most criteria are named. Empty if all criteria agree.
  std::string objections() const {
    if (standings_.size() < 2) return {};
    const auto by_rival = objections_by_rival();
    std::vector<std::pair<std::string, std::vector<std::string>>> ordered(by_rival.begin(), by_rival.end());
    if (ordered.empty()) return {};
    std::ranges::stable_sort(ordered, std::greater<>(), [](const auto& rival) { return rival.second.size(); });
    constexpr std::size_t k_named = 3;
    std::vector<std::string> sentences;
    for (const auto& [rival, criteria] : std::span(ordered).first(std::min(ordered.size(), k_named)))
      sentences.push_back(fmt::format("{} {}", show_(rival), fmt::join(criteria, ", ")));
    if (ordered.size() > k_named)
      sentences.push_back(fmt::format("{} more are ahead by some criterion", ordered.size() - k_named));
    return fmt::format("Other criteria disagree with the {}: {}.", mean_words(), fmt::join(sentences, "; "));
  }

  // By reason, the first three of each.
  std::string not_compared() const {
    std::map<std::string, std::vector<std::string>> by_reason;
    ask(fmt::format(k_not_compared, metric_),
        [&](const AnsweredRow& row) { by_reason[text_in(row[1])].push_back(show_(text_in(row[0]))); });
    std::vector<std::string> parts;
    for (auto& [reason, names] : by_reason) {
      constexpr std::size_t k_named = 3;
      const std::size_t more = names.size() - std::min(names.size(), k_named);
      names.resize(names.size() - more);
      parts.push_back(fmt::format("{}{} ({})", fmt::join(names, ", "), and_more(more), reason));
    }
    return parts.empty() ? "" : fmt::format("Not compared: {}.", fmt::join(parts, "; "));
  }

  const QueriedCampaign& campaign_;
  const std::string& metric_;
  ShowName show_;
  std::vector<Standing> standings_;  // by place
  std::vector<TestedPair> pairs_;    // of these
};

// Of instances that `palio duel` searched: what can happen, not how often.
CampaignAnswer search_answer(const QueriedCampaign& campaign, ShowName show) {
  CampaignAnswer answer;
  campaign.query(k_worst_case, {}, [&](const AnsweredRow& row) {
    answer.verdict = fmt::format("{} takes {:.3g} times as long as {}", show(text_in(row[0])), number_or_nan(row[2]),
                                 show(text_in(row[1])));
    answer.grounds = " on the worst instance that was found";
    if (const std::int64_t restarts = count_in(row[4]); restarts > 1)
      answer.grounds +=
          fmt::format(" in {} restarts, whose median is {:.3g}", count_text(restarts), number_or_nan(row[3]));
    if (const std::int64_t pairs = count_in(row[5]); pairs > 1)
      answer.grounds += fmt::format("; of {} pairs it is the worst", pairs);
    answer.grounds += '.';
    answer.remarks = {
        "These instances were searched, not drawn: they show what can happen and say nothing about how often it does, "
        "so there are no means, ranks and tests."};
  });
  return answer;
}

}  // namespace

CampaignAnswer campaign_answer(const QueriedCampaign& campaign, const std::string& metric, ShowName show) {
  return is_searched(campaign) ? search_answer(campaign, show) : AnswerWriter(campaign, metric, show).answer();
}

bool is_searched(const QueriedCampaign& campaign) {
  bool searched = false;
  campaign.query("SELECT count(*) > 0 AND min(family = 'duel') FROM workload", {},
                 [&](const std::vector<SqlValue>& row) { searched = std::get<std::int64_t>(row[0]) == 1; });
  return searched;
}

}  // namespace palio
