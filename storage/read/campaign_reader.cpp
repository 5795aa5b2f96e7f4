#include "storage/read/campaign_reader.h"

#include <SQLiteCpp/Savepoint.h>
#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <cctype>

#include "core/metrics.h"
#include "core/processors.h"
#include "core/text/count_text.h"
#include "storage/file/connection.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"
#include "storage/file/schema_version.h"
#include "storage/file/session_table.h"
#include "storage/read/result_ranges.h"
#include "storage/read/trimmed_query.h"
#include "storage/read/united_campaigns.h"
#include "storage/sql/query.h"
#include "storage/sql/sqlite_error.h"

namespace palio {

struct CampaignReader::Impl : ReadableCampaign {
  explicit Impl(const std::filesystem::path& path) : ReadableCampaign(path) {
    limit_statements(*database);
    database->exec("CREATE TEMP VIEW wanted_result AS SELECT * FROM main.measured WHERE NOT stale");
    database->exec("CREATE TEMP VIEW measured AS SELECT * FROM wanted_result");
    database->exec("CREATE TEMP VIEW result AS SELECT * FROM main.plain_result WHERE NOT stale");
    use_exact_totals(database->getHandle());
  }

  template <class Body>
  decltype(auto) reading(const Body& body) {
    return with_clear_errors(file.path(), "read", [&] { return body(*database); });
  }

  bool running() const { return held_running.value_or(file.locked()); }

  std::int64_t data_version() const { return whole_number(*database, "PRAGMA data_version"); }

  // What was read of the whole campaign as it is now.
  ResultColumns whole(std::span<const std::string> expressions) {
    if (const std::int64_t now = data_version(); !columns || columns_version != now) {
      columns = std::make_shared<ResultColumnCache>();
      columns_version = now;
    }
    return columns->get([this](auto missing) { return readers(missing); }, file.path(), expressions);
  }

  // Of the whole campaign. What is no metric may call functions, which only this connection has.
  std::vector<VisitRows> readers(std::span<const std::string> expressions) {
    std::vector<VisitRows> readers;
    const auto is_metric = [](const std::string& expression) { return find_metric(expression) != nullptr; };
    if (!united && std::ranges::all_of(expressions, is_metric)) {
      RangeLimits limits;
      limits.most_ranges = std::min<std::int64_t>(limits.most_ranges, cores());
      readers = result_ranges(*database, file, limits);
    }
    if (readers.empty())
      readers.emplace_back(
          [this](std::string_view sql, const VisitRow& row) { visit_rows(*database, file.path(), sql, row); });
    return readers;
  }

  // Of what statements see.
  ResultColumns results(std::span<const std::string> expressions) {
    if (!part) return whole(expressions);
    if (!part_places) part_places.emplace(whole({}), *part);
    return part_places->of(whole(expressions));
  }

