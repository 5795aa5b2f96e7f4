#pragma once

#include "strategies/lp/lp_solver.h"

/// What libpalio_clp.so is asked for; the caller owns the solver.
extern "C" palio::LpSolver* palio_new_clp_solver(const palio::LpMatrix& matrix);
