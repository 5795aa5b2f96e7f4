#include "analysis/report/sections/sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>

#include "analysis/report/parts/figure.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/statistics/intervals/intervals.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

// The cells of one row by the names of their columns.
class RowView {
public:
  RowView(const DataTable& table, std::size_t row) : table_(table), row_(table.rows[row]) {}

  std::optional<double> number(std::string_view column) const {
    const auto at = table_.find(column);
    return at ? number_of(row_[*at]) : std::nullopt;
  }
  std::string name(std::string_view column) const { return name_text(row_[table_.find(column).value()]); }

private:
  const DataTable& table_;
  const std::vector<SqlValue>& row_;
};

using Rows = std::vector<RowView>;

// The rows of a figure; none if there is no such figure.
Rows rows_of(const std::vector<Figure>& figures, std::string_view id) {
  Rows rows;
  for (const Figure& figure : figures)
    for (std::size_t i = 0; figure.head.id == id && i < figure.data.rows.size(); ++i) rows.emplace_back(figure.data, i);
  return rows;
}

// "1.12 [1.05, 1.20]", with as many digits as the interval justifies.
std::string factor_text(const RowView& row) {
  const double factor = row.number("y").value_or(1);
  const auto low = row.number("low"), high = row.number("high");
  if (!low || !high || *high <= *low) return fmt::format("{:.4g}", factor);
  const int decimals = margin_decimals((*high - *low) / 2);
  return fmt::format("{0:.{3}f} [{1:.{3}f}, {2:.{3}f}]", factor, *low, *high, decimals);
}

// The strategies that the leader beats significantly.
std::set<std::string> told_apart(const Rows& pairs, const std::string& leader) {
  std::set<std::string> told;
  for (const RowView& pair : pairs) {
    const double better = pair.number("better").value_or(0);
    if (better > 0 && pair.name("x") == leader) told.insert(pair.name("y"));
    if (better < 0 && pair.name("y") == leader) told.insert(pair.name("x"));
  }
  return told;
}

std::int64_t count_in(const RowView& row, std::string_view column) {
  return static_cast<std::int64_t>(row.number(column).value_or(0));
}

std::string instances_text(const RowView& row) {
  const std::int64_t instances = count_in(row, "instances");
  return fmt::format("{} {}", count_text(instances), instances == 1 ? "instance" : "instances");
}

// Its factor behind the best, how often it is first, and its failures, if any.
std::string standing(const RowView& row) {
  std::string text = factor_text(row);
  if (row.number("times_best")) text += fmt::format(", first on {}", count_text(count_in(row, "times_best")));
  if (const std::int64_t failed = count_in(row, "failed"); failed > 0)
    text += fmt::format(", {} failures aside", count_text(failed));
  return text;
}

std::string and_more(std::size_t count) { return count == 0 ? "" : fmt::format(" and {} more", count); }

bool is_dominated(const Rows& rows) { return count_in(rows.front(), "dominated") == 1; }

// The mean is geometric if a single instance makes up most of a strategy's sum.
std::string_view mean_words(const Rows& rows) { return is_dominated(rows) ? "geometric mean" : "mean"; }

// "the mean factor behind the best of each of 40 instances".
std::string criterion(const Rows& rows) {
  std::string text =
      fmt::format("the {} factor behind the best of each of {}", mean_words(rows), instances_text(rows.front()));
  if (!is_dominated(rows)) return text;
  double largest = 0;
  for (const RowView& row : rows) largest = std::max(largest, row.number("largest_share").value_or(0));
  return text +
         fmt::format(" (a single instance makes up {:.0f} % of a strategy's sum, so the mean says little)", largest);
}

constexpr std::string_view k_test = "the test (all pairs, Holm's correction, 5 %)";

std::string winner_text(const Rows& rows, const std::string& words, const Rows& pairs) {
  const RowView &first = rows[0], &second = rows[1];
  const bool of_draws =
      std::ranges::any_of(pairs, [](const RowView& pair) { return pair.number("draws_holm_p").has_value(); });
  return fmt::format(
      "<b>By {} {} is the best of {} strategies</b>, measured by {}: {}; the next, {}: {}. "
      "{} tells it from all others{}.",
      words, html_name(first.name("x")), rows.size(), criterion(rows), standing(first), html_name(second.name("x")),
      standing(second), "The" + std::string(k_test.substr(3)),
      of_draws ? "" : " on these instances; without draws it says nothing of others");
}

std::string no_winner_text(const Rows& rows, const std::string& words, const Rows& untold) {
  const RowView &first = rows.front(), &rival = untold.front();
  return fmt::format(
      "<b>By {} no winner can be told among {} strategies</b>: {} leads, measured by {}: {}; but {} does not tell it "
      "from {} ({}){}.",
      words, rows.size(), html_name(first.name("x")), criterion(rows), standing(first), k_test,
      html_name(rival.name("x")), standing(rival), and_more(untold.size() - 1));
}

