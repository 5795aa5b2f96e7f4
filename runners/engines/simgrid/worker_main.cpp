// The worker with SimGrid.
#include "runners/engines/simgrid/engine.h"
#include "runners/worker/worker_loop.h"

int main(int argc, char** argv) { return palio::worker_main(argc, argv, palio::with_simgrid()); }
