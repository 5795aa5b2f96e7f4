#include "campaign/explore/explore.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>

#include "analysis/compare/compare.h"
#include "analysis/explore/explored_campaign.h"
#include "analysis/explore/page_files.h"
#include "analysis/explore/panel_sql.h"
#include "analysis/explore/view.h"
#include "analysis/explore/view_answer.h"
#include "analysis/explore/view_json.h"
#include "analysis/queries/answer.h"
#include "analysis/queries/query_tables.h"
#include "analysis/queries/usual_metric.h"
#include "campaign/report/usual_report.h"
#include "campaign/session/campaign_status.h"
#include "core/error.h"
#include "core/number.h"
#include "core/text/json_text.h"
#include "storage/read/campaign_digest.h"
#include "storage/read/failure_groups.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

std::string metric_of(const HttpRequest& request) { return std::string(request.parameter("m")); }

std::optional<int> realization_of(const HttpRequest& request) {
  const std::string_view text = request.parameter("r");
  if (text.empty()) return std::nullopt;
  const std::optional<int> number = parsed_number<int>(text);
  if (!number || *number < 0) throw UserError("r is the number of a realization, from 0; \"{}\" is not", text);
  return number;
}

// What tells one file from another of its name, and whether it was written to.
struct FileState {
  dev_t device = 0;
  ino_t number = 0;
  std::array<std::int64_t, 4> written{};  // sizes of the file and its log, and when they changed, which nobody can set

