#include <array>
#include <vector>

#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/known_schedule.h"
#include "strategies/registry.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

constexpr std::array<ParameterSpec, 1> k_ranked{k_mean_transfer};
constexpr std::array<ParameterSpec, 2> k_by_critical_path{k_mean_transfer, k_critical_path};
constexpr std::array<ParameterSpec, 1> k_batched{k_ready_set};

constexpr std::array<std::string_view, 2> k_earliest{"available", "start"};
constexpr ParameterSpec earliest(std::string_view default_value) {
  return text_parameter(
      "earliest", "time of a host that counts: when its tasks end (available), or when it can start the task (start)",
      default_value, k_earliest);
}
constexpr std::array<ParameterSpec, 1> k_by_availability{earliest("available")};
constexpr std::array<ParameterSpec, 1> k_by_start{earliest("start")};

constexpr std::array<ParameterSpec, 1> k_kpb_parameters{
    {open_below({"percent", ParameterType::real, "%", "hosts that count for a task: the quickest at it, one at least",
                 0, 100, "20"})}};

constexpr std::array<ParameterSpec, 2> k_switching_parameters{{
    {"low", ParameterType::real, "", "ratio of the first to the last time at which a host is free: MCT from here down",
     0, 1, "0.6"},
    {"high", ParameterType::real, "", "MET from this ratio up; more than low", 0, 1, "0.9"},
}};

constexpr ParameterSpec k_draw{
    "draw", ParameterType::integer, "", "number of the draw of the strategy, the same for all instances", 0, 1e9, "0"};

constexpr std::array<ParameterSpec, 3> k_wba_parameters{{
    {"increase_range", ParameterType::real, "",
     "pairs to draw from: a fraction of the range of increases, from the least on", 0, 1, "0.5"},
    {"repeats", ParameterType::integer, "", "passes, of which the best is kept", 1, 1e6, "1"},
    k_draw,
}};

constexpr std::array<ParameterSpec, 3> k_jit_parameters{{k_jit_priority, k_jit_choice, k_draw}};

constexpr std::array<std::string_view, 3> k_priorities{"upward", "cpop", "topological"};
constexpr std::array<std::string_view, 3> k_choices{"finish", "start", "quickest"};
constexpr std::array<std::string_view, 2> k_placings{"insertion", "append"};
constexpr std::array<ParameterSpec, 7> k_parametric{{
    text_parameter("priority", "order of ready tasks: upward rank, upward plus downward rank, or by generations",
                   "upward", k_priorities),
    text_parameter("choice", "host of the earliest finish, of the earliest start, or of the least execution time",
                   "finish", k_choices),
    text_parameter("placing", "into the first gap that holds the task, or behind all others", "insertion", k_placings),
    text_parameter("critical", "whether the tasks of a critical path go to the one host that is quickest for them",
                   "off", k_off_on),
    text_parameter("sufferage",
                   "whether, of the first two tasks, the one that loses more on its second best host goes first", "off",
                   k_off_on),
    k_mean_transfer,
    k_critical_path,
}};

constexpr GraphTerms k_any_start{.batches = BatchNeed::one_application,
                                 .machines = Machines::unrelated,
                                 .speedups = Speedups::any,
                                 .beginning = Beginning::any};
constexpr GraphTerms k_empty_platform{
    .batches = BatchNeed::one_application, .machines = Machines::unrelated, .speedups = Speedups::any};
constexpr GraphTerms k_with_places{.batches = BatchNeed::one_application,
                                   .machines = Machines::unrelated,
                                   .places = PlacesNeed::of_all_tasks,
                                   .speedups = Speedups::any};

Strategy sequential_row(std::string_view name, std::string_view summary, std::string_view source,
                        ScheduleSequential* schedule, std::span<const ParameterSpec> parameters = {},
                        const GraphTerms& terms = k_any_start) {
  const auto schedule_graph = [=](const Platform& platform, const Workload& workload, const Parameters& given) {
    const SequentialInstance instance(platform, workload);
    return SchedulingResult{{{schedule(instance, given).placements()}}, {}};
  };
  return {name, summary, source, parameters, std::make_shared<GraphMethod>(schedule_graph, terms)};
}

