#include "workloads/explicit/workload_json.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

Workload read_graphs(const std::string& text) { return as<Workload>(any_workload_from_json(text, "w.json")); }

std::string workload_error(const std::string& text) {
  return test::error_of([&] { read_graphs(text); });
}

std::string workload_document(const std::string& applications) {
  return R"({"format": "palio-workload", "version": 1, "applications": )" + applications + "}";
}

std::string application(const std::string& tasks, const std::string& edges) {
  return workload_document(R"([{"name": "app", "tasks": )" + tasks + R"(, "edges": )" + edges + "}]");
}

const std::string k_two_tasks = R"([{"name": "A", "flop": 1e9, "alpha": 0.1}, {"name": "B", "flop": 2, "alpha": 0}])";

TEST(WorkloadFromJson, ReadsTasksAndEdges) {
  const Workload workload = read_graphs(application(k_two_tasks, R"([{"from": "A", "to": "B", "bytes": 1e6}])"));
  ASSERT_EQ(workload.applications.size(), 1U);
  const Application& read_graphs = workload.applications[0];
  EXPECT_EQ(read_graphs.name, "app");
  EXPECT_EQ(read_graphs.release_date, 0);
  ASSERT_EQ(read_graphs.graph.task_count(), 2);
  EXPECT_EQ(read_graphs.graph.task(0).name, "A");
  EXPECT_EQ(read_graphs.graph.task(0).flop, 1e9);
  EXPECT_EQ(read_graphs.graph.task(0).alpha, 0.1);
  ASSERT_EQ(read_graphs.graph.edges().size(), 1U);
  EXPECT_EQ(read_graphs.graph.edges()[0].to, 1);
  EXPECT_EQ(read_graphs.graph.edges()[0].bytes, 1e6);
}

TEST(WorkloadFromJson, ReadsTimesForUnrelatedMachines) {
  const Workload workload = read_graphs(workload_document(
      R"([{"name": "app", "tasks": [{"name": "A", "times": [14, 16, 9]}, {"name": "B", "times": [1, 2, 3], "alpha": 0}]}])"));
  const TaskGraph& graph = workload.applications[0].graph;
  EXPECT_EQ(graph.task(0).times, (std::vector<double>{14, 16, 9}));
  EXPECT_EQ(graph.task(0).alpha, 1);
  EXPECT_EQ(graph.task(1).alpha, 0);
}

TEST(WorkloadFromJson, RefusesTimesBesideWorkAndNone) {
  const auto with = [](const std::string& task) {
    return workload_document(R"([{"name": "app", "tasks": [)" + task + "]}]");
  };
  EXPECT_EQ(workload_error(with(R"({"name": "A", "times": [1], "flop": 2})")),
            "w.json:1: applications[0].tasks[0].flop is given in addition to times: remove one of them");
  EXPECT_EQ(workload_error(with(R"({"name": "A", "times": []})")),
            "w.json:1: applications[0].tasks[0].times is empty, a task needs a time for each cluster or host");
}

std::string with_task(const std::string& task) {
  return workload_document("[{\"name\": \"app\", \"tasks\": [\n" + task + "]}]");
}