  static FileState of(const std::filesystem::path& file) {
    struct stat info {};
    if (stat(file.c_str(), &info) != 0) {
      if (errno == ENOENT) throw UserError("there is no campaign {}", file.string());
      throw_errno(fmt::format("cannot look at {}", file.string()));
    }
    FileState state{info.st_dev, info.st_ino, {}};
    const auto date = [&] { return info.st_ctim.tv_sec * 1'000'000'000 + info.st_ctim.tv_nsec; };
    state.written[0] = info.st_size;
    state.written[1] = date();
    if (stat((file.string() + "-wal").c_str(), &info) == 0) {
      state.written[2] = info.st_size;
      state.written[3] = date();
    }
    return state;
  }
  bool operator==(const FileState&) const = default;
};

// A campaign as it was read at one moment.
struct CampaignMoment {
  std::shared_ptr<const ExploredCampaign> campaign;
  std::vector<FileState> files;
  Clock::time_point begun;
  Clock::duration took{};
  std::int64_t number = 0;  // of the reading, among those of all metrics
  std::int64_t asked = 0;   // number of the latest question about it
};

// What two strategies are in a view.
struct Compared {
  std::shared_ptr<const ExploredCampaign> campaign;
  std::int64_t reading = 0;
  View view;
  ViewAnswer found;
};

std::string number_or_null(const std::optional<double>& number) { return number ? json_number(*number) : "null"; }

std::string status_json(const std::filesystem::path& file) {
  const CampaignStatus status = read_status(CampaignReader(file));
  std::string failed;
  for (const auto& [kind, count] : status.counts.failed)
    failed += fmt::format("{}{}:{}", failed.empty() ? "" : ",", json_quoted(kind), count);
  const bool killed = status.last && !status.last->alive && status.last->how.empty();
  return fmt::format(
      "{{\"file\":{},\"study\":{},\"title\":{},\"stored\":{},\"missing\":{},\"failed\":{{{}}},\"state\":\"{}\","
      "\"rate\":{},\"seconds_left\":{}}}",
      json_quoted(file.string()), json_quoted(status.info.study), json_quoted(status.info.title), status.stored(),
      status.missing().value_or(0), failed,
      status.running() ? "running"
      : killed         ? "killed"
                       : "ended",
      status.running() ? number_or_null(status.rate) : "null",
      status.knows_end() ? json_number(status.seconds_left) : "null");
}

// The instances (places in ExploredCampaign::instances) of these ids, of those that were read.
std::vector<std::uint32_t> read_instances(const ExploredCampaign& campaign,
                                          std::span<const std::pair<std::int64_t, std::int64_t>> ids) {
  const ResultDimensions& dimensions = *campaign.results.dimensions;
  const auto ids_of = [&](std::uint32_t begin) {
    const ResultId& id = (*campaign.results.ids)[begin];
    return std::pair(dimensions.platforms[id.platform], dimensions.workloads[id.workload]);
  };
  const std::span begins(campaign.instances.begin(), campaign.instance_count());
  std::vector<std::uint32_t> places;
  for (const auto& id : ids)
    if (const auto found = std::ranges::lower_bound(begins, id, {}, ids_of);
        found != begins.end() && ids_of(*found) == id)
      places.push_back(static_cast<std::uint32_t>(found - begins.begin()));
  return places;
}

// Those that a strategy ran; of several files one of a name may be called after its file.
std::vector<std::uint32_t> instances_of(const ExploredCampaign& campaign, const std::string& strategy,
                                        const std::string& file) {
  std::set<std::int64_t> ids;
  for (const auto& [id, label] : campaign.strategies)
    if (label == strategy || label == fmt::format("{} in {}", strategy, file)) ids.insert(id);
  std::vector<std::uint32_t> places;
  for (std::uint32_t place = 0; place < campaign.instance_count(); ++place)
    for (std::size_t i = campaign.instances[place]; i < campaign.instances[place + 1]; ++i)
      if (ids.contains(campaign.results.dimensions->strategies[(*campaign.results.ids)[i].strategy]))
        places.push_back(place);
  return places;
}

// With what its instances share, compared with all instances that its strategy ran.
std::string group_json(const ExploredCampaign& campaign, const std::string& file, const FailureGroup& group) {
  const std::vector<std::uint32_t> all = instances_of(campaign, group.strategy, file);
  const std::vector<std::uint32_t> failed = read_instances(campaign, group.instances);
  return fmt::format(
      "{{\"file\":{},\"shell\":{},\"kind\":{},\"strategy\":{},\"message\":{},\"first\":{},\"count\":{},\"example\":{},"
      "\"last_line\":{},\"ran\":{},\"where\":{}}}",
      json_quoted(file), json_quoted(brief_shell_word(file)), json_quoted(group.kind), json_quoted(group.strategy),
      json_quoted(group.message), json_quoted(group.first), group.count, json_quoted(group.example),
      json_quoted(group.last_line), all.size(), shared_json(campaign, shared_levels(campaign, failed, all)));
}

// What holds results of the metric against a bound or an optimum; empty: nothing does.
std::string_view bound_for(const ExploredCampaign& campaign) {
  const auto has = [&](std::string_view metric) {
    return std::ranges::find(campaign.metrics, metric) != campaign.metrics.end();
  };
  if (campaign.metric->name == "max_stretch" && has("relative_max_stretch")) return "relative_max_stretch";
  if (campaign.metric->name != "makespan") return {};
  return has("gap") ? "gap" : has("bound_ratio") ? "bound_ratio" : std::string_view();
}

}  // namespace

struct Explorer::Impl {
  struct Route {
    std::string_view path;
    std::string (Impl::*json)(const HttpRequest&);
  };
  static std::span<const Route> routes();

  std::unique_ptr<CampaignReader> open() const {
    auto reader = std::make_unique<CampaignReader>(files.front());
    if (files.size() > 1) reader->unite(std::span(files).subspan(1));
    return reader;
  }

  // The state of the files. Throws UserError for one that is not the one with which the page began: its inode, or what
  // it holds where that was written over.
  std::vector<FileState> look() {
    std::vector<FileState> states;
    for (const std::filesystem::path& file : files) states.push_back(FileState::of(file));
    const std::lock_guard lock(seen_mutex);
    if (states == seen) return states;
    std::vector<std::string> now;
    for (std::size_t i = 0; i < files.size(); ++i)
      now.push_back(fmt::format("{} {} {}", states[i].device, states[i].number, campaign_identity(files[i])));
    if (identities.empty()) identities = now;
    for (std::size_t i = 0; i < files.size(); ++i)
      if (now[i] != identities[i])
        throw UserError("{} is another file now: start palio explore again to see it", files[i].string());
    return seen = states;
  }

