// A write-ahead log that a power cut left incomplete: SQLite drops the transaction that is not whole, and no other. And
// one that something damages while it is written: nothing of it gets into the file.

#include "tests/storage/child_process.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

constexpr std::int64_t k_cut_batch = 8;  // results
constexpr std::int64_t k_batches = 3;

// https://www.sqlite.org/fileformat.html, section 4.1
constexpr std::uintmax_t k_log_header = 32;    // byte
constexpr std::uintmax_t k_frame = 24 + 4096;  // byte: its header and a page

std::vector<StoredResult> nth_cut_batch(std::int64_t n) {
  std::vector<StoredResult> batch;
  for (std::int64_t i = 1; i <= k_cut_batch; ++i) batch.push_back(completed({n + 1, i, 1}, static_cast<double>(n + 1)));
  return batch;
}

// Begins a session in an empty log, writes the batches, says how long the log is after each, and dies without a word.
void run_and_die(const std::string& file, int report) {
  ResultStore store(file, study_info("first"));
  add_samples(store, k_batches, k_cut_batch, 1);
  store.checkpoint();
  store.begin_session(session_info(0));
  std::string sizes;
  for (std::int64_t n = 0; n < k_batches; ++n) {
    store.write(nth_cut_batch(n));
    sizes += std::to_string(std::filesystem::file_size(file + "-wal")) + ' ';
  }
  if (::write(report, sizes.data(), sizes.size()) < 0) _exit(1);
  _exit(0);
}

class CutLogTest : public StorageTest {
protected:
  CutLogTest() {
    ChildProcess writer([&](int report) { run_and_die(file_, report); });
    std::istringstream sizes(writer.read_rest());
    for (std::uintmax_t size = 0; sizes >> size;) ends_.push_back(size);
    bytes_ = bytes_of(log_);
  }

  // Batches whose last frame ends within the first `size` bytes.
  std::int64_t whole_batches(std::uintmax_t size) const {
    return std::ranges::count_if(ends_, [&](std::uintmax_t end) { return end <= size; });
  }

  // What the campaign holds: pages, results, what the session counted; the makespans of a batch are its number.
  std::vector<std::string> state() const {
    std::vector<std::string> state;
    const Rows rows = rows_of(CampaignReader(file_),
                              "SELECT (SELECT integrity_check FROM pragma_integrity_check), count(*) || '', "
                              "CAST(max(makespan) AS INTEGER) || '', "
                              "(SELECT completed || '' FROM session) FROM result");
    for (const SqlValue& value : rows.at(0)) {
      const auto* text = std::get_if<std::string>(&value);
      state.push_back(text == nullptr ? "none" : *text);
    }
    return state;
  }

  void expect_batches(std::int64_t batches, std::uintmax_t cut) const {
    const std::string results = std::to_string(batches * k_cut_batch);
    const std::string last = batches == 0 ? "none" : std::to_string(batches);
    const bool begun = cut >= first_end();
    EXPECT_THAT(state(), ElementsAre("ok", results, last, begun ? results : "none")) << "cut at byte " << cut;
  }

  // The session's own transaction is the first one of the log, and shorter than any batch.
  std::uintmax_t first_end() const {
    for (std::uintmax_t end = k_log_header + k_frame;; end += k_frame)
      if (is_commit(end - k_frame)) return end;
  }
  // The last frame of a transaction says how large the database is then, the others say 0.
  bool is_commit(std::uintmax_t frame) const { return bytes_.substr(frame + 4, 4) != std::string(4, '\0'); }

  std::string log_ = file_ + "-wal";
  std::vector<std::uintmax_t> ends_;  // of the log after each batch
  std::string bytes_;                 // of the log
};

TEST_F(CutLogTest, IsWholeBeforeItIsCut) {
  ASSERT_EQ(std::ssize(ends_), k_batches);
  ASSERT_EQ(bytes_.size(), ends_.back());
  expect_batches(k_batches, bytes_.size());
}

// From the end on, so that one file serves; reading leaves the log as it is.
TEST_F(CutLogTest, AtAnyByteOfTheLastTwoFrames) {
  ASSERT_GE(ends_[2] - ends_[1], 2 * k_frame);
  for (std::uintmax_t cut = bytes_.size(); cut-- > bytes_.size() - 2 * k_frame;) {
    if (const std::uintmax_t byte = (bytes_.size() - cut) % k_frame; byte > 40 && byte % 7 != 0) continue;
    std::filesystem::resize_file(log_, cut);
    expect_batches(whole_batches(cut), cut);
    if (HasFailure()) return;
  }
}

TEST_F(CutLogTest, AroundEveryFrameOfTheLog) {
  std::vector<std::uintmax_t> cuts;
  for (std::uintmax_t end = bytes_.size(); end >= k_log_header + k_frame; end -= k_frame)
    for (const std::uintmax_t cut : {end, end - 1, end - k_frame + 24, end - k_frame + 1}) cuts.push_back(cut);
  for (const std::uintmax_t cut : cuts) {
    std::filesystem::resize_file(log_, cut);
    expect_batches(whole_batches(cut), cut);
    EXPECT_THAT(problems_of(file_), testing::IsEmpty()) << "cut at byte " << cut;
    if (HasFailure()) return;
  }
}

// The length of the file reached the disk, the content of its end did not.
TEST_F(CutLogTest, EndThatIsAllZeros) {
  for (std::uintmax_t cut = bytes_.size() - 1; cut > bytes_.size() - 2 * k_frame; cut -= 13) {
    std::filesystem::resize_file(log_, cut);
    std::filesystem::resize_file(log_, bytes_.size());
    const bool unchanged = bytes_.find_first_not_of('\0', cut) == std::string::npos;
    expect_batches(unchanged ? k_batches : whole_batches(cut), bytes_.size());
    if (HasFailure()) return;
  }
}