  std::optional<UnitedCampaigns> united;
  std::optional<SQLite::Transaction> held;
  std::optional<bool> held_running;                          // of that moment
  double seconds = std::numeric_limits<double>::infinity();  // a query may take
  std::shared_ptr<ResultColumnCache> columns;
  std::int64_t columns_version = 0;
  std::optional<CampaignPart> part;  // that statements see; none: all
  std::optional<ResultPart> part_places;
  std::int64_t parts = 0;  // so far
};

namespace {

// One moment of the campaign: the held one, if any; what was prepared in it is gone at its end.
class Snapshot {
public:
  Snapshot(SQLite::Database& database, bool held) {
    if (held)
      savepoint_.emplace(database, "snapshot");
    else
      transaction_.emplace(database);
  }

private:
  std::optional<SQLite::Savepoint> savepoint_;
  std::optional<SQLite::Transaction> transaction_;
};

}  // namespace

std::int64_t ResultCounts::all_failed() const {
  std::int64_t sum = 0;
  for (const auto& [kind, count] : failed) sum += count;
  return sum;
}

CampaignReader::CampaignReader(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}
CampaignReader::~CampaignReader() = default;

void CampaignReader::unite(std::span<const std::filesystem::path> others) {
  impl_->reading([&](SQLite::Database& database) { impl_->united.emplace(database, impl_->file.path(), others); });
}

void CampaignReader::prepare_joins(std::string_view sql) {
  const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  std::string words = " ";  // without quotes; one blank around each word
  for (const unsigned char c : sql) {
    if (is_of_name(c) != is_of_name(static_cast<unsigned char>(words.back())) && words.back() != ' ') words += ' ';
    if (is_of_name(c) || c == '.') words += static_cast<char>(std::tolower(c));
  }
  words += ' ';
  const auto has = [&](const char* word) { return words.find(word) != std::string::npos; };
  if (!has(". instance ") && !(has(" instance ") && (has(" using ") || has(" natural ")))) return;
  hold();  // a run may store results of further instances
  impl_->reading(index_instances);
}

std::string_view CampaignReader::schema() const { return impl_->united ? "temp" : "main"; }

CampaignInfo CampaignReader::info() const {
  return impl_->reading([](SQLite::Database& database) {
    CampaignInfo info;
    SQLite::Statement select(database, "SELECT study, title, source, seed, study_path, study_text FROM campaign");
    if (!select.executeStep()) return info;  // killed while it was created
    read_columns(select, info.study, info.title, info.source, info.seed, info.study_path, info.study_text);
    return info;
  });
}

std::optional<CampaignRequest> CampaignReader::request() const { return impl_->reading(read_request); }

std::optional<CampaignRequest> CampaignReader::request_of(const CampaignRequest& part) const {
  return impl_->reading([&](SQLite::Database& database) { return read_request_of(database, part); });
}

std::vector<SessionRow> CampaignReader::sessions() const {
  return impl_->reading([&](SQLite::Database& database) {
    const bool before = impl_->running();  // a run may end or begin meanwhile
    auto sessions = read_sessions(database);
    if (!sessions.empty()) sessions.back().alive = sessions.back().ended.empty() && (before || impl_->running());
    return sessions;
  });
}

Kept CampaignReader::kept() const {
  return impl_->reading([](SQLite::Database& database) { return kept_in(database); });
}

bool CampaignReader::is_as_stored(std::string_view table) const {
  return impl_->reading([&](SQLite::Database& database) {
    register_row_checksum(database);
    const std::string changed = fmt::format("SELECT EXISTS (SELECT 1 FROM {} WHERE checksum IS NOT {})", table,
                                            checksum_expression(database, table));
    return whole_number(database, changed) == 0;
  });
}

ResultCounts CampaignReader::counts() const {
  return impl_->reading([&](SQLite::Database& database) {
    ResultCounts counts;
    if (impl_->united) {
      SQLite::Statement outcomes(database, "SELECT outcome, count(*) FROM result GROUP BY outcome");
      while (outcomes.executeStep())
        counts.failed.emplace(outcomes.getColumn(0).getString(), outcomes.getColumn(1).getInt64());
      if (const auto completed = counts.failed.extract("completed"); !completed.empty())
        counts.completed = completed.mapped();
      return counts;
    }
    const Snapshot snapshot(database, impl_->held.has_value());  // all numbers of one moment
    // Each needs only an index, except failures if there are stale results: 9 ms for 1.8 million results.
    counts.stale = whole_number(database, "SELECT count(*) FROM main.result WHERE stale");
    counts.completed = whole_number(database, "SELECT count(*) FROM main.result") - counts.stale;
    SQLite::Statement failed(
        database,
        fmt::format("SELECT outcome, count(*) FROM main.measured WHERE outcome <> 'completed' {} GROUP BY outcome",
                    counts.stale > 0 ? "AND NOT stale" : ""));
    while (failed.executeStep()) {
      const std::int64_t count = failed.getColumn(1).getInt64();
      counts.failed.emplace(failed.getColumn(0).getString(), count);
      counts.completed -= count;
    }
    return counts;
  });
}

std::string audit_text(const AuditedResults& audited) {
  return fmt::format(
      "{} also simulated by SimGrid: {}, largest relative difference of the others {:.2g}", count_text(audited.count),
      audited.different == 0 ? "none differs" : count_text(audited.different) + " differ", audited.largest_difference);
}

AuditedResults CampaignReader::audited() const {
  return impl_->reading([](SQLite::Database& database) {
    SQLite::Statement select(database,
                             "SELECT count(engine_difference), coalesce(sum(outcome = 'engines_differ'), 0), "
                             "coalesce(max(engine_difference) FILTER (WHERE outcome <> 'engines_differ'), 0) "
                             "FROM main.measured WHERE engine_difference IS NOT NULL AND NOT stale");
    select.executeStep();
    AuditedResults audited;
    read_columns(select, audited.count, audited.different, audited.largest_difference);
    return audited;
  });
}

std::vector<ViewColumn> CampaignReader::scenario_columns() const {
  return impl_->reading([&](SQLite::Database& database) { return results_scenario_columns(database, schema()); });
}

std::vector<std::string> CampaignReader::families(std::string_view table) const {
  return impl_->reading([&](SQLite::Database& open) {
    return texts_of(open, fmt::format("SELECT DISTINCT family FROM main.{}", table));
  });
}

void CampaignReader::for_each_result(const std::function<void(const ScenarioId&, bool completed)>& visit) const {
  impl_->reading([&](SQLite::Database& database) {
    const Snapshot snapshot(database, impl_->held.has_value());
    walk_scenarios(database, k_has_failed, [&](const ScenarioId& id, bool failed) { visit(id, !failed); });
  });
}

void CampaignReader::for_each_wanted(const std::function<void(const ScenarioId&)>& visit) const {
  impl_->reading([&](SQLite::Database& database) { for_each_scenario(database, "NOT stale", visit); });
}

ResultColumns CampaignReader::results(std::span<const std::string> expressions) const {
  return impl_->reading([&](SQLite::Database&) { return impl_->results(expressions); });
}

void CampaignReader::query(std::string_view sql, const std::function<void(const std::vector<std::string>&)>& header,
                           const std::function<void(const std::vector<SqlValue>&)>& row) const {
  try {
    impl_->reading([&](SQLite::Database& database) {
      const TrimmedQuery trimmed(database, sql);
      run_query(database, impl_->file.path(), {trimmed.sql(), {}, impl_->seconds}, header, row);
    });
  } catch (const UserError& error) {
    const std::string_view message = error.what();
    if (kept() == Kept::metrics && message.find("no such table: realization") != std::string_view::npos)
      throw UserError(
          "{} keeps no realizations: a run with --keep realizations stores them, in another file that --db names",
          impl_->file.path().string());
    if (!impl_->united || message.find(k_no_all_results) == std::string_view::npos) throw;
    throw UserError(
        "all_results is there for one campaign only, to show its stale results: ask {} alone, or ask results, which "
        "holds what the studies of all campaigns want",
        impl_->file.path().string());
  }
}

void CampaignReader::query(std::string_view sql, const std::vector<SqlValue>& values,
                           const std::function<void(const std::vector<SqlValue>&)>& row) const {
  impl_->reading([&](SQLite::Database& database) {
    run_query(
        database, impl_->file.path(), {sql, values, impl_->seconds}, [](const std::vector<std::string>&) {}, row);
  });
}

void CampaignReader::limit_time(double seconds) { impl_->seconds = seconds; }

void CampaignReader::hold() {
  impl_->reading([this](SQLite::Database& database) {
    const bool before = impl_->running();
    impl_->held.emplace(database);
    database.execAndGet("SELECT count(*) FROM campaign");  // the first read fixes the moment
    impl_->held_running = before || impl_->running();
  });
}

void CampaignReader::let_go() {
  impl_->held.reset();
  impl_->held_running.reset();
}

std::int64_t CampaignReader::version() const {
  return impl_->reading([this](SQLite::Database&) {
    const std::int64_t part = impl_->part ? impl_->parts : 0;
    return (part << 32) + impl_->data_version();
  });
}

bool CampaignReader::is_narrowed() const { return impl_->part.has_value(); }

// At its end statements see the whole campaign.
struct CampaignReader::WholeAgain {
  explicit WholeAgain(Impl& reader) : impl(reader) {}
  ~WholeAgain() {
    impl.part.reset();
    impl.part_places.reset();
  }
  WholeAgain(const WholeAgain&) = delete;
  WholeAgain& operator=(const WholeAgain&) = delete;

