#include "platforms/formats/simgrid_update.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/number.h"
#include "core/text/visible_text.h"
#include "core/text/xml_text.h"
#include "core/xml/xml_reader.h"

namespace palio {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr auto k_renamed = std::to_array<Pair>(
    {{"AS", "zone"}, {"ASroute", "zoneRoute"}, {"bypassASroute", "bypassZoneRoute"}, {"process", "actor"}});

// Units of attributes, which version 3 leaves out.
constexpr auto k_units = std::to_array<Pair>({{"speed", "f"},
                                              {"bandwidth", "Bps"},
                                              {"bw", "Bps"},
                                              {"bb_bw", "Bps"},
                                              {"bw_in", "Bps"},
                                              {"bw_out", "Bps"},
                                              {"loopback_bw", "Bps"},
                                              {"limiter_link", "Bps"},
                                              {"latency", "s"},
                                              {"lat", "s"},
                                              {"bb_lat", "s"},
                                              {"loopback_lat", "s"}});

// The second of the pair with this first; empty: there is none.
std::string_view found_in(std::span<const Pair> pairs, std::string_view first) {
  const auto found = std::ranges::find(pairs, first, &Pair::first);
  return found == pairs.end() ? std::string_view() : found->second;
}

// Beginnings of settings of what Palio does not simulate, and of how SimGrid computes what it does.
constexpr auto k_without_effect = std::to_array<std::string_view>(
    {"bmf/", "contexts/", "cpu/maxmin-selective-update", "cpu/model", "cpu/optim", "debug/", "disk/", "exception/",
     "model-check/", "network/loopback-", "network/maxmin-selective-update", "network/optim", "ns3/", "path",
     "plugin/dvfs/", "smpi/"});

// Why a setting is left out; empty: it is not.
std::string_view reason_to_leave_out(std::string_view setting, std::string_view value) {
  if (setting == "tracing" || setting.starts_with("tracing/")) return "Palio writes no traces of SimGrid";
  if (setting.starts_with("precision/") || setting.ends_with("/precision"))
    return "all platforms are simulated with SimGrid's default precision";
  const bool only_watches = setting == "plugin" && (value.ends_with("_energy") || value.ends_with("_load"));
  const auto begins = [&](std::string_view beginning) { return setting.starts_with(beginning); };
  if (only_watches || std::ranges::any_of(k_without_effect, begins)) return "it changes no time";
  return {};
}

// A number without a unit gets it, also each of a list: "1e9,2e9".
std::string with_units(std::string_view value, std::string_view unit) {
  std::string all;
  for (std::string_view rest = value; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    all += fmt::format("{}{}{}", one, parsed_number<double>(one) ? unit : "", rest.empty() ? "" : ",");
  }
  return all;
}

class SimgridUpdate final : XmlReader {
public:
  explicit SimgridUpdate(std::string_view place) : XmlReader(place) {}

  UpdatedSimgrid update(std::string_view xml) {
    text_ = "<?xml version=\"1.0\"?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">";
    parse(without_remarks(xml));
    if (!is_old_ && notes_.empty()) return {std::string(xml), {}};
    return {std::move(text_) + '\n', std::move(notes_)};
  }

private:
  void start(std::string_view element, const XmlAttributes& attributes) override {
    if (depth() == 1) is_old_ = attributes.find("version").value_or("").starts_with('3');
    if (element == "config") in_config_ = true;
    if (in_config_ && element == "prop" && leaves_out(attributes)) return;
    end_tag();
    const std::size_t lines = line();
    for (; line_ < lines; ++line_) text_ += '\n';
    text_ += fmt::format("<{}", name_of(element));
    attributes.for_each([&](std::string_view name, std::string_view value) { add_attribute(name, value); });
    is_open_ = true;
  }

  void end(std::string_view element) override {
    if (element == "config") in_config_ = false;
    if (std::exchange(is_left_out_, false)) return;
    text_ += std::exchange(is_open_, false) ? "/>" : fmt::format("</{}>", name_of(element));
  }

  void end_tag() {
    if (std::exchange(is_open_, false)) text_ += '>';
  }

  bool leaves_out(const XmlAttributes& attributes) {
    const std::string_view id = attributes.find("id").value_or(""), value = attributes.find("value").value_or("");
    const std::string_view why = reason_to_leave_out(id, value);
    if (why.empty()) return false;
    notes_.push_back(
        fmt::format("{}:{}: leaves out the setting {}={}: {}", place(), line(), shortened(id), shortened(value), why));
    return is_left_out_ = true;
  }

  std::string_view name_of(std::string_view element) const {
    const std::string_view now = is_old_ ? found_in(k_renamed, element) : "";
    return now.empty() ? element : now;
  }

  void add_attribute(std::string_view name, std::string_view value) {
    if (!is_old_) {
      text_ += fmt::format(" {}=\"{}\"", name, xml_escaped(value));
      return;
    }
    if (depth() == 1 && name == "version") value = "4.1";
    if (name == "power") name = "speed";
    if (value == "FULLDUPLEX") value = "SPLITDUPLEX";
    text_ += fmt::format(" {}=\"{}\"", name, xml_escaped(with_units(value, found_in(k_units, name))));
  }

  std::string text_;
  std::vector<std::string> notes_;
  std::size_t line_ = 1;  // of the end of text_
  bool is_old_ = false;
  bool in_config_ = false, is_open_ = false, is_left_out_ = false;
};

}  // namespace

std::string without_remarks(std::string_view xml) {
  std::string text(xml);
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos; ++at) {
    const bool is_comment = text.compare(at, 4, "<!--") == 0;
    if (!is_comment && text.compare(at, 2, "<?") != 0) continue;
    const std::size_t end = text.find(is_comment ? "-->" : "?>", at);
    if (end == std::string::npos) break;
    const std::span remark = std::span(text).subspan(at, end + (is_comment ? 3 : 2) - at);
    std::ranges::replace_if(
        remark, [](char c) { return c != '\n'; }, ' ');
  }
  return text;
}

UpdatedSimgrid update_simgrid(std::string_view xml, std::string_view place) {
  const auto has = [&](const char* text) { return xml.find(text) != std::string_view::npos; };
  if (!has("\"3") && !has("'3") && !has("<config")) return {std::string(xml), {}};  // it has no version 3
  return SimgridUpdate(place).update(xml);
}

}  // namespace palio
