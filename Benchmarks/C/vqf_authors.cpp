// The VQF of its authors over a whole trial, as a reference for the cost of Sextant's. Requires their source, which
// `make bench-peers` downloads from PyPI: Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014.
#include <cstddef>

#include "vqf.hpp"

extern "C" void vqf_authors(
    size_t count, double interval, const double *acceleration, const double *rate, const double *field,
    double *orientations
) {
    VQF estimator(interval);
    for (size_t i = 0; i < count; i++) {
        estimator.update(rate + 3 * i, acceleration + 3 * i, field + 3 * i);
        estimator.getQuat9D(orientations + 4 * i);
    }
}