  Impl& impl;
};

void CampaignReader::in_snapshot(const std::function<void()>& body) const {
  impl_->reading([&](SQLite::Database& database) {
    const Snapshot snapshot(database, impl_->held.has_value());  // rolled back: temporary tables vanish
    const WholeAgain after(*impl_);
    body();
  });
}

void CampaignReader::narrow(const CampaignPart& part) const {
  impl_->reading([&](SQLite::Database& database) { narrow_to_part(database, part); });
  impl_->part = part;
  impl_->part_places.reset();
  ++impl_->parts;
}

void CampaignReader::prepare(std::string_view sql) const {
  impl_->reading([&](SQLite::Database& database) { make_temporary(database, impl_->file.path(), sql); });
}

void CampaignReader::prepare_instances(std::span<const InstanceColumn> columns) const {
  impl_->reading([&](SQLite::Database& database) {
    make_instance_table(database, impl_->file.path(), columns,
                        [&](std::span<const std::string> metrics) { return impl_->results(metrics); });
  });
}

void CampaignReader::add_aggregate(const std::string& name, int arguments, AggregateFactory factory,
                                   TextNumber text_number) {
  register_aggregate(impl_->database->getHandle(), name, arguments, std::move(factory), std::move(text_number));
}

void CampaignReader::add_function(const std::string& name, int arguments, ScalarFunction function) {
  register_function(impl_->database->getHandle(), name, arguments, std::move(function));
}

void CampaignReader::add_table(TableFunction function) {
  register_table(impl_->database->getHandle(), std::move(function));
}

std::vector<std::unique_ptr<CampaignReader>> read_one_snapshot(const std::filesystem::path& file, std::size_t readers) {
  std::vector<std::unique_ptr<CampaignReader>> opened(readers);
  const auto columns = std::make_shared<ResultColumnCache>();
  for (auto& reader : opened) reader = std::make_unique<CampaignReader>(file);
  const CampaignReader witness(file);
  constexpr int k_tries = 1000;  // a run commits a few times a second, and holding the readers takes less than 1 ms
  for (int i = 0; i < k_tries; ++i) {
    const std::int64_t before = witness.version();
    for (auto& reader : opened) reader->hold();
    if (witness.version() == before) {
      for (auto& reader : opened) {
        reader->impl_->columns = columns;
        reader->impl_->columns_version = reader->impl_->data_version();
      }
      return opened;
    }
    for (auto& reader : opened) reader->let_go();
  }
  throw UserError("{} changes too quickly to be read several times at one moment; try again later", file.string());
}

}  // namespace palio
