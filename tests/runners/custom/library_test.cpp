#include "runners/custom/library.h"

#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <optional>

#include "strategies/model/strategy.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

// The calls of the functions of the library below: the kind of the event and its numbers.
std::string heard;
palio_trouble* trouble = nullptr;
int ended_policies = 0;

void hear(const std::string& word, auto... numbers) {
  heard += word;
  ((heard += ' ' + std::to_string(static_cast<int>(numbers))), ...);
  heard += "; ";
}

void complain() {
  const std::string reason = "nothing fits", message = "no such luck";
  trouble->no_schedule(trouble, {reason.data(), reason.size()});
  trouble->failed(trouble, {message.data(), message.size()});
}

palio_bag_policy bag_policy{.told = [](palio_bag_policy*, int32_t event, int32_t bag, int32_t worker,
                                       double now) { hear("told", event, bag, worker, now); },
                            .next_send =
                                [](palio_bag_policy*, double now, double* wake_up) {
                                  hear("next", now);
                                  if (now == 9) complain();
                                  if (now == 8) *wake_up = 12;
                                  return now < 8 ? palio_send{1, 2} : palio_send{-1, -1};
                                },
                            .next_bag =
                                [](palio_bag_policy*, int32_t worker, const int32_t* held, size_t count, double) {
                                  hear("bag", worker, count);
                                  return held[count - 1];
                                },
                            .end = [](palio_bag_policy*) { ++ended_policies; }};

palio_bag_policy* begin_bag(uint32_t strategy, const palio_bag_instance* instance, const palio_value* parameters,
                            palio_trouble* told) {
  trouble = told;
  const palio_bag& last = instance->bags[instance->bag_count - 1];
  const palio_worker& second = instance->star.workers[1];
  hear("begin", strategy, instance->star.worker_count, second.speed, second.link.bandwidth, second.link.latency,
       instance->star.master_bandwidth, instance->star.port_model, last.tasks, last.flop, last.bytes, last.release_date,
       parameters[0].integer);
  return &bag_policy;
}

palio_bag_policy* begin_no_bag(uint32_t strategy, const palio_bag_instance*, const palio_value*, palio_trouble* told) {
  trouble = told;
  if (strategy == 1) complain();
  return nullptr;
}

const std::array<int32_t, 3> k_tree{1, -1, 0};
palio_file_policy file_policy{
    .supervisors = 2,
    .supervisor_of = k_tree.data(),
    .idle =
        [](palio_file_policy*, int32_t worker, double) {
          return palio_order{worker == 0 ? 4 : -1, worker == 1 ? 5 : -1};
        },
    .file_arrived = [](palio_file_policy*, int32_t worker, int32_t file, double) { return worker == 0 ? -1 : file; },
    .finished = [](palio_file_policy*, int32_t worker, int32_t task,
                   double now) { hear("finished", worker, task, now); },
    .recall = [](palio_file_policy*) { return int32_t{2}; },
    .end = [](palio_file_policy*) { ++ended_policies; }};

palio_file_policy* begin_file(uint32_t, const palio_file_instance* instance, const palio_value*, palio_trouble* told) {
  trouble = told;
  hear("begin", instance->file_count, instance->file_bytes[1], instance->task_count, instance->file_of_task[2],
       instance->flop, instance->output_bytes);
  return &file_policy;
}

const Star k_star{{{1, {10, 2}}, {3, {30, 4}}, {5, {50, 6}}}, 70, PortModel::multi_port};
const BagBatch k_bags{{{"", 1, 1, 1, 0}, {"", 8, 9, 10, 11}}, 0};
const SharedFileTasks k_tasks{.file_bytes = {6, 7}, .file_of_task = {0, 0, 1}, .flop = 8, .output_bytes = 9};

class StarPolicies : public testing::Test {
protected:
  void SetUp() override { heard.clear(), ended_policies = 0; }
};

TEST_F(StarPolicies, OfBagsTellAndAskTheLibrary) {
  {
    const auto policy = begin_bags(begin_bag, 7, k_star, k_bags, {{.integer = 42, .real = 0, .text = {}}});
    policy->released(1, 3);
    policy->received({0, 2}, 4);
    policy->started(0, 2, 5);
    policy->finished(0, 2, 6);
    const std::optional<Send> send = policy->next_send(7);
    ASSERT_TRUE(send);
    EXPECT_EQ(send->application, 1);
    EXPECT_EQ(send->worker, 2);
    EXPECT_FALSE(policy->wake_up());
    EXPECT_FALSE(policy->next_send(8));
    EXPECT_EQ(policy->wake_up(), 12);
    EXPECT_FALSE(policy->next_send(10));
    EXPECT_FALSE(policy->wake_up()) << "that of an earlier answer";
    const std::array held{0, 1};
    EXPECT_EQ(policy->next_application(2, held, 8), 1);
    EXPECT_EQ(test::error_of<NoSchedule>([&] { policy->next_send(9); }), "nothing fits") << "the first word counts";
    EXPECT_EQ(ended_policies, 0);
  }
  EXPECT_EQ(ended_policies, 1);
  EXPECT_EQ(heard,
            "begin 7 3 3 30 4 70 1 8 9 10 11 42; told 0 1 -1 3; told 1 0 2 4; told 2 0 2 5; told 3 0 2 6; next 7; "
            "next 8; next 10; bag 2 2; next 9; ");
}

