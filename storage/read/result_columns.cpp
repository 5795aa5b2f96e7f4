#include "storage/read/result_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>

#include "core/error.h"
#include "storage/file/scenario_id.h"
#include "storage/sql/statement.h"

namespace palio {
namespace {

ResultId id_of(sqlite3_stmt* row) {
  return {sqlite3_column_int(row, 0), sqlite3_column_int(row, 1), sqlite3_column_int(row, 2)};
}
constexpr int k_id_columns = 3;

[[noreturn]] void throw_changed(const std::filesystem::path& file) {
  throw UserError("{} is damaged: reading its results twice gives different scenarios; palio check {} says more",
                  file.string(), brief_shell_word(file.string()));
}

// By id, whether it is in a list.
class Among {
public:
  explicit Among(const std::vector<std::int64_t>& ids) {
    for (const std::int64_t id : ids) {
      if (marks_.size() <= static_cast<std::size_t>(id)) marks_.resize(static_cast<std::size_t>(id) + 1);
      marks_[static_cast<std::size_t>(id)] = true;
    }
  }
  bool operator[](std::int32_t id) const {
    return static_cast<std::size_t>(id) < marks_.size() && marks_[static_cast<std::size_t>(id)];
  }

private:
  std::vector<bool> marks_;
};

// Rows as they are stored.
struct StoredRows {
  std::vector<ResultId> ids;
  std::vector<ResultColumns::Values> values;  // of each expression
};

StoredRows read_part(const VisitRows& visit_rows, const std::vector<std::string>& expressions) {
  StoredRows rows{{}, std::vector<ResultColumns::Values>(expressions.size())};
  const std::string sql = fmt::format("SELECT {}{}{} FROM wanted_result", k_scenario_columns,
                                      expressions.empty() ? "" : ", ", fmt::join(expressions, ", "));
  visit_rows(sql, [&](sqlite3_stmt* row) {
    rows.ids.push_back(id_of(row));
    int column = k_id_columns;
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

}  // namespace

ResultPart::ResultPart(const std::vector<ResultId>& whole, const CampaignPart& part) {
  std::vector<std::int64_t> labelled;
  for (const auto& [id, label] : part.strategies) labelled.push_back(id);
  const Among platforms(part.platforms), workloads(part.workloads), strategies(labelled);
  std::vector<ResultId> ids;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (!strategies[whole[i].strategy] || !platforms[whole[i].platform] || !workloads[whole[i].workload]) continue;
    places_.push_back(static_cast<std::uint32_t>(i));
    ids.push_back(whole[i]);
  }
  ids_ = std::make_shared<const std::vector<ResultId>>(std::move(ids));
}

ResultColumns ResultPart::of(const ResultColumns& whole) const {
  using Column = std::shared_ptr<const ResultColumns::Values>;
  ResultColumns part{ids_, {}};
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
  ResultColumns columns{ids_, {}};
  for (const std::string& expression : expressions) columns.values.push_back(values_.at(expression));
  return columns;
}

// Rows come in the order in which they were stored, mostly, but not always, the same at each reading.
void ResultColumnCache::read(const OpenParts& open_parts, const std::filesystem::path& file,
                             const std::vector<std::string>& expressions) {
  const std::vector<StoredRows> parts = read_parts(open_parts(expressions), expressions);
  std::vector<ResultId> ids;
  for (const StoredRows& part : parts) ids.insert(ids.end(), part.ids.begin(), part.ids.end());
  if (!ids_) sort_ids(ids);
  if (ids.size() != ids_->size()) throw_changed(file);
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    ResultColumns::Values sorted(ids.size());
    std::size_t row = 0;
    for (const StoredRows& part : parts)
      for (const double value : part.values[i]) {
        sorted[place_of(row, ids[row], file)] = value;
        ++row;
      }
    values_[expressions[i]] = std::make_shared<const ResultColumns::Values>(std::move(sorted));
  }
}

void ResultColumnCache::sort_ids(std::vector<ResultId> ids) {
  std::vector<std::pair<ResultId, std::uint32_t>> rows;
  rows.reserve(ids.size());
  for (const ResultId& id : ids) rows.emplace_back(id, rows.size());
  std::ranges::stable_sort(rows);  // they are mostly in order
  places_.resize(ids.size());
  for (std::size_t place = 0; place < rows.size(); ++place) {
    places_[rows[place].second] = static_cast<std::uint32_t>(place);
    ids[place] = rows[place].first;
  }
  ids_ = std::make_shared<const std::vector<ResultId>>(std::move(ids));
}

std::size_t ResultColumnCache::place_of(std::size_t row, const ResultId& id, const std::filesystem::path& file) const {
  if ((*ids_)[places_[row]] == id) return places_[row];
  const auto found = std::ranges::lower_bound(*ids_, id);
  if (found == ids_->end() || *found != id) throw_changed(file);
  return static_cast<std::size_t>(found - ids_->begin());
}

}  // namespace palio
