#include "workloads/explicit/workload_json.h"

#include <set>

#include "workloads/families/parts/batch_limits.h"

namespace palio {
namespace {

BagOfTasks read_bag(const JsonReader& json) {
  json.expect_keys({"name", "release_date", "tasks", "flop", "bytes"});
  BagOfTasks bag;
  bag.name = json.member("name").text();
  bag.tasks = static_cast<int>(json.member("tasks").integer(1, k_most_tasks));
  bag.flop = json.member("flop").number(JsonRange::positive);
  bag.bytes = json.member("bytes").number(JsonRange::positive);
  if (const auto release = json.optional_member("release_date"))
    bag.release_date = release->number(JsonRange::not_negative);
  return bag;
}

}  // namespace

BagBatch bags_from_json(const JsonReader& root) {
  root.expect_keys({"format", "version", "bags"});
  const JsonReader bags = root.member("bags");
  BagBatch batch;
  std::set<std::string> names;
  std::int64_t tasks = 0;
  for (const JsonReader& element : bags.elements()) {
    batch.applications.push_back(read_bag(element));
    const BagOfTasks& bag = batch.applications.back();
    if (!names.insert(bag.name).second)
      element.member("name").fail("is \"{}\", the name of another application too", bag.name);
    if (names.size() > 1 && bag.release_date < (batch.applications.rbegin() + 1)->release_date)
      element.fail("is released at {} s, before the one ahead of it: sort by release date", bag.release_date);
    tasks += bag.tasks;
    if (tasks > k_most_tasks) bags.fail("have more than {} tasks together", k_most_tasks);
  }
  if (batch.applications.empty()) bags.fail("is empty, a workload needs at least one application");
  return batch;
}

}  // namespace palio
