#pragma once

namespace palio {

// Functions of the C library may differ in the last bit from machine to machine; what is drawn must not. These use
// additions, multiplications and divisions alone, in a fixed order, and so give the same bits wherever doubles are
// IEEE.

/// e^x within 1e-15, relatively, for |x| <= 700.
double portable_exp(double x);

/// Natural logarithm of a positive number that is not subnormal, within 1e-15 (relatively where it exceeds 1).
double portable_log(double x);

}  // namespace palio
