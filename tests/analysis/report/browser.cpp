#include "tests/analysis/report/browser.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "tests/storage/sample_campaign.h"

namespace palio::test {
namespace {

// Looks at the page inner.html in frames of several widths; headless windows are at least 500 px wide.
constexpr std::string_view k_watcher = R"(<!DOCTYPE html><html><body><script>
function picture_faults(svg, fault) {
  const frame = svg.getBoundingClientRect();
  const view = svg.ownerDocument.defaultView;
  const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() && text.getAttribute("opacity") !== "0");
  const seen = texts.map((text) => ({ words: text.textContent, place: text.getBoundingClientRect() }));
  texts.forEach((text, i) => {
    const scale = text.getScreenCTM();
    const letters = parseFloat(view.getComputedStyle(text).fontSize) * Math.hypot(scale.a, scale.b);
    if (letters < 9) fault(`'${seen[i].words}' has letters of ${letters.toFixed(1)} px`);
  });
  seen.forEach(({ words, place }, i) => {
    if (place.left < frame.left - 1 || place.right > frame.right + 1 || place.top < frame.top - 1 || place.bottom > frame.bottom + 1)
      fault(`'${words}' is cut off`);
    for (const other of seen.slice(0, i))
      if (place.left < other.place.right - 1 && other.place.left < place.right - 1 &&
          place.top < other.place.bottom - 3 && other.place.top < place.bottom - 3) // letters leave room above and below
        fault(`'${other.words}' and '${words}' overlap`);
  });
}

function outline_faults(page, fault) {
  for (const name of ["header", "main", "h1"])
    if (page.querySelectorAll(name).length !== 1) fault(`${page.querySelectorAll(name).length} times ${name}`);
  let before = 0;
  for (const heading of page.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const level = Number(heading.tagName[1]);
    if (level > before + 1) fault(`'${heading.textContent}' skips a level of headings`);
    before = level;
  }
}

function scroll_faults(page, fault) {
  for (const box of page.querySelectorAll("body *")) {
    const style = page.defaultView.getComputedStyle(box);
    const scrolls = (/auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth + 1) ||
                    (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 1);
    if (scrolls && box.tabIndex < 0 && !box.querySelector("a, button, [tabindex]")) fault(`${box.tagName} scrolls without focus`);
  }
}

async function faults_at(width) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:2000px;border:0`;
  frame.src = "inner.html";
  document.body.append(frame);
  await new Promise((resolve) => { frame.onload = resolve; });
  const page = frame.contentDocument;
  const ready = new Function("document", "return READY;");
  while (!ready(page)) await new Promise((resolve) => setTimeout(resolve, 50));
  const faults = [];
  const fault = (words) => faults.push(`${width} px: ${words}\n`);
  if (page.documentElement.scrollWidth > frame.clientWidth) fault(`the page is ${page.documentElement.scrollWidth} px wide`);
  for (const svg of page.querySelectorAll("svg")) picture_faults(svg, fault);
  outline_faults(page, fault);
  scroll_faults(page, fault);
  frame.remove();
  return faults.join("");
}

(async () => {
  let faults = "";
  for (const width of [420, 768, 1400]) faults += await faults_at(width);
  document.body.dataset.faults = faults;
})();
</script></body></html>)";

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

std::string layout_faults(const TemporaryFolder& folder, const std::string& page, const std::string& ready) {
  folder.write("inner.html", page);
  std::string watcher(k_watcher);
  watcher.replace(watcher.find("READY"), 5, ready);
  const Visit seen = visit(folder, watcher, "--allow-file-access-from-files");
  const std::string begin = "data-faults=\"";
  const std::size_t found = seen.page.find(begin);
  if (found == std::string::npos) return "the browser did not answer: " + seen.messages;
  const std::size_t from = found + begin.size();
  std::string faults = seen.page.substr(from, seen.page.find('"', from) - from);
  if (seen.messages.find("CONSOLE") != std::string::npos) faults += seen.messages;
  return faults;
}

}  // namespace palio::test
