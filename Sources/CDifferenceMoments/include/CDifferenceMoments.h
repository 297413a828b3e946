#ifndef SEXTANT_CDIFFERENCEMOMENTS_H
#define SEXTANT_CDIFFERENCEMOMENTS_H

#include <stddef.h>

/// The number of readable numbers after the last quaternion of each column and after the last weight. They are finite.
#define SEXTANT_MOMENTS_PADDING 3

/// The columns of quaternions, scalar first.
struct sextant_quaternion_columns {
    const double *w;
    const double *x;
    const double *y;
    const double *z;
};

/// Sums over the products of the components of differences: the upper triangle, row by row.
struct sextant_moments {
    /// The sums of the products.
    double all[10];
    /// The sums of weight times product.
    double weighted[10];
};

/// The moments of the differences d = estimate ⊗ reference* of `count` pairs of quaternions, with the weight of each.
///
/// Four pairs are added at a time, on every processor in the same order: the sums are the same.
struct sextant_moments sextant_difference_moments(
    struct sextant_quaternion_columns estimate,
    struct sextant_quaternion_columns reference,
    const double *weights,
    size_t count
);

#endif
