#include <fmt/format.h>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/data/public_sets.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct DataOptions {
  std::string set, folder;  // empty: all sets; nothing is checked
  Format format = Format::table;
};

std::string address_of(const PublicSet& set) {
  return fmt::format("{}/tree/{}{}{}", set.repository, set.commit, set.folder.empty() ? "" : "/", set.folder);
}

void print_all(Format format) {
  TableWriter table(format, {"set", "files", "holds", "licence"});
  for (const PublicSet& set : public_sets())
    table.row({std::string(set.name), std::int64_t{set.files}, std::string(set.holds), std::string(set.licence)});
  table.finish();
}

void print_one(const PublicSet& set, Format format) {
  TableWriter lines(format == Format::table ? Format::line : format,
                    {"set", "holds", "source", "address", "licence", "files", "digest", "use"});
  lines.row({std::string(set.name), std::string(set.holds), std::string(set.source), address_of(set),
             std::string(set.licence), std::int64_t{set.files}, std::string(set.tree), std::string(set.use)});
  lines.finish();
}

int run_data(const DataOptions& options) {
  if (options.set.empty()) {
    print_all(options.format);
    return k_success;
  }
  const PublicSet& set = public_set(options.set);
  if (options.folder.empty()) {
    print_one(set, options.format);
    return k_success;
  }
  check_set(set, options.folder);
  say("{} is the set {}: {} files, digest {}\n", options.folder, set.name, set.files, set.tree);
  return k_success;
}

std::vector<std::string_view> set_names() {
  std::vector<std::string_view> names;
  for (const PublicSet& set : public_sets()) names.push_back(set.name);
  return names;
}

}  // namespace

void setup_data(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<DataOptions>(app, "data", "Say where public sets are, and check a copy of one", run_data);
  command.add_option("set SET", options.set, "Show only this set, in full").offer(set_names());
  command.add_option("folder FOLDER", options.folder, "Copy of its folder that you fetched, to be checked");
  add_format(command, options.format);
}

}  // namespace palio
