#include "platforms/formats/simgrid_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::HasSubstr;

const std::string k_document_type = "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">";

// On the fourth line of a file with a host.
std::string error_of_line(const std::string& line, const std::string& before_zone = "") {
  const std::string xml = "<?xml version=\"1.0\"?>" + k_document_type + "\n<platform version=\"4.1\">" + before_zone +
                          "\n<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1f\"/>\n" + line +
                          "\n</zone></platform>\n";
  return test::error_of([&] { scan_simgrid(xml, "p.xml"); });
}

TEST(SimgridScan, RefusesWhatAPlatformOfPalioCannotBeWithTheLine) {
  const std::vector<std::pair<std::string, std::string>> refused{
      {"<trace id=\"t\" periodicity=\"1\">0 1</trace>", "<trace> makes the platform change over time"},
      {"<link id=\"l\" bandwidth=\"1Bps\" latency_file=\"l.txt\"/>", "by latency_file=\"l.txt\""},
      {"<link id=\"l\" bandwidth=\"1Bps\" latency=\"nans\"/>",
       "<link> has latency=\"nans\", must be a number that is not negative with its unit, such as 50us"},
      {"<link id=\"l\" bandwidth=\"-NaN(2)Bps\"/>",
       "<link> has bandwidth=\"-NaN(2)Bps\", must be a positive number with its unit, such as 1.25GBps"},
      {"<link id=\"l\" bandwidth=\"infBps\"/>", "<link> has bandwidth=\"infBps\", must be a positive number"},
      {"<link id=\"l\" bandwidth=\"1e999Bps\"/>", "<link> has bandwidth=\"1e999Bps\", must be a positive number"},
      {"<link id=\"l\" bandwidth=\"0Bps\"/>", "<link> has bandwidth=\"0Bps\", must be a positive number"},
      {"<link id=\"l\" bandwidth=\"Bps\"/>", "<link> has bandwidth=\"Bps\", must be a positive number"},
      {"<link id=\"l\" bandwidth=\"1Bps\" latency=\"-1s\"/>",
       "<link> has latency=\"-1s\", must be a number that is not negative"},
      {"<link id=\"l\" bandwidth=\"1Bps\"/>", "<link> has no latency: write 0s for none"},
      {"<cluster id=\"c\" bw=\"1Bps\" lat=\"0s\" bb_bw=\"-1Bps\"/>",
       "<cluster> has bb_bw=\"-1Bps\", must be a number that is not negative"},
      {"<host id=\"i\" speed=\"1f,,2f\"/>", "<host> has speed=\"1f,,2f\", must be a positive number with its unit"},
      {"<host id=\"i\" speed=\"2f,\"/>", "<host> has speed=\"2f,\", must be a positive number with its unit"},
      {"<host id=\"i\" speed=\"2f,1f\" pstate=\"2\"/>", "<host> has pstate=\"2\", must be a whole number from 0 to 1"},
      {"<host id=\"i\" core=\"0\"/>", "<host> has core=\"0\", must be a whole number from 1 to 100000"},
      {"<cluster id=\"c\" core=\"two\"/>", "<cluster> has core=\"two\", must be a whole number from 1 to 100000"},
      {"<zone id=\"y\" routing=\"Mole\"/>",
       "<zone> has routing=\"Mole\", must be one of Cluster, Dijkstra, DijkstraCache, Empty, Floyd, Full, None, Star, "
       "Vivaldi, Wifi"},
      {"<actor host=\"h\" function=\"f\"/>", "<actor> starts a program of its own"},
      {"<include file=\"/etc/passwd\"/>", "<include> is no longer supported by SimGrid"},
      {"<zone id=\"w\" routing=\"Wifi\"/>", "<zone> is Wi-Fi"},
      {"<link id=\"l\" bandwidth=\"1Bps\" sharing_policy=\"WIFI\"/>", "<link> is Wi-Fi"},
      {"<zone id=\"v\" routing=\"Vivaldi\"><host id=\"i\"/><peer id=\"p\"/><peer id=\"q\"/><host id=\"j\"/></zone>",
       "<host> is not the first one in a zone with the routing Vivaldi, where hosts have no links: write <peer>"},
      {"<zone id=\"v\" routing=\"None\"><host id=\"i\"/><host id=\"j\"/></zone>",
       "<host> is not the first one in a zone with the routing None, which has no routes between them"},
      {"<cluster id=\"c\" radical=\"0-99999\"/>", "with <cluster> there are more than 100000 hosts"},
      {"<cluster id=\"c\" radical=\"0-2000\" topology=\"TORUS\"/>",
       "<cluster> has 2001 hosts, 2000 are the most with the topology TORUS"},
      {"<bypassRoute/><cluster id=\"c\" radical=\"0-1999\"/>",
       "a bypass is possible with at most 2000 hosts, this file has 2001"},
      {"<cluster id=\"c\" radical=\"0-99999999999999999999\"/>",
       "<cluster> has the radical \"0-99999999999999999999\""},
      {"<host id=\"i\" core=\"100001\"/>", "<host> has core=\"100001\", must be a whole number from 1"},
      {"<cabinet id=\"c\" radical=\"3-1\"/>", "must be like 0-3,5"},
      {"<host id=\"i\" id=\"i\"/>", "malformed XML: duplicate attribute"},
      {"<host id=\"i\">", "malformed XML: mismatched tag"},
      {"\xFF", "is not UTF-8"},
  };
  for (const auto& [line, words] : refused) {
    const std::string error = error_of_line(line);
    EXPECT_THAT(error, HasSubstr(line == "<host id=\"i\">" ? "p.xml:5: " : "p.xml:4: "));
    EXPECT_THAT(error, HasSubstr(words));
  }
}

