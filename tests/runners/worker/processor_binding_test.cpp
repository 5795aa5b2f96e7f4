#include "runners/worker/processor_binding.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

cpu_set_t allowed() {
  cpu_set_t set;
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  return set;
}

TEST(ProcessorBinding, BindsToOneProcessorUntilItIsReleased) {
  const cpu_set_t before = allowed();
  const ProcessorBinding binding;
  const cpu_set_t bound = allowed();
  EXPECT_EQ(CPU_COUNT(&bound), 1);
  EXPECT_TRUE(CPU_ISSET(sched_getcpu(), &bound));
  binding.release();
  const cpu_set_t after = allowed();
  EXPECT_TRUE(CPU_EQUAL(&after, &before));
}

}  // namespace
}  // namespace palio
