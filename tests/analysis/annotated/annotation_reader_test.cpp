#include "analysis/annotated/annotated_sql.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

AnnotatedBlock block() { return {"P1", {{"says", "more is less", 5}, {"place", "", 6}}, "", 4}; }

template <class Read>
std::string reader_refusal(Read read) {
  const AnnotatedBlock without_query = block();
  return test::error_of([&] { read(AnnotationReader("a.sql", "claim", without_query)); });
}

TEST(AnnotationReader, GivesWhatIsSaid) {
  const AnnotatedBlock read = block();
  const AnnotationReader reader("a.sql", "claim", read);
  EXPECT_EQ(reader.text("says"), "more is less");
  EXPECT_EQ(reader.text("unit"), "");
  EXPECT_EQ(reader.required("says"), "more is less");
}

TEST(AnnotationReader, RefusesWhatIsNeededAndNotSaid) {
  EXPECT_EQ(reader_refusal([](const AnnotationReader& reader) { return reader.required("unit"); }),
            "a.sql:4: claim P1 does not say `-- unit: ...`");
  EXPECT_EQ(reader_refusal([](const AnnotationReader& reader) { return reader.required("place"); }),
            "a.sql:4: claim P1 does not say `-- place: ...`");
  EXPECT_EQ(reader_refusal([](const AnnotationReader& reader) { return reader.query(); }),
            "a.sql:4: claim P1 has no query; a SELECT follows its comments");
}

TEST(NamesStudy, AnEmptyListStandsForAll) {
  EXPECT_TRUE(names_study({}, "mine"));
  EXPECT_TRUE(names_study({"one", "mine"}, "mine"));
  EXPECT_FALSE(names_study({"one"}, "mine"));
}

}  // namespace
}  // namespace palio
