// What `./dev run` needs for a first answer: the program is built before the other commands are.
#include <array>

#include "campaign/cli/commands.h"

int main(int argc, char** argv) {
  return palio::run_program(argc, argv, std::array{palio::setup_study_run, palio::setup_query});
}
