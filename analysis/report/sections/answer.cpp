#include "analysis/report/sections/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/report/parts/figure_file.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/statistics/intervals/interval_text.h"
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

std::string instances_text(const RowView& row) {
  const auto instances = static_cast<std::int64_t>(row.number("instances").value_or(0));
  return fmt::format("{} {}", count_text(instances), instances == 1 ? "instance" : "instances");
}

// How far behind the best a strategy is in the mean, and that it failed, if it did.
std::string standing(const RowView& row) {
  const auto failed = static_cast<std::int64_t>(row.number("failed").value_or(0));
  return factor_text(row) + (failed > 0 ? fmt::format(", {} failures aside", count_text(failed)) : "");
}

std::string and_more(std::size_t count) { return count == 0 ? "" : fmt::format(" and {} more", count); }

constexpr std::string_view k_test = "the test (all pairs, Holm's correction, 5 %)";

std::string winner_text(const DataTable& table, const std::string& words) {
  const RowView first(table, 0), second(table, 1);
  return fmt::format(
      "<b>By {} {} is the best of {} strategies</b>: over {} it is in the mean a factor of {} behind the best of the "
      "instance, the next, {}, {}; {} tells it from all others.",
      words, html_name(first.name("x")), table.rows.size(), instances_text(first), standing(first),
      html_name(second.name("x")), standing(second), k_test);
}

std::string no_winner_text(const DataTable& table, const std::string& words, const std::vector<std::size_t>& untold) {
  const RowView first(table, 0), rival(table, untold.front());
  return fmt::format(
      "<b>By {} no winner can be told among {} strategies</b>: over {} {} leads, in the mean a factor of {} behind the "
      "best of the instance, but {} does not tell it from {} ({}){}.",
      words, table.rows.size(), instances_text(first), html_name(first.name("x")), standing(first), k_test,
      html_name(rival.name("x")), standing(rival), and_more(untold.size() - 1));
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
  }
  return fmt::format("<p class=answer>{}</p>\n", text);
}

}  // namespace palio
