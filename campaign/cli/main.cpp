#include "campaign/cli/commands.h"

int main(int argc, char** argv) { return palio::run_program(argc, argv, palio::all_commands()); }
