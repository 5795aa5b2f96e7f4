#include "tests/end_to_end/cluster/slurm.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"

namespace palio::test {
namespace {

constexpr int k_nodes = 4;
constexpr std::chrono::milliseconds k_look{50};

// Numbers of ports that nobody has just now.
std::vector<int> free_ports(int count) {
  std::vector<int> sockets, ports;
  for (int i = 0; i < count; ++i) {
    sockets.push_back(socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    socklen_t size = sizeof address;
    (void)bind(sockets.back(), reinterpret_cast<const sockaddr*>(&address), size);
    getsockname(sockets.back(), reinterpret_cast<sockaddr*>(&address), &size);
    ports.push_back(ntohs(address.sin_port));
  }
  for (const int one : sockets) close(one);
  return ports;
}

std::string host() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

void end_descendants(pid_t process) {
  for (const pid_t child : children_of(process)) {
    end_descendants(child);
    kill(child, SIGKILL);
  }
}

}  // namespace

Daemon::Daemon(std::vector<std::string> command, const std::string& log) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  pid_ = fork();
  if (pid_ != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  execvp(words.front(), words.data());
  _exit(127);
}

Daemon::~Daemon() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

Slurm::Slurm() {
  if (getuid() != 0) {
    obstacle_ = "Slurm's daemons are started by root only";
    return;
  }
  for (const char* program : {"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel"})
    if (std::system(fmt::format("command -v {} >/dev/null 2>&1", program).c_str()) != 0) {
      obstacle_ = fmt::format("there is no {}: packages.txt names what is needed", program);
      return;
    }
  adopt_orphans();  // steps of jobs are nobody's children
  configure();
  setenv("SLURM_CONF", folder_.file("slurm.conf").c_str(), 1);
  munge_ = std::make_unique<Daemon>(
      std::vector<std::string>{"munged", "--foreground", "--force", "--key-file=" + folder_.file("munge/key"),
                               "--socket=" + folder_.file("munge/socket"), "--pid-file=" + folder_.file("munge/pid"),
                               "--log-file=" + folder_.file("munge/log"), "--seed-file=" + folder_.file("munge/seed")},
      folder_.file("munge/out"));
  wait_until([&] { return std::filesystem::exists(folder_.file("munge/socket")); });
  controller_ = std::make_unique<Daemon>(std::vector<std::string>{"slurmctld", "-D"}, folder_.file("slurmctld.out"));
  for (int node = 1; node <= k_nodes; ++node) start_node(node);
  if (!wait_until([&] { return run("sinfo --noheader -o '%D %T'") == fmt::format("{} idle\n", k_nodes); }))
    obstacle_ = "Slurm does not start: " + content(folder_.file("slurmctld.out")) + content(folder_.file("munge/out"));
}

// The steps of jobs have come to this process by now.
Slurm::~Slurm() {
  nodes_.clear();
  controller_.reset();
  munge_.reset();
  end_descendants(getpid());
  processes_left();
  unsetenv("SLURM_CONF");
}

void Slurm::configure() const {
  for (const char* name : {"munge", "state"}) std::filesystem::create_directory(folder_.file(name));
  std::filesystem::permissions(folder_.file("munge"), std::filesystem::perms(0711));
  std::random_device random;
  std::string key;
  for (int i = 0; i < 128; ++i) key += static_cast<char>(random());
  folder_.write("munge/key", key);
  std::filesystem::permissions(folder_.file("munge/key"), std::filesystem::perms(0400));
  const std::vector<int> ports = free_ports(1 + k_nodes);
  std::string text =
      fmt::format(R"(ClusterName=palio
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
AuthType=auth/munge
AuthInfo=socket={folder}munge/socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}state
SlurmdSpoolDir={folder}spool.%n
SlurmctldPidFile={folder}slurmctld.pid
SlurmdPidFile={folder}slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SchedulerType=sched/builtin
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
SlurmdTimeout=300
MessageTimeout=100
ReturnToService=2
KillWait=300
)",
                  fmt::arg("host", host()), fmt::arg("port", ports.front()), fmt::arg("folder", folder_.file("")));
  for (int node = 1; node <= k_nodes; ++node)
    text += fmt::format("NodeName=n{} NodeHostname={} NodeAddr=127.0.0.1 Port={} CPUs=2 RealMemory=1000\n", node,
                        host(), ports.at(static_cast<std::size_t>(node)));
  text += "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n";
  folder_.write("slurm.conf", text);
}

std::string Slurm::run(const std::string& command) const {
  std::string text;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

std::string Slurm::state(const std::string& job) const {
  std::string text = run(fmt::format("squeue --noheader --states=all --jobs={} --format=%T 2>/dev/null", job));
  return text.substr(0, text.find('\n'));
}

bool Slurm::wait_until(const std::function<bool()>& holds) const {
  for (int looks = 0; looks < 2400; ++looks) {
    if (holds()) return true;
    std::this_thread::sleep_for(k_look);
  }
  return false;
}

bool Slurm::wait_for_end(const std::string& job) const {
  return wait_until([&] {
    const std::string waiting = "PENDING,RUNNING,CONFIGURING,COMPLETING,SUSPENDED";
    return run(fmt::format("squeue --noheader --states={} --jobs={}", waiting, job)).empty();
  });
}

void Slurm::lose_node(int number) { nodes_.erase(number); }

void Slurm::start_node(int number) {
  nodes_[number] = std::make_unique<Daemon>(std::vector<std::string>{"slurmd", "-D", "-N", fmt::format("n{}", number)},
                                            folder_.file(fmt::format("slurmd{}.out", number)));
}

}  // namespace palio::test