TEST(WorkloadFromJson, ReadsSpeedupLaws) {
  const Workload workload = read_graphs(with_task(
      R"({"name": "A", "flop": 9, "law": "roofline", "max_processors": 16},
         {"name": "B", "flop": 9, "law": "general", "alpha": 0.1, "max_processors": 4, "overhead": 0.01},
         {"name": "C", "flop": 9, "law": "powercom", "overhead": 0.01, "exponent": 0.5},
         {"name": "D", "flop": 9, "law": "amdahl", "alpha": 0.2})"));
  const TaskGraph& graph = workload.applications[0].graph;
  EXPECT_EQ(graph.task(0).speedup, (Speedup{SpeedupLaw::roofline, 16}));
  EXPECT_EQ(graph.task(1).speedup, (Speedup{SpeedupLaw::general, 4, 0.01}));
  EXPECT_EQ(graph.task(1).alpha, 0.1);
  EXPECT_EQ(graph.task(2).speedup, (Speedup{SpeedupLaw::powercom, Speedup::k_any_number, 0.01, 0.5}));
  EXPECT_EQ(graph.task(3).speedup, Speedup());
  const std::string text = to_json(description_of(workload));
  EXPECT_EQ(to_json(description_of(read_graphs(text))), text);
}

TEST(WorkloadFromJson, RefusesParametersOfALawThatAreWrong) {
  const auto error = [](const std::string& rest) {
    return workload_error(with_task(R"({"name": "A", "flop": 9, )" + rest + "}"));
  };
  EXPECT_EQ(error(R"("law": "rooflin")"),
            "w.json:2: applications[0].tasks[0].law is \"rooflin\", which is not a speed-up law (did you mean "
            "\"roofline\"?)");
  EXPECT_EQ(error(R"("law": "roofline", "max_processors": 0)"),
            "w.json:2: applications[0].tasks[0].max_processors is 0, must be an integer from 1 to 2147483647");
  EXPECT_EQ(error(R"("law": "roofline", "max_processors": 3, "alpha": 0.1)"),
            "w.json:2: applications[0].tasks[0].alpha is given, but the speed-up law roofline has none");
  EXPECT_EQ(error(R"("law": "communication")"), "w.json:2: applications[0].tasks[0] has no \"overhead\"");
  EXPECT_EQ(error(R"("law": "communication", "overhead": -1)"),
            "w.json:2: applications[0].tasks[0].overhead is -1, must be a number that is not negative");
  EXPECT_EQ(error(R"("law": "powercom", "overhead": 1, "exponent": 2)"),
            "w.json:2: applications[0].tasks[0].exponent is 2, must be a number from 0 to 1");
  EXPECT_EQ(error(R"("alpha": 0.1, "overhead": 1)"),
            "w.json:2: applications[0].tasks[0].overhead is given, but the speed-up law amdahl has none");
}

TEST(WorkloadFromJson, ReadsSeveralApplicationsWithReleaseDates) {
  const Workload workload =
      read_graphs(workload_document(R"([{"name": "a", "release_date": 5, "tasks": )" + k_two_tasks +
                                    R"(}, {"name": "b", "tasks": )" + k_two_tasks + "}]"));
  ASSERT_EQ(workload.applications.size(), 2U);
  EXPECT_EQ(workload.applications[0].release_date, 5);
  EXPECT_EQ(workload.applications[1].name, "b");
  EXPECT_TRUE(workload.applications[1].graph.edges().empty());
}

// A solution: two processors from 3 on, from 2.5 s on.
TEST(WorkloadFromJson, ReadsWhereAndWhenASolutionRunsATask) {
  const auto with = [](const std::string& place) {
    return workload_document(R"([{"name": "app", "tasks": [{"name": "A", "flop": 2, "alpha": 0)" + place + "}]}]");
  };
  const Workload workload = read_graphs(with(R"(, "processor": 3, "width": 2, "start": 2.5)"));
  const KnownPlace& place = workload.applications[0].graph.task(0).place;
  EXPECT_EQ(place, (KnownPlace{3, 2, 2.5}));
  EXPECT_EQ(read_graphs(to_json(description_of(workload))).applications[0].graph.task(0).place, place);
  EXPECT_EQ(workload_error(with(R"(, "start": 1)")),
            "w.json:1: applications[0].tasks[0].start is given without a processor: add the first processor on which "
            "the known solution runs the task");
  EXPECT_EQ(workload_error(with(R"(, "processor": 0, "start": -1)")),
            "w.json:1: applications[0].tasks[0].start is -1, must be a number that is not negative");
}

std::string with_reference(const std::string& applications) {
  return R"({"format": "palio-workload", "version": 1, "reference_makespan": 12.5, "applications": )" + applications +
         "}";
}

TEST(WorkloadFromJson, ReadsTheMakespanThatItIsHeldAgainst) {
  const std::string graphs = R"([{"name": "app", "tasks": )" + k_two_tasks + "}]";
  EXPECT_EQ(read_graphs(with_reference(graphs)).reference_makespan, 12.5);
  EXPECT_FALSE(read_graphs(workload_document(graphs)).reference_makespan);
  const AnyWorkload bags = any_workload_from_json(R"({"format": "palio-workload", "version": 1, "reference_makespan": 7,
    "bags": [{"name": "b", "tasks": 2, "flop": 3, "bytes": 1}]})",
                                                  "w.json");
  EXPECT_EQ(as<BagBatch>(bags).reference_makespan, 7);
}

