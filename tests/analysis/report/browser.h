#pragma once

#include <string>

#include "tests/support/temporary_folder.h"

namespace palio::test {

std::string read_text(const std::string& file);

struct Visit {
  std::string page;      // the document after its scripts ran
  std::string messages;  // of the browser, its console among them
  std::string network;   // the browser's log of requests
};

/// Opens a page in headless Chromium (Debian package chromium), without a network; `options` are further ones of its
/// command line. Every host name leads nowhere, so that a request would be an error on the console as well.
Visit visit(const TemporaryFolder& folder, const std::string& page, const std::string& options = "");

/// What is wrong with the layout of a page in windows of 420, 768 and 1,400 px, a line each, and with its console;
/// empty: nothing. The page must fit the window and have less than 20,000 nodes; texts of a picture lie apart and
/// inside of it, with letters of at least 9 px as drawn, and no interval strikes them through; axes span more than
/// rounding errors; names of a legend have marks of their own; headings and landmarks are in order, and whatever
/// scrolls can have the focus.
std::string layout_faults(const TemporaryFolder& folder, const std::string& page);

/// A page with a script more, which may run since it bears the page's nonce, and which is called when all is drawn.
std::string with_visitor(std::string page, const std::string& body);

/// The findings of axe-core on a page of Palio, a line each; `options` of the browser may be "--force-dark-mode" or
/// "--force-high-contrast".
std::string axe_findings(const TemporaryFolder& folder, const std::string& page, const std::string& options = "");

}  // namespace palio::test
