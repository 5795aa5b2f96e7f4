#include "analysis/queries/ready_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <span>

#include "analysis/annotated/annotated_sql.h"
#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/embedded_file.h"
#include "storage/file/metric_tables.h"

namespace palio {

std::span<const EmbeddedFile> embedded_queries();

namespace {

constexpr std::string_view k_written_for = "makespan";  // what the files measure

ReadyQuery read_query(const EmbeddedFile& file) {
  constexpr std::array<std::string_view, 2> keys{"says", "metric"};
  const AnnotatedSql annotated = read_annotated_sql(std::string(file.name), file.text, "query", {}, keys);
  const AnnotatedBlock& block = annotated.blocks.at(0);
  const std::string* says = find_value(block.annotations, "says");
  if (says == nullptr) throw InternalError("{} does not say what it answers", file.name);
  return {block.id, *says, std::string(file.text), find_value(block.annotations, "metric") == nullptr};
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string with_words_replaced(std::string_view text, std::string_view word, std::string_view by) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || !in_word(text[at - 1]);
    const std::size_t end = at + word.size();
    const bool ends = end >= text.size() || !in_word(text[end]);
    const bool is_word = begins && ends && text.substr(at).starts_with(word);
    result += is_word ? by : text.substr(at, 1);
    at += is_word ? word.size() : 1;
  }
  return result;
}

// True if it calls a table function: those have the metric as their argument.
bool compares_strategies(std::string_view sql) {
  return sql.find(fmt::format("('{}')", k_written_for)) != std::string_view::npos;
}

std::string about_metric(const ReadyQuery& query, const MetricInfo& metric) {
  if (!query.is_about_any_metric) return query.sql;
  std::string sql = with_words_replaced(query.sql, "0 AS bound", fmt::format("{} AS bound", metric.least));
  sql = with_words_replaced(sql, "9e999 AS most", fmt::format("{} AS most", most_sql(metric)));
  if (!is_plain(metric)) sql = with_words_replaced(sql, "FROM result", "FROM measured");
  return with_words_replaced(sql, k_written_for, metric.name);
}

std::string within_quotes(std::string text) {
  for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 2)) text.insert(at, "'");
  return text;
}

// The SQL about the ratio of two strategies, as the table function effects() takes it.
std::string about_strategies(const ReadyQuery& query, std::string sql, std::span<const std::string> strategies) {
  if (strategies.empty()) return sql;
  const std::size_t call = sql.find("effects('");
  if (call == std::string::npos)
    throw UserError("@{} is about all strategies; leave {} out, or ask @effects about two of them", query.name,
                    fmt::join(strategies, " and "));
  if (strategies.size() != 2)
    throw UserError("@{} is about a metric or about the ratio of two strategies; name two instead of {}", query.name,
                    fmt::join(strategies, ", "));
  return sql.insert(sql.find("')", call),
                    fmt::format(" of {} / {}", within_quotes(strategies[0]), within_quotes(strategies[1])));
}

}  // namespace

std::string most_sql(const MetricInfo& metric) {
  return std::isinf(metric.most) ? "9e999" : fmt::format("{}", metric.most);  // SQL has no word for infinity
}

// Of a cost, less is better: if more of the metric is better, it is 1 / value, whose ratios are the inverse ones.
std::string cost_sql(const MetricInfo& metric) {
  refuse_unranked(metric);
  return metric.better == Better::less ? std::string(metric.name) : fmt::format("1.0 / {}", metric.name);
}

std::vector<ReadyQuery> ready_queries() {
  std::vector<ReadyQuery> queries;
  for (const EmbeddedFile& file : embedded_queries()) queries.push_back(read_query(file));
  std::ranges::sort(queries, {}, &ReadyQuery::name);
  return queries;
}

std::vector<ReadyQuery> ready_queries_about(std::string_view metric) {
  const MetricInfo& info = metric_named(metric);
  std::vector<ReadyQuery> queries = ready_queries();
  if (info.better == Better::neither)
    std::erase_if(queries, [](const ReadyQuery& query) { return compares_strategies(query.sql); });
  for (ReadyQuery& query : queries) query.sql = about_metric(query, info);
  return queries;
}

std::string ready_sql(std::string_view name, std::string_view metric, std::span<const std::string> strategies) {
  const std::vector<ReadyQuery> queries = ready_queries();
  const auto query = std::ranges::find(queries, name, &ReadyQuery::name);
  if (query == queries.end())
    throw UserError("no query @{} comes with Palio{}; `palio list queries` shows them", name,
                    suggestion(name, queries, &ReadyQuery::name));
  const MetricInfo& info = metric_named(metric);
  if (compares_strategies(query->sql)) cost_sql(info);
  return about_strategies(*query, about_metric(*query, info), strategies);
}

std::string with_ready_queries(std::string_view sql, std::string_view metric) {
  std::string whole(sql);
  for (const ReadyQuery& query : ready_queries())
    if (const std::string name = '@' + query.name; whole.find(name) != std::string::npos)
      whole = with_words_replaced(whole, name, fmt::format("(\n{}\n)", ready_sql(query.name, metric)));
  return whole;
}

}  // namespace palio