TEST(WorkloadFromJson, AReferenceIsPositive) {
  EXPECT_EQ(workload_error(R"({"format": "palio-workload", "version": 1, "reference_makespan": 0, "applications": [)"
                           R"({"name": "app", "tasks": )" +
                           k_two_tasks + "}]}"),
            "w.json:1: reference_makespan is 0, must be a positive number");
}

// Of other work or other data it says nothing.
TEST(ScaledFromJson, KeepsTheReferenceOnlyOfTheSameWorkAndData) {
  const std::string text = with_reference(R"([{"name": "app", "tasks": )" + k_two_tasks + "}]");
  EXPECT_EQ(scaled_from_json(text, "w.json", {}).reference_makespan, 12.5);
  EXPECT_FALSE(scaled_from_json(text, "w.json", {.work_factor = 2}).reference_makespan);
  EXPECT_FALSE(scaled_from_json(text, "w.json", {.data_factor = 2}).reference_makespan);
  EXPECT_FALSE(scaled_from_json(text, "w.json", {.reference_speed = 2e9}).reference_makespan);
  EXPECT_FALSE(scaled_from_json(text, "w.json", {.alpha = 0}).reference_makespan);
}

TEST(DescribedJson, ReadsBackTheReference) {
  const DescribedWorkload described =
      described_from_json(with_reference(R"([{"name": "app", "tasks": )" + k_two_tasks + "}]"), "w.json");
  EXPECT_EQ(described.reference_makespan, 12.5);
  EXPECT_EQ(read_graphs(to_json(described)).reference_makespan, 12.5);
  EXPECT_EQ(description_of(read_graphs(to_json(described))).reference_makespan, 12.5);
}

TEST(WorkloadFromJson, ReportsMalformedJsonWithLineAndColumn) {
  EXPECT_EQ(workload_error("{\n  \"format\" 1}"),
            "w.json:2:12: malformed JSON: unexpected number literal; expected ':'");
}

TEST(WorkloadFromJson, RefusesAnotherFormatOrVersion) {
  EXPECT_EQ(workload_error(R"({"format": "palio-platform", "version": 1})"),
            "w.json:1: format is \"palio-platform\", must be \"palio-workload\"");
  EXPECT_EQ(workload_error(R"({"format": "palio-workload", "version": 9})"),
            "w.json:1: version is 9, must be 1, the version that this Palio reads");
}

TEST(WorkloadFromJson, RefusesUnknownKeys) {
  EXPECT_EQ(workload_error(R"({"format": "palio-workload", "version": 1, "application": []})"),
            "w.json:1: the document has an unknown key \"application\" (did you mean \"applications\"?)");
  EXPECT_EQ(workload_error(workload_document(R"([{"name": "a", "release": 0}])")),
            "w.json:1: applications[0] has an unknown key \"release\" (valid: name, release_date, tasks, edges)");
  EXPECT_EQ(workload_error(application(R"([{"name": "A", "flops": 1}])", "[]")),
            "w.json:1: applications[0].tasks[0] has an unknown key \"flops\" (did you mean \"flop\"?)");
  EXPECT_EQ(workload_error(application(k_two_tasks, R"([{"from": "A", "to": "B", "byte": 1}])")),
            "w.json:1: applications[0].edges[0] has an unknown key \"byte\" (did you mean \"bytes\"?)");
}

TEST(WorkloadFromJson, RefusesMissingKeys) {
  EXPECT_EQ(workload_error(R"({"format": "palio-workload", "version": 1})"),
            "w.json:1: the document has no \"applications\"");
  EXPECT_EQ(workload_error(workload_document(R"([{"name": "a"}])")), "w.json:1: applications[0] has no \"tasks\"");
  EXPECT_EQ(workload_error(application(R"([{"name": "A", "flop": 1}])", "[]")),
            "w.json:1: applications[0].tasks[0] has no \"alpha\"");
  EXPECT_EQ(workload_error(application(k_two_tasks, R"([{"from": "A", "to": "B"}])")),
            "w.json:1: applications[0].edges[0] has no \"bytes\"");
}

