#include "core/xml/xml_reader.h"

#include <expat.h>

#include <exception>

#include "core/error.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
constexpr auto k_byte_index = XML_GetCurrentByteIndex64;
constexpr auto k_line_number = XML_GetCurrentLineNumber64;
#else
constexpr auto k_byte_index = XML_GetCurrentByteIndex;
constexpr auto k_line_number = XML_GetCurrentLineNumber;
#endif

constexpr std::size_t k_deepest = 64;

// The library keeps a whole tag and its parsed form in memory.
constexpr std::size_t k_longest = std::size_t{1} << 20U;  // byte
constexpr std::size_t k_part = std::size_t{1} << 18U;     // byte

}  // namespace

struct XmlReader::Library {
  using Parser = std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)>;

  Parser parser{XML_ParserCreate(nullptr), XML_ParserFree};
  std::exception_ptr failure = nullptr;

  // No exception may pass through the library, which is C: parsing is stopped, and parse_part() throws.
  template <class Function>
  static void guarded(void* self, Function function) {
    auto& reader = *static_cast<XmlReader*>(self);
    Library& library = *reader.library_;
    if (library.failure) return;
    try {
      function(reader);
    } catch (...) {
      library.failure = std::current_exception();
      XML_StopParser(library.parser.get(), XML_FALSE);
    }
  }
  static void XMLCALL on_start(void* self, const char* name, const char** attributes) {
    guarded(self, [&](XmlReader& reader) { reader.open(name, XmlAttributes(attributes)); });
  }
  static void XMLCALL on_end(void* self, const char* name) {
    guarded(self, [&](XmlReader& reader) {
      --reader.depth_;
      reader.end(name);
    });
  }
  static void XMLCALL on_text(void* self, const char* text, int length) {
    guarded(self, [&](XmlReader& reader) { reader.characters({text, static_cast<std::size_t>(length)}); });
  }
  static void XMLCALL on_document_type(void* self, const char*, const char*, const char*, int) {
    guarded(self, [](XmlReader& reader) { reader.document_type(); });
  }
  static void XMLCALL on_entity(  // NOLINT(readability-function-size): the library's parameters
      void* self, const char* name, int, const char*, int, const char*, const char*, const char*, const char*) {
    guarded(self, [&](XmlReader& reader) {
      reader.fail("declares the entity {}: entities are not expanded, write what it stands for", name);
    });
  }
};

std::optional<std::string_view> XmlAttributes::find(std::string_view name) const {
  for (const char** each = all_; *each != nullptr; each += 2)
    if (*each == name) return each[1];
  return std::nullopt;
}

XmlReader::XmlReader(std::string_view place) : place_(place), library_(std::make_unique<Library>()) {
  XML_ParserStruct* const parser = library_->parser.get();
  XML_SetUserData(parser, this);
  XML_SetElementHandler(parser, Library::on_start, Library::on_end);
  XML_SetCharacterDataHandler(parser, Library::on_text);
  XML_SetStartDoctypeDeclHandler(parser, Library::on_document_type);
  XML_SetEntityDeclHandler(parser, Library::on_entity);
}

XmlReader::~XmlReader() = default;

void XmlReader::parse(std::string_view content) {
  for (std::size_t at = 0; at == 0 || at < content.size(); at += k_part) parse_part(content, at);
}

// Parses the part of the content that begins at `at`.
void XmlReader::parse_part(std::string_view content, std::size_t at) {
  XML_ParserStruct* const parser = library_->parser.get();
  const std::string_view part = content.substr(at, k_part);
  const std::size_t end = at + part.size();
  const XML_Status status =
      XML_Parse(parser, part.data(), static_cast<int>(part.size()), end == content.size() ? XML_TRUE : XML_FALSE);
  if (library_->failure) std::rethrow_exception(library_->failure);
  if (status != XML_STATUS_OK) fail("malformed XML: {}", XML_ErrorString(XML_GetErrorCode(parser)));
  if (end - static_cast<std::size_t>(k_byte_index(parser)) > k_longest)
    fail("a tag or a comment of more than {} MiB", k_longest >> 20U);
}

void XmlReader::open(std::string_view element, const XmlAttributes& attributes) {
  if (++depth_ > k_deepest) fail("nested deeper than {} levels", k_deepest);
  start(element, attributes);
}

std::size_t XmlReader::line() const { return k_line_number(library_->parser.get()); }

void XmlReader::fail_at(std::size_t line, const std::string& problem) const {
  throw UserError("{}:{}: {}", place_, line, shortened(problem));
}

}  // namespace palio
