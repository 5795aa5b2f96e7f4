// The worker with the fluid engine.
#include "runners/engines/fluid/engine.h"
#include "runners/worker/worker_loop.h"

int main(int argc, char** argv) { return palio::worker_main(argc, argv, palio::with_fluid()); }
