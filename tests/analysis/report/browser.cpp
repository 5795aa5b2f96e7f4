#include "tests/analysis/report/browser.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "tests/storage/sample_campaign.h"

namespace palio::test {
namespace {

// What the script of a visit left in an attribute of the body.
std::string answer(const Visit& seen, const std::string& attribute) {
  const std::string begin = attribute + "=\"";
  const std::size_t found = seen.page.find(begin);
  if (found == std::string::npos) return "the browser did not answer: " + seen.messages;
  const std::size_t from = found + begin.size();
  return seen.page.substr(from, seen.page.find('"', from) - from);
}

}  // namespace
std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Visit visit(const TemporaryFolder& folder, const std::string& page, const std::string& options) {
  const std::string command = fmt::format(
      "timeout 120 chromium --headless=new --no-sandbox --disable-gpu --disable-background-networking "
      "--disable-component-update --no-first-run --host-resolver-rules='MAP * ~NOTFOUND' --virtual-time-budget=60000 "
      "--enable-logging=stderr --log-net-log='{0}' --user-data-dir='{1}' {4} --dump-dom 'file://{2}' 2>'{3}'",
      folder.file("net.json"), folder.file("profile"), folder.write("page.html", page), folder.file("messages"),
      options);
  Visit visit;
  visit.page = output_of(command);
  visit.messages = read_text(folder.file("messages"));
  visit.network = read_text(folder.file("net.json"));
  return visit;
}

std::string layout_faults(const TemporaryFolder& folder, const std::string& page) {
  folder.write("inner.html", page);
  const Visit seen =
      visit(folder, "<!DOCTYPE html><html><body><script>" + read_text(PALIO_LAYOUT_FAULTS) + "</script></body></html>",
            "--allow-file-access-from-files");
  std::string faults = answer(seen, "data-faults");
  if (seen.messages.find("CONSOLE") != std::string::npos) faults += seen.messages;
  return faults;
}

std::string with_visitor(std::string page, const std::string& body) {
  std::size_t nonce = page.find("'nonce-");
  if (nonce == std::string::npos) {  // a page without scripts forbids them: the visitor's one goes without the policy
    const std::size_t policy = page.find("<meta http-equiv=Content-Security-Policy");
    if (policy != std::string::npos) page.erase(policy, page.find('>', policy) - policy + 1);
    page.insert(page.rfind("</body>"), "<!--'nonce-0'-->");
    nonce = page.find("'nonce-");
  }
  nonce += 7;
  const std::string script = fmt::format(
      "<script nonce={}>const visitor = setInterval(async () => {{ if (!document.documentElement.dataset.drawn && "
      "document.querySelector('.chart-data')) "
      "return;\n"
      "clearInterval(visitor);\n{}\ndocument.body.dataset.visited = 'yes'; }}, 50);</script>\n",
      page.substr(nonce, page.find('\'', nonce) - nonce), body);
  page.insert(page.rfind("</body>"), script);
  return page;
}

std::string axe_findings(const TemporaryFolder& folder, const std::string& page, const std::string& options) {
  const Visit seen = visit(folder, with_visitor(page, read_text(PALIO_AXE) + R"(
    const { violations } = await axe.run();
    document.body.dataset.found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 150)}`).join("\n");)"),
                           options);
  return answer(seen, "data-found");
}

}  // namespace palio::test
