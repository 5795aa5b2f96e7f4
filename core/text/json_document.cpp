#include "core/text/json_document.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace palio {
namespace {

using Json = nlohmann::json;

/// Builds the document from the parser's events. Refuses a key that is given twice in one object, of which the library
/// would silently keep the last, and depths and numbers of values that take too much memory.
class DocumentBuilder : public nlohmann::json_sax<Json> {
public:
  explicit DocumentBuilder(const JsonLimits& limits) : limits_(limits) {}

  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return true; }  // no text has it
  bool start_object(std::size_t) override { return open(Json::value_t::object); }
  bool start_array(std::size_t) override { return open(Json::value_t::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const auto [place, is_new] = open_.back()->get_ref<Json::object_t&>().try_emplace(std::move(name));
    if (!is_new) throw UserError("the key {} is given twice in one object", json_shown(place->first));
    member_ = &place->second;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    if (const auto* malformed = dynamic_cast<const Json::parse_error*>(&error)) throw Json::parse_error(*malformed);
    throw Json::out_of_range(dynamic_cast<const Json::out_of_range&>(error));  // a number too large for a double
  }

private:
  // Where the next value goes.
  Json& next() {
    if (++values_ > limits_.most_values) throw UserError("there are more than {} values", limits_.most_values);
    if (open_.empty()) return root_;
    if (open_.back()->is_object()) return *member_;
    return open_.back()->get_ref<Json::array_t&>().emplace_back();
  }

  template <class Value>
  bool add(Value&& value) {
    next() = std::forward<Value>(value);
    return true;
  }
  bool open(Json::value_t type) {
    if (open_.size() == limits_.deepest) throw UserError("nested deeper than {} levels", limits_.deepest);
    Json& place = next();
    place = type;
    open_.push_back(&place);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  JsonLimits limits_;
  Json root_;
  std::vector<Json*> open_;  // containers not yet closed
  Json* member_ = nullptr;   // the value of the latest key
  std::size_t values_ = 0;
};

}  // namespace

Json json_document(std::string_view text, const JsonLimits& limits) {
  DocumentBuilder builder(limits);
  Json::sax_parse(text.data(), text.data() + text.size(), &builder);
  return builder.take();
}

std::string json_shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  constexpr std::size_t k_longest = 60;
  const std::string text = value.dump(-1, ' ', true);  // ASCII only, so that cutting splits no character
  return text.size() <= k_longest ? text : text.substr(0, k_longest) + "...";
}

}  // namespace palio
