#include "tests/end_to_end/support/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "storage/read/campaign_reader.h"

namespace palio::test {
namespace {

std::string worker_link(const std::string& folder) { return folder + "/palio-worker"; }

int decoded(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

}  // namespace

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Program::Program(const std::string& folder, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& launcher) {
  static std::atomic<int> number = 0;
  const int own = ++number;
  out_ = fmt::format("{}/out{}", folder, own);
  err_ = fmt::format("{}/err{}", folder, own);
  // Workers are started by a name in the test's folder, so that the test knows its own.
  const std::string worker = worker_link(folder);
  if (!std::filesystem::exists(std::filesystem::symlink_status(worker)))
    std::filesystem::create_symlink(PALIO_WORKER_PATH, worker);
  std::vector<std::string> environment{"PALIO_WORKER=" + worker};
  if (std::filesystem::exists(worker + "-fluid")) environment.push_back("PALIO_WORKER_FLUID=" + worker + "-fluid");
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  std::vector<char*> variables;
  for (std::string& text : environment) variables.push_back(text.data());
  variables.push_back(nullptr);

  std::vector<std::string> texts = launcher;
  texts.emplace_back(PALIO_PATH);
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> values;
  for (std::string& text : texts) values.push_back(text.data());
  values.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err_.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
  const int error = posix_spawnp(&pid_, texts.front().c_str(), &actions, nullptr, values.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  // There is no process to signal: to kill -1 would be to kill all that there are.
  if (error != 0) throw std::system_error(error, std::generic_category(), texts.front());
}

Program::~Program() {
  if (reaped_) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Program::signal(int number) const {
  if (!reaped_) kill(pid_, number);
}

std::string Program::printed() const { return content(out_); }
std::string Program::said() const { return content(err_); }

bool Program::running() {
  if (!reaped_ && waitpid(pid_, &status_, WNOHANG) == pid_) reaped_ = true;
  return !reaped_;
}

Finished Program::wait() {
  if (!reaped_) waitpid(pid_, &status_, 0);
  reaped_ = true;
  return {decoded(status_), content(out_), content(err_)};
}

Finished palio(const std::string& folder, const std::vector<std::string>& arguments,
               const std::vector<std::string>& launcher) {
  return Program(folder, arguments, launcher).wait();
}

std::string results(const std::string& database) {
  std::string metrics;
  for (const MetricInfo& info : metric_table()) metrics += fmt::format(", {}", info.name);
  std::string lines;
  CampaignReader(database).query(
      "SELECT scenario, outcome" + metrics + " FROM results ORDER BY scenario", [](const auto&) {},
      [&](const std::vector<SqlValue>& row) {
        for (const SqlValue& value : row) {
          if (const auto* text = std::get_if<std::string>(&value)) lines += *text;
          if (const auto* real = std::get_if<double>(&value)) lines += fmt::format("{:a}", *real);
          if (const auto* whole = std::get_if<std::int64_t>(&value)) lines += fmt::format("{}", *whole);
          lines += ' ';
        }
        lines += '\n';
      });
  return lines;
}

std::int64_t count(const std::string& database, const std::string& sql) {
  std::int64_t found = -1;
  CampaignReader(database).query(
      sql, [](const auto&) {}, [&](const auto& row) { found = std::get<std::int64_t>(row.front()); });
  return found;
}

int worker_processes(const std::string& folder) {
  const std::string link = worker_link(folder);
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    try {
      if (content(entry.path().string() + "/cmdline").find(link) != std::string::npos) ++found;
    } catch (const std::ios_base::failure&) {  // it ended while it was read
    }
  }
  return found;
}

}  // namespace palio::test
