#include "analysis/report/report.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <future>
#include <optional>
#include <span>
#include <utility>

#include "analysis/report/figure_file.h"
#include "analysis/report/html_table.h"
#include "analysis/report/html_text.h"
#include "analysis/report/sections.h"
#include "analysis/statistics/sql_functions.h"
#include "core/digest.h"
#include "core/embedded_file.h"
#include "core/error.h"
#include "core/nearest.h"
#include "storage/one_moment.h"

namespace palio {

std::span<const EmbeddedFile> embedded_page_files();  // made by palio_embed: page.css, page.js

namespace {

std::string_view page_file(std::string_view name) {
  for (const EmbeddedFile& file : embedded_page_files())
    if (file.name == name) return file.text;
  throw InternalError(fmt::format("{} is not part of the program", name));
}

using WritePart = std::function<std::string(const CampaignReader& campaign)>;

// The parts of a page side by side, each through a connection of its own; all are of one moment.
std::vector<std::string> write_parts(const std::filesystem::path& file, const std::vector<WritePart>& parts) {
  const auto campaigns = read_one_moment(file, parts.size());
  std::vector<std::future<std::string>> writing;
  for (std::size_t i = 0; i < parts.size(); ++i)
    writing.push_back(std::async(std::launch::async, [&campaign = *campaigns[i], &write = parts[i]] {
      add_statistics(campaign);
      return write(campaign);
    }));
  std::vector<std::string> written;
  for (std::future<std::string>& part : writing) written.push_back(part.get());
  return written;
}

std::string figure_section(const CampaignReader& campaign, const FigureFile& file, Drawing drawing) {
  std::string body;
  for (const Figure& figure : fill(campaign, file)) body += figure_html(figure, drawing);
  const bool of_paper = !file.paper.empty();
  if (!body.empty() && of_paper) body = fmt::format("<p>{}</p>\n{}", html_escaped(file.paper), body);
  return section(of_paper ? "figures" : "comparison", of_paper ? "Figures of the paper" : "Comparison", body);
}

// The head of the page, then its sections.
std::vector<WritePart> page_parts(const std::string& study, Drawing drawing) {
  std::vector<WritePart> parts{head_section, headline_section, claims_section};
  for (const FigureFile& figures : figures_about(study))
    parts.emplace_back(
        [figures, drawing](const CampaignReader& campaign) { return figure_section(campaign, figures, drawing); });
  parts.emplace_back([](const CampaignReader& campaign) {
    return failure_section(campaign) + cost_section(campaign) + provenance_section(campaign) + study_section(campaign);
  });
  return parts;
}

struct NavigationTarget {
  std::string_view id, title;
};
constexpr std::array<NavigationTarget, 8> k_targets{{{"results", "Results"},
                                                     {"claims", "Claims"},
                                                     {"figures", "Figures"},
                                                     {"comparison", "Comparison"},
                                                     {"failures", "Failures"},
                                                     {"cost", "Cost"},
                                                     {"provenance", "Provenance"},
                                                     {"study", "Study file"}}};

std::string navigation(const std::string& sections) {
  std::string html = "<nav aria-label=Sections>";
  for (const NavigationTarget& target : k_targets)
    if (sections.find(fmt::format("<section id={}>", target.id)) != std::string::npos)
      html += fmt::format("<a href=\"#{}\">{}</a> ", target.id, target.title);
  return html + "</nav>\n";
}

std::string body_html(const std::filesystem::path& file, Drawing drawing) {
  const std::vector<std::string> parts = write_parts(file, page_parts(CampaignReader(file).info().study, drawing));
  std::string head = parts.front();
  const std::string sections = fmt::format("{}", fmt::join(parts.begin() + 1, parts.end(), ""));
  if (drawing == Drawing::tables)
    head +=
        "<p class=note role=note>This palio was built without npm, so there are no charts; the tables have their "
        "data.</p>\n";
  return head + navigation(sections) + "<main>\n" + sections + "</main>\n";
}

// Nothing may be loaded, and only scripts that bear the nonce run. It is made from the page, so that a campaign gives
// the same page every time, and no name in a page can foresee it.
std::string policy(const std::string& nonce) {
  return fmt::format(
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{}'; img-src data:; base-uri 'none'; "
      "form-action 'none'",
      nonce);
}

// Only its own query is asked; nothing where it has no data.
std::optional<Figure> find_figure(const std::filesystem::path& campaign, std::string_view id) {
  CampaignReader reader(campaign);
  add_statistics(reader);
  for (FigureFile& file : figures_about(reader.info().study)) {
    std::erase_if(file.figures, [&](const FigureHead& head) { return head.id != id; });
    if (file.figures.empty()) continue;
    std::vector<Figure> figures = fill(reader, file);
    if (!figures.empty()) return std::move(figures.front());
  }
  return std::nullopt;
}

}  // namespace

std::string report_page(const std::filesystem::path& campaign, std::string_view charts) {
  const std::string body = body_html(campaign, charts.empty() ? Drawing::tables : Drawing::charts);
  const std::string title = CampaignReader(campaign).info().study;
  const std::string nonce = to_text(digest_of(body));
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
      "<meta http-equiv=Content-Security-Policy content=\"{}\">\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=color-scheme content=\"light dark\">\n<title>{}: report of a campaign</title>\n<style>\n{}</style>\n"
      "</head>\n<body>\n{}",
      policy(nonce), html_escaped(title), page_file("page.css"), body);
  if (!charts.empty())
    page += fmt::format("<script nonce={0}>\n{1}</script>\n<script nonce={0}>\n{2}</script>\n", nonce, charts,
                        page_file("page.js"));
  return page + "</body>\n</html>\n";
}

std::vector<Figure> campaign_figures(const std::filesystem::path& campaign) {
  CampaignReader reader(campaign);
  add_statistics(reader);
  std::vector<Figure> figures;
  for (const FigureFile& file : figures_about(reader.info().study))
    for (Figure& figure : fill(reader, file)) figures.push_back(std::move(figure));
  return figures;
}

Figure campaign_figure(const std::filesystem::path& campaign, std::string_view id) {
  if (std::optional<Figure> figure = find_figure(campaign, id)) return *std::move(figure);
  const std::vector<Figure> figures = campaign_figures(campaign);
  std::vector<std::string_view> ids;
  for (const Figure& figure : figures) ids.push_back(figure.head.id);
  throw UserError(fmt::format("{} has no figure {}{}; palio report {} --figure list names those that have data",
                              campaign.string(), id, suggestion(id, ids), campaign.string()));
}

}  // namespace palio