  // An answer that is made from the files, of those with which the page began.
  template <std::string (Impl::*json)(const HttpRequest&)>
  std::string of_these_files(const HttpRequest& request) {
    std::string text = (this->*json)(request);
    look();
    return text;
  }

  CampaignMoment read(const std::string& metric) {
    return read(metric, [](const CampaignMoment&) { return false; });
  }

  // The same, anew if the campaign has changed since, unless that would take more than a fiftieth of the time.
  CampaignMoment read_again(const std::string& metric) {
    static constexpr int k_pause = 50;
    return read(metric, [](const CampaignMoment& reading) {
      return Clock::now() - reading.begun > k_pause * reading.took + std::chrono::seconds(1);
    });
  }

  // The latest reading by a metric; reads the campaign if there is none, or it is old and the campaign has changed.
  template <class IsOld>
  CampaignMoment read(const std::string& metric, IsOld is_old) {
    const std::lock_guard lock(mutex);
    const auto known = readings.find(metric);
    const bool is_known = known != readings.end();
    if (is_known) known->second.asked = ++questions;
    if (is_known && !is_old(known->second)) return known->second;
    CampaignMoment reading{.campaign = {}, .files = look(), .begun = Clock::now()};
    if (is_known && reading.files == known->second.files) return known->second;
    reading.campaign = std::make_shared<const ExploredCampaign>(read_explored(*open(), metric));
    look();
    reading.took = Clock::now() - reading.begun;
    reading.number = ++readings_so_far;
    reading.asked = ++questions;
    if (!is_known && readings.size() >= k_most_metrics)
      readings.erase(std::ranges::min_element(readings, {}, [](const auto& one) { return one.second.asked; }));
    return readings[metric] = reading;
  }

  std::string campaign(const HttpRequest& request) {
    const CampaignMoment reading = read(metric_of(request));
    const auto name = [](const std::filesystem::path& file) { return json_quoted(file.string()); };
    return fmt::format("{{\"reading\":{},\"files\":{},\"campaign\":{}}}", reading.number, json_array(files, name),
                       campaign_json(*reading.campaign));
  }

  Compared compared(const HttpRequest& request) {
    const CampaignMoment reading = read(metric_of(request));
    View view = read_view(*reading.campaign, request.parameters);
    ViewAnswer found = compare(*reading.campaign, view);
    return {reading.campaign, reading.number, view, std::move(found)};
  }

  std::string view(const HttpRequest& request) {
    const auto [campaign, reading, view, found] = compared(request);
    return fmt::format("{{\"reading\":{},\"view\":{}}}", reading, view_json(*campaign, view, found));
  }

  std::string shares(const HttpRequest& request) { return shares_json(compared(request).found.instances); }

  std::string neighbours(const HttpRequest& request) {
    const auto [campaign, reading, view, found] = compared(request);
    return neighbours_json(*campaign, found.instances, request.parameter("i"));
  }

  std::string restarts(const HttpRequest& request) {
    const auto [campaign, reading, view, found] = compared(request);
    return restarts_json(*campaign, view, found.instances);
  }

  // What takes seconds for millions of results, once for each state of the files.
  template <class Make>
  std::string remembered(const std::string& what, Make make) {
    const std::lock_guard lock(remembered_mutex);
    const std::vector<FileState> now = look();
    if (const auto known = known_answers.find(what); known != known_answers.end() && known->second.first == now)
      return known->second.second;
    std::string text = make();
    known_answers[what] = {now, text};
    return text;
  }

  // A part of the report.
  template <ReportPart part>
  std::string reported(const HttpRequest& request) {
    ReportWish wish = usual_report(files);
    wish.metric = metric_of(request);
    return remembered(fmt::format("{} {}", static_cast<int>(part), wish.metric),
                      [&] { return json_quoted(report_part(files.front(), part, wish)); });
  }

  // Who is best of all, whatever two strategies are looked at.
  std::string verdict(const HttpRequest& request) {
    const std::string metric = metric_of(request);
    return remembered("answer " + metric, [&] {
      const std::unique_ptr<CampaignReader> reader = open();
      add_query_functions(*reader);
      const CampaignAnswer answer = campaign_answer(*reader, metric.empty() ? usual_metric(*reader) : metric);
      return fmt::format("{{\"sentence\":{},\"remarks\":{}}}", json_quoted(answer.sentence()),
                         json_array(answer.remarks, json_quoted));
    });
  }