constexpr std::string_view k_tpds = "Topcuoglu, Hariri, Wu, TPDS 13(3) 2002";
constexpr std::string_view k_maheswaran = "Maheswaran, Ali, Siegel, Hensgen, Freund, JPDC 59(2) 1999";
constexpr std::string_view k_braun = "Braun et al., JPDC 61(6) 2001";

}  // namespace

std::span<const Strategy> sequential_strategies() {
  static const std::vector<Strategy> rows{
      sequential_row("HEFT", "by upward rank, each task on the processor that finishes it first", k_tpds, schedule_heft,
                     k_ranked),
      sequential_row("CPOP", "HEFT by upward plus downward rank, with a critical path on one processor", k_tpds,
                     schedule_cpop, k_by_critical_path),
      sequential_row("PEFT", "HEFT that looks ahead by a table of optimistic costs",
                     "Arabnejad, Barbosa, TPDS 25(3) 2014", schedule_peft, k_ranked),
      sequential_row("ETF", "the ready task and the processor of the earliest start",
                     "Hwang, Chow, Anger, Lee, SIAM J. Comput. 18(2) 1989", schedule_etf),
      sequential_row("DLS", "the ready task and the processor of the largest dynamic level", "Sih, Lee, TPDS 4(2) 1993",
                     schedule_dls),
      sequential_row("MCT", "each task in turn on the processor that finishes it first", k_braun, schedule_mct),
      sequential_row("MET", "each task in turn on the processor that is quickest at it", k_braun, schedule_met),
      sequential_row("MinMin", "the ready task that can finish first", k_braun, schedule_min_min, k_batched),
      sequential_row("MaxMin", "the ready task whose earliest finish is latest", k_braun, schedule_max_min, k_batched),
      sequential_row("Sufferage", "the ready task that loses most on its second best processor", k_maheswaran,
                     schedule_sufferage),
      sequential_row("Duplex", "the better of MinMin and MaxMin", k_braun, schedule_duplex, k_batched),
      sequential_row("OLB", "each task in turn on the processor that is free first", k_braun, schedule_olb,
                     k_by_availability),
      sequential_row("KPB", "MCT among the processors that are quickest at the task", k_maheswaran, schedule_kpb,
                     k_kpb_parameters),
      sequential_row("Switching", "MCT until the processors are balanced, then MET until they are not", k_maheswaran,
                     schedule_switching, k_switching_parameters),
      {"Assignment",
       "each task on the processors that its workload names, in the order of the starts that it names",
       "any solution",
       {},
       std::make_shared<GraphMethod>(schedule_assignment, k_with_places)},
      sequential_row("FastestNode", "all tasks on the quickest processor", "Coleman, Krishnamachari, arXiv 2403.07120",
                     schedule_fastest_node),
      sequential_row("FCP", "a short list by upward rank, two processors for each task",
                     "Radulescu, van Gemund, ICS 1999, HCW 2000", schedule_fcp, k_ranked),
      sequential_row("FLB", "the earliest start of two processors for each ready task",
                     "Radulescu, van Gemund, ICPP 1999, HCW 2000", schedule_flb, k_ranked),
      sequential_row("BIL", "by the best imaginary makespans of the ready tasks", "Oh, Ha, Euro-Par 1996", schedule_bil,
                     k_by_start),
      sequential_row("HBMCT", "groups of independent tasks by upward rank, balanced one by one",
                     "Sakellariou, Zhao, HCW 2004", schedule_hbmct, k_ranked),
      sequential_row("WBA", "draws among the pairs that lengthen the schedule only a little",
                     "Blythe et al., CCGrid 2005", schedule_wba, k_wba_parameters),
      sequential_row("Parametric", "list scheduler of five choices; HEFT unless given",
                     "Coleman, Krishnamachari, arXiv 2403.07112", schedule_parametric, k_parametric),
      sequential_row("Exact", "an optimal schedule of at most 64 tasks, of some 30 in a minute", "branch and bound",
                     schedule_exact, {}, k_empty_platform),
      {"JIT", "decides at run time: which ready task goes next, and where", "eager and dmda of StarPU, CCPE 23(2) 2011",
       k_jit_parameters, std::make_shared<GraphMethod>(begin_just_in_time, k_empty_platform)},
  };
  return rows;
}

}  // namespace palio