// As SimGrid 3.32 reads them: "0-1, 4" are three hosts.
TEST(SimgridScan, TakesWhatSimGridTakes) {
  EXPECT_EQ(error_of_line("<cluster id=\"c\" radical=\"0-1, 4\"/>"), "no error");
  EXPECT_EQ(error_of_line("<cluster id=\"c\" bb_bw=\"0Bps\" loopback_lat=\"\"/>"), "no error");  // it has none
  EXPECT_EQ(error_of_line("<zone id=\"y\" routing=\"full\"><host id=\"i\" speed=\"1f,2f\" pstate=\"1\"/></zone>"),
            "no error");
  EXPECT_THAT(error_of_line("<cluster id=\"c\" radical=\"0 -x\"/>"), HasSubstr("must be like 0-3,5"));
  EXPECT_EQ(error_of_line("",
                          "<config><prop id=\"maxmin/concurrency-limit\" value=\"-1\"/>"
                          "<prop id=\"network/bandwidth-factor\" value=\"1.0\"/></config>"),
            "no error");
  EXPECT_THAT(error_of_line("", "<config><prop id=\"maxmin/concurrency-limit\" value=\"100\"/></config>"),
              HasSubstr("configures maxmin/concurrency-limit as 100"));
}

TEST(SimgridScan, TakesPeersAndSingleHostsOfZonesWithoutRoutes) {
  EXPECT_EQ(error_of_line("<zone id=\"v\" routing=\"Vivaldi\"><zone id=\"w\" routing=\"None\"><host id=\"i\"/></zone>"
                          "<host id=\"j\"/><peer id=\"p\"/><peer id=\"q\"/></zone><host id=\"k\"/>"),
            "no error");
}

// Each two hosts of such a zone have a route of their own.
TEST(SimgridScan, RefusesManyHostsOfAZoneByTheNameOfItsRouting) {
  std::string peers;
  for (int peer = 0; peer < 2000; ++peer) peers += "<peer id=\"p\"/>";
  const auto zone = [&](const std::string& routing, const std::string& members) {
    return error_of_line("<zone id=\"v\" routing=\"" + routing + "\">" + members + "</zone>");
  };
  EXPECT_EQ(zone("Vivaldi", peers), "no error");
  EXPECT_THAT(zone("Vivaldi", peers + "<peer id=\"q\"/>"),
              HasSubstr("p.xml:4: <peer> is one of more than 2000 hosts in a zone with the routing Vivaldi"));
  EXPECT_THAT(zone("Floyd", peers + "<host id=\"q\"/>"), HasSubstr("with the routing Floyd"));
  EXPECT_EQ(zone("Cluster", peers + "<host id=\"q\"/>"), "no error");
}

TEST(SimgridScan, RefusesOtherModels) {
  const auto configured = [](const std::string& id, const std::string& value) {
    return error_of_line("", "<config><prop id=\"" + id + "\" value=\"" + value + "\"/></config>");
  };
  EXPECT_THAT(configured("network/model", "SMPI"), HasSubstr("p.xml:2: configures network/model as SMPI"));
  EXPECT_THAT(configured("host/model", "compound"), HasSubstr("configures host/model as compound"));
  EXPECT_EQ(configured("host/model", "ptask_L07"), "no error");
  EXPECT_EQ(configured("network/TCP-gamma", "20000"), "no error");
  EXPECT_EQ(configured("network/model", "CM02"), "no error");
  EXPECT_THAT(configured("network/bandwidth-factor", "0.97"), HasSubstr("configures network/bandwidth-factor as 0.97"));
  EXPECT_EQ(error_of_line("<host id=\"i\"><prop id=\"network/model\" value=\"fast\"/></host>"), "no error");
}

TEST(SimgridScan, RefusesWhatExpandsNestsOrEnds) {
  const auto error = [](const std::string& xml) { return test::error_of([&] { scan_simgrid(xml, "p.xml"); }); };
  EXPECT_THAT(error("<!DOCTYPE platform [\n<!ENTITY a \"b\">]>\n<platform/>"),
              HasSubstr("p.xml:2: declares the entity a: entities are not expanded"));
  EXPECT_THAT(error(k_document_type + "<platform>" + std::string(100, '\n') + "<zone>"),
              HasSubstr("p.xml:101: malformed XML"));
  std::string nested = k_document_type + "<platform>";
  for (int depth = 0; depth < 100; ++depth) nested += "<zone>\n";
  EXPECT_THAT(error(nested), HasSubstr("p.xml:64: nested deeper than 64 levels"));
  EXPECT_THAT(error(""), HasSubstr("p.xml:1: malformed XML: no element found"));
  EXPECT_THAT(error("nonsense"), HasSubstr("p.xml:1: malformed XML"));
  EXPECT_THAT(error("\n<platform/>"), HasSubstr("p.xml:2: before <platform> there must be <!DOCTYPE platform SYSTEM"));
  EXPECT_THAT(error("<adag/>"), HasSubstr("p.xml:1: <adag> is not the <platform>"));
  EXPECT_THAT(error(k_document_type + "<platform/>"), HasSubstr("there is no host"));
  EXPECT_THAT(error(k_document_type + "<platform version=\"9\"/>"),
              HasSubstr("p.xml:1: version is \"9\", must be 3, 4 or 4.1"));
  EXPECT_THAT(error(k_document_type + "<platform><cluster id=\"c\" radical=\"0-1\"/></platform>"),
              HasSubstr("<platform> has no version: write version=\"4.1\""));
}

}  // namespace
}  // namespace palio