// Which strategies are ahead of the leader by another criterion, and by which: "is first on more instances", ...
using Objections = std::map<std::string, std::vector<std::string>>;

void object_by_firsts(const Rows& rows, Objections& objections) {
  const auto firsts = [](const RowView& row) { return count_in(row, "times_best"); };
  const auto most = std::ranges::max_element(rows, {}, firsts);
  if (most == rows.begin()) return;
  objections[most->name("x")].push_back(fmt::format("is first on most instances ({} against {})",
                                                    count_text(firsts(*most)), count_text(firsts(rows[0]))));
}

void object_by_duels(const Rows& pairs, const std::string& leader, Objections& objections) {
  for (const RowView& pair : pairs) {
    const bool leads = pair.name("x") == leader;
    if (!leads && pair.name("y") != leader) continue;
    const std::int64_t won = count_in(pair, leads ? "wins" : "losses"),
                       lost = count_in(pair, leads ? "losses" : "wins");
    if (lost > won)
      objections[pair.name(leads ? "y" : "x")].push_back(
          fmt::format("beats it on {} instances and loses on {}", count_text(lost), count_text(won)));
  }
}

void object_by_ranks(const Rows& ranks, const std::string& leader, Objections& objections) {
  if (ranks.empty()) return;
  if (const std::string best = ranks.front().name("x"); best != leader)
    objections[best].emplace_back("has the best mean rank");
}

// The three rivals with the most criteria are named. Empty if all criteria agree.
std::string objections_text(const std::vector<Figure>& figures, const Rows& rows) {
  const std::string leader = rows.front().name("x");
  Objections objections;
  object_by_firsts(rows, objections);
  object_by_duels(rows_of(figures, "pairs"), leader, objections);
  object_by_ranks(rows_of(figures, "ranks"), leader, objections);
  if (objections.empty()) return {};
  std::vector<std::pair<std::string, std::vector<std::string>>> ordered(objections.begin(), objections.end());
  std::ranges::stable_sort(ordered, std::greater<>(), [](const auto& rival) { return rival.second.size(); });
  constexpr std::size_t k_named = 3;
  std::vector<std::string> sentences;
  for (const auto& [rival, criteria] : std::span(ordered).first(std::min(ordered.size(), k_named)))
    sentences.push_back(fmt::format("{} {}", html_name(rival), fmt::join(criteria, ", ")));
  if (ordered.size() > k_named)
    sentences.push_back(fmt::format("{} more are ahead by some criterion", ordered.size() - k_named));
  return fmt::format(" <b>Other criteria disagree with the {}:</b> {}.", mean_words(rows), fmt::join(sentences, "; "));
}

}  // namespace

std::string answer_html(const std::vector<Figure>& figures, std::string_view metric) {
  const Rows rows = rows_of(figures, "degradation");
  if (rows.empty()) return {};
  const std::string words = html_escaped(metric_words(metric)), leader = rows.front().name("x");
  std::string text;
  if (rows.size() == 1) {
    text = fmt::format("<b>Only {} can be compared</b>: there is nobody to be better than.", html_name(leader));
  } else {
    const Rows pairs = rows_of(figures, "pairs");
    const std::set<std::string> told = told_apart(pairs, leader);
    Rows untold;
    std::copy_if(rows.begin() + 1, rows.end(), std::back_inserter(untold),
                 [&](const RowView& row) { return !told.contains(row.name("x")); });
    text = untold.empty() ? winner_text(rows, words, pairs) : no_winner_text(rows, words, untold);
    text += objections_text(figures, rows);
  }
  return fmt::format("<p class=answer>{}</p>\n", text);
}

std::string search_answer_html(const std::vector<Figure>& figures) {
  const Rows rows = rows_of(figures, "worst-cases");
  if (rows.empty()) return {};
  const auto ratio = [](const RowView& pair) { return pair.number("value").value_or(0); };
  const RowView& row = *std::ranges::max_element(rows, {}, ratio);
  const std::int64_t restarts = count_in(row, "restarts");
  std::string text = fmt::format("<b>{} takes {:.3g} times as long as {}</b> on the worst instance that was found",
                                 html_name(row.name("y")), ratio(row), html_name(row.name("x")));
  if (restarts > 1)
    text +=
        fmt::format(" in {} restarts, whose median is {:.3g}", count_text(restarts), row.number("median").value_or(0));
  if (rows.size() > 1) text += fmt::format("; of {} pairs it is the worst", rows.size());
  return fmt::format(
      "<p class=answer>{}. These instances were searched, not drawn: they show what can happen and say nothing about "
      "how often it does, so there are no means, ranks and tests.</p>\n",
      text);
}

}  // namespace palio
