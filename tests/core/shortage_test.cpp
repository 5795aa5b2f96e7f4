#include "core/shortage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <cerrno>
#include <list>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "core/sanitized.h"

namespace palio {
namespace {

using testing::ThrowsMessage;

TEST(Shortage, NamesWhatIsLackingAndTheNextStep) {
  EXPECT_STREQ(Shortage(Resource::open_files, "cannot open x").what(),
               "the machine lacks open files: cannot open x; allow more (ulimit -n) or run fewer in parallel (-j)");
}

TEST(Shortage, HasWordsThatComeBack) {
  for (const Resource resource :
       {Resource::processes, Resource::memory, Resource::open_files, Resource::space, Resource::solver})
    EXPECT_EQ(resource_of(to_text(resource)), resource);
  EXPECT_EQ(to_text(Resource::space), "space");
  EXPECT_EQ(resource_of("time"), std::nullopt);
}

TEST(Shortage, IsWhatErrnoSays) {
  const std::array<std::pair<int, Resource>, 7> shortages{{{EAGAIN, Resource::processes},
                                                           {ENOMEM, Resource::memory},
                                                           {EMFILE, Resource::open_files},
                                                           {ENFILE, Resource::open_files},
                                                           {ENOSPC, Resource::space},
                                                           {EDQUOT, Resource::space},
                                                           {EFBIG, Resource::space}}};
  for (const auto& [error, resource] : shortages) {
    errno = error;
    try {
      throw_errno("cannot");
    } catch (const Shortage& shortage) {
      EXPECT_EQ(shortage.resource(), resource) << error;
    }
  }
  errno = EBADF;
  EXPECT_THROW(throw_errno("cannot"), InternalError);
}

// What rethrow_shortage() makes of an exception.
template <class Exception>
void rethrown(const Exception& exception) {
  try {
    throw exception;
  } catch (...) {
    rethrow_shortage();
  }
}

TEST(Shortage, IsWhatTheStandardLibraryThrowsForOne) {
  EXPECT_THAT([] { rethrown(std::bad_alloc()); },
              ThrowsMessage<Shortage>(testing::StartsWith("the machine lacks memory: an allocation was refused")));
  const std::system_error refused(EAGAIN, std::generic_category());
  EXPECT_THAT([&] { rethrown(refused); },
              ThrowsMessage<Shortage>(
                  testing::StartsWith("the machine lacks processes or threads: no thread, or no memory for one: ")));
}

TEST(Shortage, IsNothingElse) {
  EXPECT_THROW(rethrown(std::system_error(EPERM, std::generic_category())), std::system_error);
  EXPECT_THAT([] { rethrown(std::runtime_error("other")); }, ThrowsMessage<std::runtime_error>("other"));
  EXPECT_THAT([] { rethrown(UserError("typed")); }, ThrowsMessage<UserError>("typed"));
}

TEST(Shortage, OfMemoryIsThrownWithAReserveAndWithout) {
  if (k_sanitized) GTEST_SKIP() << "the sanitizer ends the program where an allocation is refused";
  reserve_memory();
  const std::size_t pebibyte = std::size_t{1} << 50U;
  for (int i = 0; i < 2; ++i) EXPECT_THROW(std::vector<char>{}.reserve(pebibyte), std::bad_alloc);
  std::set_new_handler(nullptr);
}

// What a library's destructor may do.
struct AllocatesInDestructor {
  std::vector<char> stack;
  AllocatesInDestructor() = default;
  AllocatesInDestructor(const AllocatesInDestructor&) = delete;
  AllocatesInDestructor& operator=(const AllocatesInDestructor&) = delete;
  ~AllocatesInDestructor() { stack.resize(100'000); }
};

// Takes all memory that there is, twice; what is destroyed on the way out gets some of the reserve.
[[noreturn]] void take_all_memory() {
  const rlimit limit{std::size_t{1} << 30U, std::size_t{1} << 30U};
  setrlimit(RLIMIT_AS, &limit);
  for (int i = 0; i < 2; ++i) {
    refill_reserve();
    std::list<std::array<char, 50'000>> hoard;
    try {
      const AllocatesInDestructor object;
      while (true) hoard.emplace_back();
    } catch (const std::bad_alloc&) {
    }
  }
  std::_Exit(0);
}

TEST(ShortageDeathTest, OfMemoryLeavesSomeForDestructors) {
  if (k_sanitized) GTEST_SKIP() << "the sanitizer's own memory counts against the limit";
  reserve_memory();
  EXPECT_EXIT(take_all_memory(), testing::ExitedWithCode(0), "");
  std::set_new_handler(nullptr);
}

}  // namespace
}  // namespace palio
