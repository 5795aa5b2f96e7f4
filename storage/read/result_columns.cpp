#include "storage/read/result_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <future>

#include "core/error.h"
#include "core/id_numbers.h"
#include "storage/file/scenario_id.h"
#include "storage/sql/statement.h"

namespace palio {
namespace {

// The dimensions, in the order of their ids in a row.
constexpr std::array k_id_columns{&ResultDimensions::platforms, &ResultDimensions::workloads,
                                  &ResultDimensions::strategies};

[[noreturn]] void throw_changed(const std::filesystem::path& file) {
  throw UserError("{} is damaged: reading its results twice gives different scenarios; palio check {} says more",
                  file.string(), brief_shell_word(file.string()));
}

// By place of an id, whether it is in a list.
std::vector<bool> marked(const std::vector<std::int64_t>& ids, std::vector<std::int64_t> chosen) {
  std::ranges::sort(chosen);
  std::vector<bool> marks;
  for (const std::int64_t id : ids) marks.push_back(std::ranges::binary_search(chosen, id));
  return marks;
}

// Rows as they are stored.
struct StoredRows {
  std::array<IdNumbers, k_id_columns.size()> numbers;
  std::vector<ResultId> ids;                  // the numbers instead of the places
  std::vector<ResultColumns::Values> values;  // of each expression
};

StoredRows read_part(const VisitRows& visit_rows, const std::vector<std::string>& expressions) {
  StoredRows rows{{}, {}, std::vector<ResultColumns::Values>(expressions.size())};
  const auto number = [&](sqlite3_stmt* row, int column) {
    return static_cast<std::uint32_t>(
        rows.numbers[static_cast<std::size_t>(column)].add(sqlite3_column_int64(row, column)));
  };
  const std::string sql = fmt::format("SELECT {0}{1}{2} FROM wanted_result ORDER BY {0}", k_scenario_columns,
                                      expressions.empty() ? "" : ", ", fmt::join(expressions, ", "));
  visit_rows(sql, [&](sqlite3_stmt* row) {
    rows.ids.push_back({number(row, 0), number(row, 1), number(row, 2)});
    int column = static_cast<int>(k_id_columns.size());
    for (ResultColumns::Values& values : rows.values) values.push_back(number_at(row, column++));
  });
  return rows;
}

// Without a policy std::async goes on without a thread where none can be had.
std::vector<StoredRows> read_parts(const std::vector<VisitRows>& parts, const std::vector<std::string>& expressions) {
  std::vector<std::future<StoredRows>> others;
  for (std::size_t i = 1; i < parts.size(); ++i)
    others.push_back(std::async([&, i] { return read_part(parts[i], expressions); }));
  std::vector<StoredRows> rows;
  rows.push_back(read_part(parts.at(0), expressions));
  for (std::future<StoredRows>& other : others) rows.push_back(other.get());
  return rows;
}

ResultDimensions dimensions_of(const std::vector<StoredRows>& parts) {
  ResultDimensions dimensions;
  for (std::size_t i = 0; i < k_id_columns.size(); ++i) {
    std::vector<std::int64_t>& ids = dimensions.*k_id_columns[i];
    for (const StoredRows& part : parts)
      ids.insert(ids.end(), part.numbers[i].ids().begin(), part.numbers[i].ids().end());
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  }
  return dimensions;
}

// Adds the ids of a part, with their places.
void add_ids(std::vector<ResultId>& ids, const StoredRows& part, const ResultDimensions& dimensions,
             const std::filesystem::path& file) {
  std::array<std::vector<std::uint32_t>, k_id_columns.size()> places;  // by number
  for (std::size_t i = 0; i < k_id_columns.size(); ++i)
    for (const std::int64_t id : part.numbers[i].ids()) {
      const std::vector<std::int64_t>& of_dimension = dimensions.*k_id_columns[i];
      const auto found = std::ranges::lower_bound(of_dimension, id);
      if (found == of_dimension.end() || *found != id) throw_changed(file);
      places[i].push_back(static_cast<std::uint32_t>(found - of_dimension.begin()));
    }
  for (const ResultId& numbers : part.ids)
    ids.push_back({places[0][numbers.platform], places[1][numbers.workload], places[2][numbers.strategy]});
}

}  // namespace

ResultPart::ResultPart(const ResultColumns& whole, const CampaignPart& part) {
  std::vector<std::int64_t> labelled;
  for (const auto& [id, label] : part.strategies) labelled.push_back(id);
  const auto platforms = marked(whole.dimensions->platforms, part.platforms),
             workloads = marked(whole.dimensions->workloads, part.workloads),
             strategies = marked(whole.dimensions->strategies, labelled);
  std::vector<ResultId> ids;
  for (std::size_t i = 0; i < whole.ids->size(); ++i) {
    const ResultId& id = (*whole.ids)[i];
    if (!strategies[id.strategy] || !platforms[id.platform] || !workloads[id.workload]) continue;
    places_.push_back(static_cast<std::uint32_t>(i));
    ids.push_back(id);
  }
  ids_ = std::make_shared<const std::vector<ResultId>>(std::move(ids));
}

ResultColumns ResultPart::of(const ResultColumns& whole) const {
  using Column = std::shared_ptr<const ResultColumns::Values>;
  ResultColumns part{whole.dimensions, ids_, {}};
  std::map<Column, Column> made;  // the same may be asked for several times
  for (const Column& column : whole.values) {
    Column& of_part = made[column];
    if (!of_part) {
      ResultColumns::Values values;
      values.reserve(places_.size());
      for (const std::uint32_t place : places_) values.push_back((*column)[place]);
      of_part = std::make_shared<const ResultColumns::Values>(std::move(values));
    }
    part.values.push_back(of_part);
  }
  return part;
}

ResultColumns ResultColumnCache::get(const OpenParts& open_parts, const std::filesystem::path& file,
                                     std::span<const std::string> expressions) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> missing;
  for (const std::string& expression : expressions)
    if (!values_.contains(expression) && std::ranges::find(missing, expression) == missing.end())
      missing.push_back(expression);
  if (!ids_ || !missing.empty()) read(open_parts, file, missing);
  ResultColumns columns{dimensions_, ids_, {}};
  for (const std::string& expression : expressions) columns.values.push_back(values_.at(expression));
  return columns;
}

void ResultColumnCache::read(const OpenParts& open_parts, const std::filesystem::path& file,
                             const std::vector<std::string>& expressions) {
  std::vector<StoredRows> parts = read_parts(open_parts(expressions), expressions);
  if (!dimensions_) dimensions_ = std::make_shared<const ResultDimensions>(dimensions_of(parts));
  std::vector<ResultId> ids;
  for (const StoredRows& part : parts) add_ids(ids, part, *dimensions_, file);
  if (!std::ranges::is_sorted(ids) || (ids_ && ids != *ids_)) throw_changed(file);
  if (!ids_) ids_ = std::make_shared<const std::vector<ResultId>>(std::move(ids));
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    ResultColumns::Values values = std::move(parts.front().values[i]);
    for (std::size_t part = 1; part < parts.size(); ++part)
      values.insert(values.end(), parts[part].values[i].begin(), parts[part].values[i].end());
    values_[expressions[i]] = std::make_shared<const ResultColumns::Values>(std::move(values));
  }
}

}  // namespace palio
