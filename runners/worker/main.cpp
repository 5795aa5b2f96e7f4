#include "runners/worker/worker_loop.h"

int main() { return palio::serve_standard_streams(); }
