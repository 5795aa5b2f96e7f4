#include "campaign/run/side_by_side.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "campaign/run/handover.h"

namespace palio {
namespace {

// TBB begins each body after the call and returns after all of them.
Handover begun, ended;

struct EndOfBody {
  ~EndOfBody() { ended.give(); }
};

struct EndOfAll {
  ~EndOfAll() { ended.receive(); }
};

}  // namespace

void side_by_side(int jobs, const std::function<void(int slot)>& body) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(jobs) + 1);
  begun.give();
  const EndOfAll end_of_all;
  tbb::task_arena arena(jobs);
  arena.execute([&] {
    tbb::parallel_for(
        0, jobs,
        [&](int slot) {
          begun.receive();
          const EndOfBody end_of_body;
          body(slot);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace palio
