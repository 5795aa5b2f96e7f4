// A star that SimGrid reads from the file that it is exported to: the dates are those of the model, by hand.
#include <gtest/gtest.h>

#include "platforms/explicit/simgrid_xml.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"
#include "tests/support/isolated_master_worker.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

constexpr double k_export_tolerance = 1e-9;

// The master sends 100 byte to each worker, which then computes 8 flop: when each message and each computation ends.
std::vector<double> ends_on(const Star& star) {
  return test::numbers_of_child([&] {
    const test::TemporaryFolder folder;
    EngineArguments arguments({});
    const sg4::Engine engine(arguments.count(), arguments.values());
    engine.load_platform(folder.write("star.xml", to_simgrid_xml(star)));
    std::vector<double> ends(2 * star.workers.size());
    const auto send = [&](std::size_t number) {
      sg4::Host* worker = sg4::Host::by_name("worker" + std::to_string(number));
      sg4::Comm::sendto(sg4::Host::by_name("master"), worker, 100);
      ends[2 * number] = sg4::Engine::get_clock();
      simgrid_api::add_actor("worker", worker, [&ends, number] {
        sg4::this_actor::execute(8);
        ends[2 * number + 1] = sg4::Engine::get_clock();
      });
    };
    const std::size_t at_once = star.port_model == PortModel::one_port ? 1 : star.workers.size();
    for (std::size_t first = 0; first < at_once; ++first)
      simgrid_api::add_actor("master", sg4::Host::by_name("master"), [&, first] {
        for (std::size_t number = first; number < star.workers.size(); number += at_once) send(number);
      });
    engine.run();
    return ends;
  });
}

void expect_ends(const Star& star, const std::vector<double>& expected) {
  const std::vector<double> ends = ends_on(star);
  ASSERT_EQ(ends.size(), expected.size());
  for (std::size_t i = 0; i < ends.size(); ++i)
    EXPECT_NEAR(ends[i], expected[i], k_export_tolerance * expected[i]) << i;
}

TEST(ExportedStar, OfOnePortSendsOneMessageAfterTheOther) {
  // The master sends at 10 byte/s. To worker 0 (2 flop/s, 5 byte/s, 0.5 s): 0.5 + 20 s, 4 s of work; then to worker 1
  // (1 flop/s, 25 byte/s, 2 s): 20.5 + 2 + 10 s, 8 s of work.
  expect_ends({{{2, {5, 0.5}}, {1, {25, 2}}}, 10, PortModel::one_port}, {20.5, 24.5, 32.5, 40.5});
}

TEST(ExportedStar, OfSeveralPortsSharesTheMaster) {
  // Both at once after 1 s: worker 1 (25 byte/s) and worker 0 (25 byte/s) have 5 of 10 byte/s each, 20 s; then 4 s and
  // 8 s of work.
  expect_ends({{{2, {25, 1}}, {1, {25, 1}}}, 10, PortModel::multi_port}, {21, 25, 21, 29});
}

}  // namespace
}  // namespace palio