TEST(WorkloadFromJson, RefusesWrongTypes) {
  EXPECT_EQ(workload_error(workload_document("{}")), "w.json:1: applications is an object, must be an array");
  EXPECT_EQ(workload_error(workload_document("[3]")), "w.json:1: applications[0] is 3, must be an object");
  EXPECT_EQ(workload_error(application(R"([{"name": "A", "flop": "1e9", "alpha": 0}])", "[]")),
            "w.json:1: applications[0].tasks[0].flop is \"1e9\", must be a positive number");
  EXPECT_EQ(workload_error(application(R"([{"name": 1, "flop": 1, "alpha": 0}])", "[]")),
            "w.json:1: applications[0].tasks[0].name is 1, must be a text that is not empty");
}

TEST(WorkloadFromJson, RefusesValuesOutOfRange) {
  EXPECT_EQ(workload_error(application(R"([{"name": "A", "flop": -1, "alpha": 0}])", "[]")),
            "w.json:1: applications[0].tasks[0].flop is -1, must be a positive number");
  EXPECT_EQ(workload_error(application(R"([{"name": "A", "flop": 1, "alpha": 1.5}])", "[]")),
            "w.json:1: applications[0].tasks[0].alpha is 1.5, must be a number from 0 to 1");
  EXPECT_EQ(workload_error(application(k_two_tasks, R"([{"from": "A", "to": "B", "bytes": -8}])")),
            "w.json:1: applications[0].edges[0].bytes is -8, must be a number that is not negative");
  EXPECT_EQ(workload_error(workload_document(R"([{"name": "a", "release_date": -2, "tasks": )" + k_two_tasks + "}]")),
            "w.json:1: applications[0].release_date is -2, must be a number that is not negative");
}

TEST(WorkloadFromJson, RefusesNamesGivenTwice) {
  EXPECT_EQ(workload_error(
                application(R"([{"name": "A", "flop": 1, "alpha": 0}, {"name": "A", "flop": 1, "alpha": 0}])", "[]")),
            "w.json:1: applications[0].tasks[1].name is \"A\", the name of another task too");
  EXPECT_EQ(workload_error(workload_document(R"([{"name": "a", "tasks": )" + k_two_tasks +
                                             R"(}, {"name": "a", "tasks": )" + k_two_tasks + "}]")),
            "w.json:1: applications[1].name is \"a\", the name of another application too");
}

TEST(WorkloadFromJson, RefusesAnUnknownTask) {
  const std::string tasks = R"([{"name": "first", "flop": 1, "alpha": 0}, {"name": "last", "flop": 1, "alpha": 0}])";
  EXPECT_EQ(
      workload_error(application(tasks, R"([{"from": "first", "to": "lost", "bytes": 1}])")),
      "w.json:1: applications[0].edges[0].to is \"lost\", which is not the name of a task (did you mean \"last\"?)");
  EXPECT_EQ(
      workload_error(application(tasks, R"([{"from": "middle", "to": "last", "bytes": 1}])")),
      "w.json:1: applications[0].edges[0].from is \"middle\", which is not the name of a task (valid: first, last)");
}

TEST(WorkloadFromJson, DoesNotListManyTasks) {
  std::string tasks = "[";
  for (int i = 0; i < 50; ++i)
    tasks += std::string(i == 0 ? "" : ",") + R"({"name": "task)" + std::to_string(i) + R"(", "flop": 1, "alpha": 0})";
  EXPECT_EQ(workload_error(application(tasks + "]", R"([{"from": "begin", "to": "task1", "bytes": 1}])")),
            "w.json:1: applications[0].edges[0].from is \"begin\", which is not the name of a task");
}

TEST(WorkloadFromJson, RefusesACycleAndNamesItsTasks) {
  EXPECT_EQ(workload_error(application(
                k_two_tasks, R"([{"from": "A", "to": "B", "bytes": 1}, {"from": "B", "to": "A", "bytes": 1}])")),
            "w.json:1: applications[0].tasks[1] is not valid: the task graph has a cycle: task \"B\" -> task \"A\" -> "
            "task \"B\"");
}

