#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/identity/canonical.h"
#include "core/outcome.h"
#include "core/shortage.h"
#include "runners/wire/execution.h"
#include "runners/wire/simulated_scenario.h"
#include "strategies/strategy_set.h"

namespace palio {

// The worker protocol: one JSON object per line, requests on the worker's standard input, replies on its standard
// output. docs/worker-protocol.md has the grammar, what each line means, and an example to drive it by hand.

inline constexpr int k_protocol_version = 2;
inline constexpr std::size_t k_max_line = std::size_t{64} << 20U;           // byte; a longer line is a protocol error
inline constexpr std::size_t k_longest_reply = k_max_line - 4096;           // byte; the result line adds less
inline constexpr std::uint64_t k_most_written = std::uint64_t{256} << 20U;  // byte; of any file that a scenario writes

/// Thrown for a line that breaks the protocol.
class ProtocolError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What a process of the worker runs before it ends. group: many scenarios, also of several requests, if the engine can
/// simulate again in one process and the strategy is Palio's. The results are the same.
enum class ProcessPer { scenario, group };

struct RunRequest {
  std::int64_t id = 0;
  Spec platform;
  Spec workload;
  std::vector<Recipe> strategies;
  double time_limit = 0;          // s of CPU time per scenario; 0: none
  std::int64_t memory_limit = 0;  // byte of data per process of a scenario; 0: none
  Detail detail = Detail::metrics;
  int realization = -1;    // whose schedule it is; -1: that of the plan executed as estimated
  std::string trace = {};  // file that SimGrid's own trace of the one strategy goes to; empty: none
  ProcessPer isolation = ProcessPer::group;
  StrategySet known = {};  // Palio's and those of the code that goes with the request
};

/// A platform file of SimGrid to be read.
struct PlatformRequest {
  std::int64_t id = 0;
  std::string place;  // what messages call it
  std::string xml;
};

/// The custom code of the requested strategies.
std::vector<const CustomCode*> wanted_code(const RunRequest& request);

using Request = std::variant<RunRequest, PlatformRequest>;

/// The answer of the process of one scenario.
struct ScenarioReply {
  Outcome outcome;
  double schedule_time = 0;                   // s of CPU
  double simulation_time = 0;                 // s of CPU
  std::optional<ScheduleDetail> detail = {};  // of completed scenarios; left out where it does not fit into a line
  double lp_time = std::numeric_limits<double>::quiet_NaN();  // s of CPU
  double elsewhere_time = 0;  // s of CPU of processes that outlive the scenario, as far as they worked for it
};

/// A number that scenarios are compared with, or why there is none: the answer of the process that computes it.
using Reference = std::variant<double, Failure>;

/// The description of a library or a command, or why there is none.
using Description = std::variant<std::string, Failure>;

struct Hello {
  int protocol = 0;
  std::string version;  // of palio-worker
  EngineInfo engine;
};

struct ResultLine {
  std::int64_t id = 0;
  int strategy = 0;  // index into RunRequest::strategies
  ScenarioResult result;
  std::optional<ScheduleDetail> detail;
};

struct Done {
  std::int64_t id = 0;
};

/// What a worker is doing for a scenario. unknown: it has not said so yet.
enum class Activity { unknown, building, references, scheduling, simulating };

/// The word in the protocol (docs/worker-protocol.md).
std::string_view to_text(Activity activity);
/// unknown for any other word.
Activity activity_of(std::string_view word);

struct Alive {
  Activity doing = Activity::unknown;
};

struct LostLine {
  std::int64_t id = 0;
  ScenarioResult result;
};

struct ShortageLine {
  std::int64_t id = 0;  // 0: of no request
  Shortage shortage;
};

/// A "palio-platform" document (docs/file-formats.md), or why it is refused.
struct ReadLine {
  std::int64_t id = 0;
  std::string document;
  std::string refusal;  // empty: there is a document
};

using ReplyLine = std::variant<Hello, ResultLine, Alive, LostLine, ShortageLine, ReadLine, Done>;

// Texts without the newline. The decoders throw ProtocolError, those of requests also UserError for a recipe that its
// registry refuses.
/// `told`: digests of manifests that this worker has already received; they are not sent again.
std::string encode(const RunRequest& request, const std::set<std::string>& told = {});
std::string encode(const PlatformRequest& request);
/// names: of strategies, without their parameters, and no platform and workload, for a worker that passes the line on.
enum class Recipes { whole, names };
Request decode_any_request(std::string_view line, Recipes recipes = Recipes::whole);
/// A request to run scenarios.
RunRequest decode_request(std::string_view line);
std::string encode(const ReadLine& read);
std::string encode(const Hello& hello);
std::string encode(const Done& done);
std::string encode(const Alive& alive);
std::string encode(const ShortageLine& line);
/// Leaves out the schedule if the text would have more than `longest` bytes.
std::string encode(const ScenarioReply& reply, std::size_t longest = k_longest_reply,
                   std::span<const ScheduleForm> forms = schedule_forms());
std::string encode(const Reference& reference);
Reference decode_reference(std::string_view text);
std::string encode(const Description& description);
Description decode_description(std::string_view text);
/// A result line from the reply of the scenario's process, which is passed on unchanged. `words`: what it wrote
/// besides.
std::string encode_result(std::int64_t id, int strategy, std::string_view reply, double total_time, double peak_memory,
                          const std::string& words = {});
/// A lost line from the failure as the text of a ScenarioReply.
std::string encode_lost(std::int64_t id, std::string_view reply);
ReplyLine decode_reply(std::string_view line, std::span<const ScheduleForm> forms = schedule_forms());

}  // namespace palio