  std::string live(const HttpRequest& request) {
    const std::string states = json_array(files, status_json);
    return fmt::format("{{\"reading\":{},\"files\":{}}}", read_again(metric_of(request)).number, states);
  }

  // All results in one word: those of several campaigns with "-" between. It takes as long as `palio digest`.
  std::string digest(const HttpRequest&) {
    return remembered("digest", [&] {
      std::vector<std::string> digests;
      for (const std::filesystem::path& file : files) digests.push_back(to_text(digest_campaign(file).digest));
      return json_quoted(fmt::format("{}", fmt::join(digests, "-")));
    });
  }

  // How far the strategies of a view are from the best possible: by SQL, which takes seconds for millions of results.
  std::string bounds(const HttpRequest& request) {
    const CampaignMoment reading = read(metric_of(request));
    const std::string_view metric = bound_for(*reading.campaign);
    if (metric.empty()) return "null";
    const std::string sql = bounds_sql(*reading.campaign, read_view(*reading.campaign, request.parameters), metric);
    return remembered(sql, [&] {
      const std::unique_ptr<CampaignReader> reader = open();
      add_query_functions(*reader);
      std::vector<std::string> rows;
      reader->query(sql, std::vector<SqlValue>{}, [&](const std::vector<SqlValue>& row) {
        rows.push_back(fmt::format("{}:[{},{},{},{}]", json_quoted(std::get<std::string>(row[0])),
                                   std::get<std::int64_t>(row[1]), json_number(number_or_nan(row[2])),
                                   json_number(number_or_nan(row[3])), json_number(number_or_nan(row[4]))));
      });
      return fmt::format("{{\"metric\":{},\"sql\":{},\"of\":{{{}}}}}", json_quoted(metric), json_quoted(sql),
                         fmt::join(rows, ","));
    });
  }

  // How two campaigns differ, scenario by scenario: by strategy in the metric, and what changed most.
  std::string difference(const HttpRequest& request) {
    if (files.size() != 2) return "null";
    const std::string metric(read(metric_of(request)).campaign->metric->name);
    return remembered("difference " + metric, [&] {
      const Comparison found = compare_campaigns(files[0], files[1], {.metrics = {metric}, .list = 50});
      std::vector<std::string> labels;  // by key
      for (const auto& [id, label] : CampaignReader(files[0]).labels("strategy"))
        labels.push_back(fmt::format("\"{:012x}\":{}", id, json_quoted(label)));
      const auto value = [](const SqlValue& of) {
        std::string text;
        append_json(text, of);
        return text;
      };
      const auto cell = [&](const ComparisonCell& of) {
        const CellMetric change = of.metrics.empty() ? CellMetric() : of.metrics.front();
        return fmt::format("[{},{},{},{},{}]", value(of.values.front()), of.completed_a + of.failed_a,
                           of.completed_b + of.failed_b, change.changed, json_number(change.mean_change()));
      };
      const auto difference = [&](const Difference& of) {
        return fmt::format("[{},{},{},{},{},{}]", static_cast<int>(of.kind), json_quoted(of.scenario),
                           json_quoted(of.what), value(of.a), value(of.b), json_number(of.change));
      };
      return fmt::format(
          "{{\"equal\":{},\"changed\":[{},{}],\"only\":[{},{}],\"labels\":{{{}}},\"strategies\":{},\"differences\":{}}"
          "}",
          found.equal, found.outcome_changed, found.metrics_changed, found.only_a, found.only_b, fmt::join(labels, ","),
          json_array(found.cells, cell), json_array(found.differences, difference));
    });
  }

  std::string failures(const HttpRequest& request) {
    const CampaignMoment reading = read(metric_of(request));
    std::vector<std::string> groups;
    for (const std::filesystem::path& file : files)
      for (const FailureGroup& group : failure_groups(CampaignReader(file)))
        groups.push_back(group_json(*reading.campaign, file.string(), group));
    return fmt::format("[{}]", fmt::join(groups, ","));
  }