TEST(WorkloadFromJson, RefusesASecondEdgeBetweenTwoTasks) {
  EXPECT_EQ(workload_error(application(
                k_two_tasks, R"([{"from": "A", "to": "B", "bytes": 1}, {"from": "A", "to": "B", "bytes": 1}])")),
            "w.json:1: applications[0].tasks[1] is not valid: there are two edges from task \"A\" to task \"B\"");
}

TEST(WorkloadFromJson, RefusesNothingToSchedule) {
  EXPECT_EQ(workload_error(workload_document("[]")),
            "w.json:1: applications is empty, a workload needs at least one application");
  EXPECT_EQ(workload_error(application("[]", "[]")),
            "w.json:1: applications[0] is not valid: the task graph has no task");
}

std::string bags_document(const std::string& bags) {
  return R"({"format": "palio-workload", "version": 1, "bags": [)" + bags + "]}";
}

std::string bag(const std::string& name, const std::string& tasks, const std::string& flop, const std::string& bytes,
                const std::string& more = "") {
  return R"({"name": ")" + name + R"(", "tasks": )" + tasks + R"(, "flop": )" + flop + R"(, "bytes": )" + bytes + more +
         "}";
}

std::string released(const std::string& date) { return R"(, "release_date": )" + date; }

std::string bags_error(const std::string& bags) {
  return test::error_of([&] { any_workload_from_json(bags_document(bags), "w.json"); });
}

TEST(BagsFromJson, ReadsApplicationsWithDates) {
  const auto batch = as<BagBatch>(any_workload_from_json(
      bags_document(bag("a", "3", "1e9", "2e6") + "," + bag("b", "40", "5", "7", released("2.5"))), "w.json"));
  EXPECT_NO_THROW(check(batch));
  EXPECT_EQ(batch.load, 0);
  ASSERT_EQ(batch.applications.size(), 2U);
  EXPECT_EQ(batch.applications[0].name, "a");
  EXPECT_EQ(batch.applications[0].tasks, 3);
  EXPECT_EQ(batch.applications[0].flop, 1e9);
  EXPECT_EQ(batch.applications[0].bytes, 2e6);
  EXPECT_EQ(batch.applications[0].release_date, 0);
  EXPECT_EQ(batch.applications[1].release_date, 2.5);
}

TEST(BagsFromJson, RefusesValuesOutOfRange) {
  EXPECT_EQ(bags_error(bag("a", "0", "1", "1")), "w.json:1: bags[0].tasks is 0, must be an integer from 1 to 1000000");
  EXPECT_EQ(bags_error(bag("a", "1", "0", "1")), "w.json:1: bags[0].flop is 0, must be a positive number");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "0")), "w.json:1: bags[0].bytes is 0, must be a positive number");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "-2")), "w.json:1: bags[0].bytes is -2, must be a positive number");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1", released("-1"))),
            "w.json:1: bags[0].release_date is -1, must be a number that is not negative");
}

TEST(BagsFromJson, RefusesReleaseDatesOutOfOrder) {
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1", released("4")) + "," + bag("b", "1", "1", "1", released("3"))),
            "w.json:1: bags[1] is released at 3 s, before the one ahead of it: sort by release date");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1", released("4")) + "," + bag("b", "1", "1", "1", released("4"))),
            "no error");
}

TEST(BagsFromJson, RefusesNoneTooManyAndTheSame) {
  EXPECT_EQ(bags_error(""), "w.json:1: bags is empty, a workload needs at least one application");
  EXPECT_EQ(bags_error(bag("a", "600000", "1", "1") + "," + bag("b", "600000", "1", "1")),
            "w.json:1: bags have more than 1000000 tasks together");
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1") + "," + bag("a", "1", "1", "1")),
            "w.json:1: bags[1].name is \"a\", the name of another application too");
}

TEST(BagsFromJson, RefusesUnknownAndMissingKeys) {
  EXPECT_EQ(bags_error(bag("a", "1", "1", "1", R"(, "alpha": 0)")),
            "w.json:1: bags[0] has an unknown key \"alpha\" (valid: name, release_date, tasks, flop, bytes)");
  EXPECT_EQ(bags_error(R"({"name": "a", "tasks": 1, "flop": 1})"), "w.json:1: bags[0] has no \"bytes\"");
}

}  // namespace
}  // namespace palio