// The next run goes on from what is whole.
TEST_F(CutLogTest, IsCompletedByTheNextRun) {
  std::filesystem::resize_file(log_, bytes_.size() - 1);
  {
    ResultStore store = open();
    store.begin_session(session_info());
    store.write(nth_cut_batch(2));
    store.end_session("finished");
    store.checkpoint();
  }
  EXPECT_FALSE(std::filesystem::exists(log_));
  EXPECT_EQ(CampaignReader(file_).counts().completed, k_batches * k_cut_batch);
}

using Damage = void (*)(const std::string& log);

void damage(const std::string& log, std::uintmax_t from, std::uintmax_t size) { overwrite(log, from, size, '\x5a'); }

void cut_to_half(const std::string& log) { std::filesystem::resize_file(log, std::filesystem::file_size(log) / 2); }

// What the end of the log shows at the next batch, and what the sums over all of it show before it is moved.
const std::vector<Damage> k_seen_at_the_end{
    [](const std::string& log) { std::filesystem::resize_file(log, 0); },
    [](const std::string& log) { std::filesystem::resize_file(log, 1); },
    cut_to_half,
    [](const std::string& log) { std::filesystem::resize_file(log, std::filesystem::file_size(log) - 1); },
    [](const std::string& log) { damage(log, 0, k_log_header); },
    [](const std::string& log) { damage(log, 0, std::filesystem::file_size(log)); },
};
const std::vector<Damage> k_seen_in_the_sums{
    [](const std::string& log) { damage(log, k_log_header + 24, 1); },
    [](const std::string& log) { damage(log, k_log_header + 3 * k_frame, k_frame); },
    [](const std::string& log) { damage(log, k_log_header + 4 * k_frame + 8, 1); },
};

class DamagedLogTest : public StorageTest {
protected:
  // A store that has begun a session, whose log something damages after two batches.
  std::unique_ptr<ResultStore> store_with(Damage cause) {
    for (const std::string& old : {file_, log_}) std::filesystem::remove(old);
    auto store = std::make_unique<ResultStore>(file_, study_info("first"));
    add_samples(*store, k_batches, k_cut_batch, 1);
    store->begin_session(session_info(0));
    store->write(nth_cut_batch(0));
    store->write(nth_cut_batch(1));
    cause(log_);
    return store;
  }

  // A new store goes on.
  void expect_resumable() const {
    ResultStore store = open();
    add_samples(store, k_batches, k_cut_batch, 1);
    store.begin_session(session_info(0));
    store.write(nth_cut_batch(2));
    store.end_session("finished");
    store.checkpoint();
    expect_sound();
  }

  std::string log_ = file_ + "-wal";
  const testing::Matcher<const std::function<void()>&> is_named_ = testing::ThrowsMessage<UserError>(
      testing::HasSubstr("something cut or overwrote " + log_ + ", the log of campaign " + file_));
};

TEST_F(DamagedLogTest, IsNamedAtTheNextBatchAndAtTheEnd) {
  for (const Damage damage : k_seen_at_the_end) {
    {
      const auto store = store_with(damage);
      EXPECT_THAT([&] { store->write(nth_cut_batch(2)); }, is_named_);
      EXPECT_THAT([&] { store->end_session("finished"); }, is_named_);
      EXPECT_THAT([&] { store->checkpoint(); }, is_named_);
    }
    expect_sound();
    expect_resumable();
  }
}

TEST_F(DamagedLogTest, IsNamedBeforeItIsMovedIntoTheFile) {
  for (const Damage damage : k_seen_in_the_sums) {
    {
      const auto store = store_with(damage);
      EXPECT_THAT([&] { store->checkpoint(); }, is_named_);
    }
    expect_sound();
    expect_resumable();
  }
}

// Nor does a store that goes without a word move it.
TEST_F(DamagedLogTest, IsNotMovedByADestructor) {
  for (const auto& all : {k_seen_at_the_end, k_seen_in_the_sums})
    for (const Damage damage : all) {
      store_with(damage).reset();
      expect_sound();
    }
}

// A reader keeps a log that is all in the file from being begun anew: what is left of it is older than the file.
TEST_F(DamagedLogTest, WhoseBeginningIsInTheFileIsNotMixedWithIt) {
  auto store = store_with([](const std::string&) {});
  auto reader = std::make_unique<CampaignReader>(file_);
  reader->hold();
  EXPECT_THAT(sql("PRAGMA wal_checkpoint(PASSIVE)"), testing::StartsWith("0|"));
  store->write(nth_cut_batch(2));
  std::filesystem::resize_file(log_, k_log_header + 2 * k_frame);
  EXPECT_THAT([&] { store->checkpoint(); }, is_named_);
  reader.reset();
  store.reset();
  expect_sound();
  EXPECT_EQ(CampaignReader(file_).counts().completed, 2 * k_cut_batch);
  expect_resumable();
}

// Others may move the log and even cut it off, by SQLite's rules.
TEST_F(DamagedLogTest, IsNoneWhereAnotherConnectionMovedIt) {
  for (const char* way : {"PASSIVE", "FULL", "RESTART", "TRUNCATE"}) {
    const auto store = store_with([](const std::string&) {});
    EXPECT_NE(sql(fmt::format("PRAGMA wal_checkpoint({})", way)), "");
    store->write(nth_cut_batch(2));
    store->end_session("finished");
    store->checkpoint();
    expect_sound();
    EXPECT_EQ(CampaignReader(file_).counts().completed, k_batches * k_cut_batch);
  }
}

}  // namespace
}  // namespace palio::test
