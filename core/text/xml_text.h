#pragma once

#include <string>
#include <string_view>

namespace palio {

/// A value of an attribute in XML, without its quotes.
inline std::string xml_escaped(std::string_view value) {
  std::string text;
  for (const char c : value) switch (c) {
      case '&': text += "&amp;"; break;
      case '<': text += "&lt;"; break;
      case '"': text += "&quot;"; break;
      case '\t': text += "&#9;"; break;
      case '\n': text += "&#10;"; break;
      case '\r': text += "&#13;"; break;
      default: text += c;
    }
  return text;
}

}  // namespace palio