  // Replays take long: at most two at a time, and none twice.
  std::string drill(const HttpRequest& request) {
    constexpr int k_most_at_a_time = 2;
    constexpr std::size_t k_most_kept = 64;
    const Drill wanted{std::string(request.parameter("i")),
                       {std::string(request.parameter("a")), std::string(request.parameter("b"))},
                       realization_of(request)};
    {
      const std::lock_guard lock(drills_mutex);
      if (const auto found = drills.find(wanted); found != drills.end()) return found->second;
      if (drilling >= k_most_at_a_time) throw UserError("two replays are running already: ask again when they end");
      ++drilling;
    }
    const std::shared_ptr<void> ended(nullptr, [this](void*) { --drilling; });
    std::string json = drill_json(*open(), files, wanted, code);
    const std::lock_guard lock(drills_mutex);
    if (drills.size() >= k_most_kept) drills.clear();
    return drills[wanted] = std::move(json);
  }

  std::vector<std::filesystem::path> files;
  CodeOptions code;
  std::string charts;

  static constexpr std::size_t k_most_metrics = 4;  // in memory
  std::mutex mutex;
  std::map<std::string, CampaignMoment> readings;   // by metric
  std::int64_t readings_so_far = 0, questions = 0;  // also of metrics that are no longer in memory

  std::mutex seen_mutex;
  std::vector<FileState> seen;  // the latest that belong to `identities`
  std::vector<std::string> identities;

  std::mutex remembered_mutex;
  std::map<std::string, std::pair<std::vector<FileState>, std::string>> known_answers;

  std::mutex drills_mutex;
  std::map<Drill, std::string> drills;  // answers
  std::atomic<int> drilling = 0;
};

std::span<const Explorer::Impl::Route> Explorer::Impl::routes() {
  static constexpr auto k_routes = std::to_array<Route>({
      {"/api/campaign", &Impl::campaign},
      {"/api/view", &Impl::view},
      {"/api/shares", &Impl::shares},
      {"/api/bounds", &Impl::of_these_files<&Impl::bounds>},
      {"/api/answer", &Impl::of_these_files<&Impl::verdict>},
      {"/api/neighbours", &Impl::neighbours},
      {"/api/drill", &Impl::of_these_files<&Impl::drill>},
      {"/api/restarts", &Impl::restarts},
      {"/api/live", &Impl::of_these_files<&Impl::live>},
      {"/api/digest", &Impl::of_these_files<&Impl::digest>},
      {"/api/difference", &Impl::of_these_files<&Impl::difference>},
      {"/api/failures", &Impl::of_these_files<&Impl::failures>},
      {"/api/ranking", &Impl::of_these_files<&Impl::reported<ReportPart::ranking>>},
      {"/api/claims", &Impl::of_these_files<&Impl::reported<ReportPart::claims>>},
  });
  return k_routes;
}

Explorer::Explorer(std::vector<std::filesystem::path> files, CodeOptions code, std::string charts)
    : impl_(std::make_unique<Impl>()) {
  mallopt(M_ARENA_MAX, 1);  // threads would keep a heap each: half the memory, in the same time
  impl_->files = std::move(files);
  impl_->code = std::move(code);
  impl_->charts = std::move(charts);
  if (impl_->read("").campaign->strategies.empty())
    throw UserError("{} has no results yet", impl_->files.front().string());
}

Explorer::~Explorer() = default;

HttpAnswer Explorer::answer(const HttpRequest& request) {
  if (request.path == "/charts.js") return {.type = "text/javascript; charset=utf-8", .body = impl_->charts};
  if (const PageFile file = find_page_file(request.path); !file.text.empty())
    return {.type = std::string(file.type), .body = std::string(file.text)};
  const auto routes = Impl::routes();
  const auto route = std::ranges::find(routes, request.path, &Impl::Route::path);
  if (route == routes.end()) return {.status = 404, .body = "There is no such page.\n"};
  try {
    return {.type = "application/json", .body = (*impl_.*route->json)(request)};
  } catch (const UserError& error) {
    return {.status = 400, .body = fmt::format("{}\n", error.what())};
  }
}

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw_errno("cannot make a token");
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

}  // namespace palio
