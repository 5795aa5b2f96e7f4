#include "workloads/formats/yaml_document.h"

#include <yaml.h>

#include <new>

#include "core/text/visible_text.h"

namespace palio {
namespace {

using Kind = TextDocument::Kind;

// Turns the events of the library into a document.
class YamlParser {
public:
  YamlParser(std::string_view text, TextDocument& document) : text_(text), document_(document) {
    if (yaml_parser_initialize(&library_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&library_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&library_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~YamlParser() { yaml_parser_delete(&library_); }
  YamlParser(const YamlParser&) = delete;
  YamlParser& operator=(const YamlParser&) = delete;

  void parse() {
    refuse_tag_directives();
    for (bool is_over = false; !is_over;) {
      const Event event(*this);
      is_over = event.data.type == YAML_STREAM_END_EVENT;
      take(event.data);
    }
    if (document_.values().empty()) document_.fail(1, "there is no document");
  }

private:
  struct Event {
    explicit Event(YamlParser& parser) {
      if (yaml_parser_parse(&parser.library_, &data) == 0) parser.fail_as_library();
    }
    ~Event() { yaml_event_delete(&data); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    yaml_event_t data{};
  };

  // The library compares each with all others before it.
  void refuse_tag_directives() const {
    constexpr std::string_view k_directive = "%TAG";
    for (std::size_t at = text_.find(k_directive); at != std::string_view::npos; at = text_.find(k_directive, at + 1))
      if (at == 0 || static_cast<signed char>(text_[at - 1]) < ' ')  // also after a line break that is not ASCII
        document_.fail(line_of(text_, at), "the directive %TAG is not supported: remove it");
  }

  [[noreturn]] void fail_as_library() const {
    if (library_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    const std::size_t line =
        library_.error == YAML_READER_ERROR ? line_of(text_, library_.problem_offset) : library_.problem_mark.line + 1;
    document_.fail(line, fmt::format("malformed YAML: {}", library_.problem));
  }

  void take(const yaml_event_t& event) {
    const std::size_t line = event.start_mark.line + 1;
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (!document_.values().empty()) document_.fail(line, "there is more than one document");
        return;
      case YAML_SCALAR_EVENT:
        return document_.add(Kind::scalar, line,
                             {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length});
      case YAML_ALIAS_EVENT:
        return document_.add(Kind::alias, line, reinterpret_cast<const char*>(event.data.alias.anchor));
      case YAML_SEQUENCE_START_EVENT: return document_.open(Kind::array, line);
      case YAML_MAPPING_START_EVENT: return document_.open(Kind::object, line);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: return document_.close();
      default: return;
    }
  }

  std::string_view text_;
  TextDocument& document_;
  yaml_parser_t library_{};
};

}  // namespace

JsonReader read_yaml(std::string_view text, std::string_view place) {
  const auto document = std::make_shared<TextDocument>(place, TextDocument::Language::yaml);
  YamlParser(text, *document).parse();
  return JsonReader(document);
}

}  // namespace palio
