#include "campaign/pack/papers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <utility>

#include "campaign/session/progress.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/embedded_file.h"
#include "core/text/json_text.h"

namespace palio {

std::span<const EmbeddedFile> deeds_texts();

namespace {

// What the authors said, or a mark that they did not.
std::string or_blank(const std::string& text, std::string_view what) {
  return text.empty() ? fmt::format("FILL IN: {}", what) : text;
}

std::string check_command(const PackedFacts& facts) {
  std::string command = "palio pack --check .";
  if (facts.has_commands) command += " --allow-commands";
  for (const auto& [digest, file] : facts.libraries)
    command += " --plugin " + (file.empty() ? "LIBRARY" : brief_shell_word(file));
  return command;
}

std::string kept_text(const PackedCampaign& campaign) {
  switch (campaign.kept) {
    case KeptResults::whole: return "all results are in the artifact";
    case KeptResults::sample: return "a stratified part is in the artifact: " + counts_text(campaign.stored);
    case KeptResults::digest: return "only the digest of the results is in the artifact";
  }
  return "";
}

std::string campaigns_text(const PackedFacts& facts) {
  std::string text;
  for (const PackedCampaign& campaign : facts.artifact.campaigns)
    text += fmt::format("- `{}`: {}; {}.\n  Digest: `{}`\n", campaign_folder(campaign.name).string(),
                        counts_text(campaign.all), kept_text(campaign), campaign.all.digest);
  return text;
}

std::string custom_code_text(const PackedFacts& facts) {
  std::string text;
  if (facts.has_commands)
    text +=
        "\nStrategies of the authors are programs in `strategies/`. `--allow-commands` lets Palio start them; without\n"
        "it the check leaves their scenarios out and says so.\n";
  for (const auto& [digest, file] : facts.libraries)
    text += fmt::format(
        "\nStrategies of the authors are in a C++ library{}; its sources are in `strategies/`. `--plugin FILE` lets "
        "Palio\nload the library whose digest is {}; without it the check leaves their scenarios out and says so.\n",
        file.empty() ? "" : fmt::format(", `{}`", file), digest);
  return text;
}

std::string readme(const PackedFacts& facts) {
  const std::string& first = facts.artifact.campaigns.front().name;
  return fmt::format(fmt::runtime(embedded_text(deeds_texts(), "artifact-readme.md")),
                     fmt::arg("title", facts.artifact.title), fmt::arg("palio", facts.artifact.machine.palio),
                     fmt::arg("check", check_command(facts)), fmt::arg("first", first),
                     fmt::arg("custom", custom_code_text(facts)), fmt::arg("campaigns", campaigns_text(facts)));
}

std::string licence(const PackFile& said) {
  if (said.licence.empty())
    return "FILL IN: the licence of this artifact, as in CC-BY-4.0 for data and MIT for code. Without one it may\n"
           "not be used. Name it as licence in pack.toml.\n";
  return fmt::format(
      "This artifact is under the licence {}; https://spdx.org/licenses has the text of each licence by its name.\n",
      said.licence);
}

std::string citation(const PackedFacts& facts) {
  std::string text = fmt::format(
      "cff-version: 1.2.0\nmessage: \"If you use this artifact, cite it as below.\"\ntype: dataset\ntitle: {}\n"
      "authors:\n",
      json_quoted(facts.artifact.title));
  if (facts.said.authors.empty()) text += "  - name: \"FILL IN: the authors\"\n";
  for (const Author& author : facts.said.authors) {
    const std::size_t blank = author.name.rfind(' ');
    if (blank == std::string::npos)
      text += fmt::format("  - name: {}\n", json_quoted(author.name));
    else
      text += fmt::format("  - family-names: {}\n    given-names: {}\n", json_quoted(author.name.substr(blank + 1)),
                          json_quoted(author.name.substr(0, blank)));
    if (!author.affiliation.empty()) text += fmt::format("    affiliation: {}\n", json_quoted(author.affiliation));
    if (!author.orcid.empty()) text += fmt::format("    orcid: \"https://orcid.org/{}\"\n", author.orcid);
  }
  if (!facts.said.licence.empty()) text += fmt::format("license: {}\n", json_quoted(facts.said.licence));
  if (!facts.said.repository.empty())
    text += fmt::format("repository-artifact: {}\n", json_quoted(facts.said.repository));
  if (!facts.said.doi.empty()) text += fmt::format("doi: {}\n", json_quoted(facts.said.doi));
  return text;
}

struct Section {
  std::string title, text;
};

// The parts of an appendix that conferences ask for: SC's artifact description and evaluation.
std::vector<Section> appendix(const PackedFacts& facts) {
  const Machine& machine = facts.artifact.machine;
  std::vector<std::string> digests;
  for (const PackedCampaign& campaign : facts.artifact.campaigns)
    digests.push_back(
        fmt::format("{}: {}, digest `{}`", campaign.name, counts_text(campaign.all), campaign.all.digest));
  const std::string size = fmt::format("{:.1f} MB", static_cast<double>(facts.bytes) / 1e6);
  return {
      {"Abstract", or_blank(facts.said.abstract, "what the paper contributes, and which part of it this shows")},
      {"Availability", or_blank(facts.said.doi.empty() ? facts.said.repository : facts.said.doi,
                                "the DOI or the address of the archive")},
      {"Licence", or_blank(facts.said.licence, "the licence")},
      {"Program", fmt::format("Palio {} with {}, compiled by {}", machine.palio, machine.libraries, machine.compiler)},
      {"Hardware", fmt::format("No special hardware: results do not depend on it. Packed on {}, {} cores, {}.",
                               machine.processor.empty() ? "an unknown processor" : machine.processor, machine.cores,
                               machine.architecture)},
      {"Software",
       fmt::format("Linux; packed on {}. Containerfile names all packages with their versions.", machine.distribution)},
      {"Data sets", fmt::format("In the artifact ({}): {}.", size, fmt::join(digests, "; "))},
      {"Experiments",
       fmt::format("Simulations, each fixed by its platform, workload, strategy and seed. All of them took {} of CPU "
                   "time.",
                   duration_text(facts.seconds))},
      {"Installation", "Install Palio's Debian package, or build the image of Containerfile."},
      {"Evaluation",
       fmt::format("Run `{}` in the artifact's folder. It simulates a stratified part again, compares to the last "
                   "bit, and computes every claim, figure and table again; `--full` simulates all.",
                   check_command(facts))},
      {"Expected results",
       facts.verdicts.empty()
           ? "Status 0: figures and tables are as in the artifact. FILL IN: which of them are in the "
             "paper, and where"
           : fmt::format("Status 0. Verdicts on the paper's claims: {}.", facts.verdicts)},
      {"Customisation", "`palio run . --extend FILE.toml --db NEW.db` runs further strategies on the same instances."},
      {"Limits", "FILL IN: what the artifact does not show"},
  };
}

std::string appendix_markdown(const PackedFacts& facts) {
  std::string text = "# Artifact appendix\n";
  for (const auto& [title, said] : appendix(facts)) text += fmt::format("\n## {}\n\n{}\n", title, said);
  return text;
}

// Text between backticks becomes code, in which no two hyphens make a dash.
std::string tex(std::string_view text) {
  std::string escaped;
  bool is_code = false;
  for (const char c : text) {
    if (c == '`')
      escaped += std::exchange(is_code, !is_code) ? "}" : "\\texttt{";
    else if (c == '\\')
      escaped += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      escaped += fmt::format("\\{}{{}}", c);
    else if (c == '-' && is_code)
      escaped += "-{}";
    else if (std::string_view("#$%&_{}").find(c) != std::string_view::npos)
      escaped += fmt::format("\\{}", c);
    else
      escaped += c;
  }
  return is_code ? escaped + '}' : escaped;
}

std::string appendix_tex(const PackedFacts& facts) {
  std::string text = "\\section*{Artifact appendix}\n";
  for (const auto& [title, said] : appendix(facts))
    text += fmt::format("\n\\subsection*{{{}}}\n{}\n", title, tex(said));
  return text;
}

std::string containerfile(const PackedFacts& facts) {
  const DebianPackages packages = debian_packages();
  std::string text =
      "# The system on which this artifact is checked. Build and run it in this folder:\n"
      "#   podman build -t artifact . && podman run --rm artifact\n"
      "# --build-arg ARCHIVE= takes the packages from the archive that the base names.\n";
  text += fmt::format("ARG BASE=docker.io/library/debian:{}\nFROM $BASE\n",
                      packages.release.empty() ? "bookworm" : packages.release);
  if (!packages.pinned.empty())
    // The archive of Debian as it was then keeps these versions also when Debian has newer ones.
    text += fmt::format(fmt::runtime(embedded_text(deeds_texts(), "pinned.containerfile")),
                        fmt::arg("date", packages.date), fmt::arg("release", packages.release),
                        fmt::arg("pinned", fmt::join(packages.pinned, " \\\n      ")));
  text += facts.has_package
              ? "COPY palio.deb /tmp/palio.deb\nRUN apt-get install -y --no-install-recommends /tmp/palio.deb\n"
              : fmt::format(
                    "# FILL IN: the Debian package of Palio {}, as package in pack.toml; ./dev package in "
                    "Palio's folder makes it.\n",
                    facts.artifact.machine.palio);
  return text + fmt::format("COPY . /artifact\nWORKDIR /artifact\nCMD [\"sh\", \"-c\", {}]\n",
                            json_quoted(check_command(facts)));
}

}  // namespace

std::map<std::string, std::string> artifact_papers(const PackedFacts& facts) {
  return {{"README.md", readme(facts)},          {"LICENSE", licence(facts.said)},
          {"CITATION.cff", citation(facts)},     {"appendix.md", appendix_markdown(facts)},
          {"appendix.tex", appendix_tex(facts)}, {"Containerfile", containerfile(facts)}};
}

}  // namespace palio
