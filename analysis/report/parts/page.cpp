#include "analysis/report/parts/page.h"

#include <fmt/format.h>

#include <span>

#include "analysis/report/parts/html_text.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/text/embedded_file.h"

namespace palio {

std::span<const EmbeddedFile> embedded_page_files();  // made by palio_embed

namespace {

// Nothing may be loaded, and only scripts with the nonce run. It is derived from the page, so that a campaign gives the
// same page every time, and no name in a page can predict it.
std::string policy(const HtmlPage& page, const std::string& nonce) {
  return fmt::format(
      "default-src 'none'; style-src 'unsafe-inline'; {}img-src data:; base-uri 'none'; form-action 'none'",
      page.scripts.empty() ? "" : fmt::format("script-src 'nonce-{}'; ", nonce));
}

}  // namespace

std::string_view page_file(std::string_view name) {
  for (const EmbeddedFile& file : embedded_page_files())
    if (file.name == name) return file.text;
  throw InternalError("{} is not part of the program", name);
}

std::string navigation(const std::vector<ReportSection>& sections) {
  std::string html = "<nav aria-label=Sections>";
  for (const ReportSection& section : sections)
    if (!section.link.empty()) html += fmt::format("<a href=\"#{}\">{}</a> ", section.id, section.link);
  return html + "</nav>\n";
}

std::string sections_html(const std::vector<ReportSection>& sections) {
  std::string html;
  for (const auto& [id, link, title, body] : sections)
    html += fmt::format("<section id={}>\n<h2>{}</h2>\n{}</section>\n", id, title, body);
  return html;
}

std::string html_page(const HtmlPage& page) {
  const std::string nonce = to_text(digest_of(page.body));
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
      "<meta http-equiv=Content-Security-Policy content=\"{}\">\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=color-scheme content=\"light dark\">\n<title>{}</title>\n<style>\n{}{}</style>\n"
      "</head>\n<body>\n{}",
      policy(page, nonce), html_escaped(page.title), page.style, page_file("page.css"), page.body);
  for (const std::string_view script : page.scripts)
    html += fmt::format("<script nonce={0}>\n{1}</script>\n", nonce, script);
  return html + "</body>\n</html>\n";
}

}  // namespace palio
