#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// A section of a page.
struct ReportSection {
  std::string id;
  std::string link;   // its word in the navigation; empty: it has none
  std::string title;  // its heading, HTML
  std::string body;   // HTML
};

/// Links to the sections that have a word for it.
std::string navigation(const std::vector<ReportSection>& sections);
std::string sections_html(const std::vector<ReportSection>& sections);

/// A page that loads nothing and runs no script but its own. All pages share the style sheet page.css.
struct HtmlPage {
  std::string title;
  std::string style;                           // further rules
  std::string body;                            // HTML: header, navigation, main
  std::vector<std::string_view> scripts = {};  // in their order
};
std::string html_page(const HtmlPage& page);

/// A file of analysis/report/ that is part of the program: page.js, tables.js, draw.js.
std::string_view page_file(std::string_view name);

}  // namespace palio