TEST_F(StarPolicies, OfFilesTellAndAskTheLibrary) {
  {
    const auto policy = begin_files(begin_file, 0, k_star, k_tasks, {});
    EXPECT_EQ(policy->tree().supervisors, 2);
    EXPECT_EQ(policy->tree().supervisor_of, (std::vector<int>{1, -1, 0}));
    EXPECT_EQ(policy->idle(0, 1).task, 4);
    EXPECT_FALSE(policy->idle(0, 1).file);
    EXPECT_EQ(policy->idle(1, 1).file, 5);
    EXPECT_FALSE(policy->idle(2, 1).task);
    EXPECT_FALSE(policy->file_arrived(0, 1, 2));
    EXPECT_EQ(policy->file_arrived(1, 1, 2), 1);
    policy->finished(1, 2, 3);
    EXPECT_TRUE(policy->take_recall());
    complain();
    EXPECT_EQ(test::error_of<NoSchedule>([&] { policy->finished(0, 0, 0); }), "nothing fits");
  }
  EXPECT_EQ(ended_policies, 1);
  EXPECT_EQ(heard, "begin 2 7 3 1 8 9; finished 1 2 3; finished 0 0 0; ");
}

void leave_mode() { std::fesetround(FE_TOWARDZERO); }

palio_bag_policy rounding_bags{
    .told = [](palio_bag_policy*, int32_t, int32_t, int32_t, double) { leave_mode(); },
    .next_send =
        [](palio_bag_policy*, double, double*) {
          return leave_mode(), palio_send{0, 0};
        },
    .next_bag = [](palio_bag_policy*, int32_t, const int32_t*, size_t, double) { return leave_mode(), int32_t{0}; },
    .end = [](palio_bag_policy*) { leave_mode(); }};

palio_file_policy rounding_files{
    .supervisors = 0,
    .supervisor_of = nullptr,
    .idle =
        [](palio_file_policy*, int32_t, double) {
          return leave_mode(), palio_order{-1, -1};
        },
    .file_arrived = [](palio_file_policy*, int32_t, int32_t, double) { return leave_mode(), int32_t{0}; },
    .finished = [](palio_file_policy*, int32_t, int32_t, double) { leave_mode(); },
    .recall = [](palio_file_policy*) { return leave_mode(), int32_t{0}; },
    .end = [](palio_file_policy*) { leave_mode(); }};

// The rounding mode is unchanged after each call of the library.
template <class Call>
void expect_kept(Call call) {
  call();
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST_F(StarPolicies, LeaveNoRoundingMode) {
  const auto begin_rounding_bags = [](uint32_t, const palio_bag_instance*, const palio_value*, palio_trouble*) {
    return leave_mode(), &rounding_bags;
  };
  const auto begin_rounding_files = [](uint32_t, const palio_file_instance*, const palio_value*, palio_trouble*) {
    return leave_mode(), &rounding_files;
  };
  std::unique_ptr<BagPolicy> bags;
  expect_kept([&] { bags = begin_bags(begin_rounding_bags, 0, k_star, k_bags, {}); });
  expect_kept([&] { bags->released(0, 0); });
  expect_kept([&] { bags->next_send(0); });
  expect_kept([&] { bags->next_application(0, {}, 0); });
  expect_kept([&] { bags.reset(); });
  std::unique_ptr<FilePolicy> files;
  expect_kept([&] { files = begin_files(begin_rounding_files, 0, k_star, k_tasks, {}); });
  expect_kept([&] { files->idle(0, 0); });
  expect_kept([&] { files->file_arrived(0, 0, 0); });
  expect_kept([&] { files->finished(0, 0, 0); });
  expect_kept([&] { files->take_recall(); });
  expect_kept([&] { files.reset(); });
}

TEST_F(StarPolicies, ThatWereNotBegunAreErrors) {
  const auto begun = [](uint32_t strategy) { begin_bags(begin_no_bag, strategy, k_star, k_bags, {}); };
  EXPECT_EQ(test::error_of<std::runtime_error>([&] { begun(0); }), "the library began no policy and does not say why");
  EXPECT_EQ(test::error_of<NoSchedule>([&] { begun(1); }), "nothing fits");
  EXPECT_EQ(ended_policies, 0);
}

}  // namespace
}  // namespace palio
