#include "analysis/report/sections/sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/report/parts/figure.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/statistics/intervals/intervals.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

const DataTable* find_data(const std::vector<Figure>& figures, std::string_view id) {
  const auto found = std::ranges::find_if(figures, [&](const Figure& figure) { return figure.head.id == id; });
  return found == figures.end() ? nullptr : &found->data;
}

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

// "1.12 [1.05, 1.20]", with as many digits as the interval gives sense to.
std::string factor_text(const RowView& row) {
  const double factor = row.number("y").value_or(1);
  const auto low = row.number("low"), high = row.number("high");
  if (!low || !high || *high <= *low) return fmt::format("{:.4g}", factor);
  const int decimals = margin_decimals((*high - *low) / 2);
  return fmt::format("{0:.{3}f} [{1:.{3}f}, {2:.{3}f}]", factor, *low, *high, decimals);
}

// Those that the leader is better than beyond chance.
std::set<std::string> told_apart(const DataTable* pairs, const std::string& leader) {
  std::set<std::string> told;
  for (std::size_t i = 0; pairs != nullptr && i < pairs->rows.size(); ++i) {
    const RowView pair(*pairs, i);
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

// Its factor behind the best, how often it is the first, and that it failed, if it did.
std::string standing(const RowView& row) {
  std::string text = factor_text(row);
  if (row.number("times_best")) text += fmt::format(", first on {}", count_text(count_in(row, "times_best")));
  if (const std::int64_t failed = count_in(row, "failed"); failed > 0)
    text += fmt::format(", {} failures aside", count_text(failed));
  return text;
}

std::string and_more(std::size_t count) { return count == 0 ? "" : fmt::format(" and {} more", count); }

bool is_dominated(const DataTable& table) { return count_in(RowView(table, 0), "dominated") == 1; }

// The mean is geometric where a single instance makes up most of a strategy's sum.
std::string_view mean_words(const DataTable& table) { return is_dominated(table) ? "geometric mean" : "mean"; }

// "the mean factor behind the best of each of 40 instances".
std::string criterion(const DataTable& table) {
  std::string text =
      fmt::format("the {} factor behind the best of each of {}", mean_words(table), instances_text(RowView(table, 0)));
  if (!is_dominated(table)) return text;
  double largest = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    largest = std::max(largest, RowView(table, i).number("largest_share").value_or(0));
  return text +
         fmt::format(" (a single instance makes up {:.0f} % of a strategy's sum, so the mean says little)", largest);
}

constexpr std::string_view k_test = "the test (all pairs, Holm's correction, 5 %)";

std::string winner_text(const DataTable& table, const std::string& words) {
  const RowView first(table, 0), second(table, 1);
  return fmt::format(
      "<b>By {} {} is the best of {} strategies</b>, measured by {}: {}; the next, {}: {}. "
      "{} tells it from all others.",
      words, html_name(first.name("x")), table.rows.size(), criterion(table), standing(first),
      html_name(second.name("x")), standing(second), "The" + std::string(k_test.substr(3)));
}

std::string no_winner_text(const DataTable& table, const std::string& words, const std::vector<std::size_t>& untold) {
  const RowView first(table, 0), rival(table, untold.front());
  return fmt::format(
      "<b>By {} no winner can be told among {} strategies</b>: {} leads, measured by {}: {}; but {} does not tell it "
      "from {} ({}){}.",
      words, table.rows.size(), html_name(first.name("x")), criterion(table), standing(first), k_test,
      html_name(rival.name("x")), standing(rival), and_more(untold.size() - 1));
}

// Who is before the leader by another criterion, and by which: "is first on more instances", ...
using Objections = std::map<std::string, std::vector<std::string>>;

void object_by_firsts(const DataTable& table, Objections& objections) {
  std::size_t most = 0;
  const auto firsts = [&](std::size_t row) { return count_in(RowView(table, row), "times_best"); };
  for (std::size_t i = 1; i < table.rows.size(); ++i)
    if (firsts(i) > firsts(most)) most = i;
  if (most == 0) return;
  objections[RowView(table, most).name("x")].push_back(
      fmt::format("is first on most instances ({} against {})", count_text(firsts(most)), count_text(firsts(0))));
}

void object_by_duels(const DataTable* pairs, const std::string& leader, Objections& objections) {
  for (std::size_t i = 0; pairs != nullptr && i < pairs->rows.size(); ++i) {
    const RowView pair(*pairs, i);
    const bool leads = pair.name("x") == leader;
    if (!leads && pair.name("y") != leader) continue;
    const std::int64_t won = count_in(pair, leads ? "wins" : "losses"),
                       lost = count_in(pair, leads ? "losses" : "wins");
    if (lost > won)
      objections[pair.name(leads ? "y" : "x")].push_back(
          fmt::format("beats it on {} instances and loses on {}", count_text(lost), count_text(won)));
  }
}

void object_by_ranks(const DataTable* ranks, const std::string& leader, Objections& objections) {
  if (ranks == nullptr || ranks->rows.empty()) return;
  if (const std::string best = RowView(*ranks, 0).name("x"); best != leader)
    objections[best].emplace_back("has the best mean rank");
}

// Nothing where all criteria agree.
std::string objections_text(const std::vector<Figure>& figures, const DataTable& table) {
  const std::string leader = RowView(table, 0).name("x");
  Objections objections;
  object_by_firsts(table, objections);
  object_by_duels(find_data(figures, "pairs"), leader, objections);
  object_by_ranks(find_data(figures, "ranks"), leader, objections);
  std::vector<std::string> sentences;
  for (const auto& [rival, criteria] : objections)
    sentences.push_back(fmt::format("{} {}", html_name(rival), fmt::join(criteria, ", ")));
  if (sentences.empty()) return {};
  return fmt::format(" <b>Other criteria disagree with the {}:</b> {}.", mean_words(table), fmt::join(sentences, "; "));
}

}  // namespace

std::string answer_html(const std::vector<Figure>& figures, std::string_view metric) {
  const DataTable* table = find_data(figures, "degradation");
  if (table == nullptr || table->rows.empty()) return {};
  const std::string words = html_escaped(metric_words(metric));
  const RowView first(*table, 0);
  std::string text;
  if (table->rows.size() == 1) {
    text =
        fmt::format("<b>Only {} can be compared</b>: there is nobody to be better than.", html_name(first.name("x")));
  } else {
    const std::set<std::string> told = told_apart(find_data(figures, "pairs"), first.name("x"));
    std::vector<std::size_t> untold;
    for (std::size_t i = 1; i < table->rows.size(); ++i)
      if (!told.contains(RowView(*table, i).name("x"))) untold.push_back(i);
    text = untold.empty() ? winner_text(*table, words) : no_winner_text(*table, words, untold);
    text += objections_text(figures, *table);
  }
  return fmt::format("<p class=answer>{}</p>\n", text);
}

std::string search_answer_html(const std::vector<Figure>& figures) {
  const DataTable* table = find_data(figures, "worst-cases");
  if (table == nullptr || table->rows.empty()) return {};
  std::size_t worst = 0;
  const auto ratio = [&](std::size_t row) { return RowView(*table, row).number("value").value_or(0); };
  for (std::size_t i = 1; i < table->rows.size(); ++i)
    if (ratio(i) > ratio(worst)) worst = i;
  const RowView row(*table, worst);
  const std::int64_t restarts = count_in(row, "restarts");
  std::string text = fmt::format("<b>{} takes {:.3g} times as long as {}</b> on the worst instance that was found",
                                 html_name(row.name("y")), ratio(worst), html_name(row.name("x")));
  if (restarts > 1)
    text +=
        fmt::format(" in {} restarts, whose median is {:.3g}", count_text(restarts), row.number("median").value_or(0));
  if (table->rows.size() > 1) text += fmt::format("; of {} pairs it is the worst", table->rows.size());
  return fmt::format(
      "<p class=answer>{}. These instances were searched, not drawn: they show what can happen and say nothing about "
      "how often it does, so there are no means, ranks and tests.</p>\n",
      text);
}

}  // namespace palio
