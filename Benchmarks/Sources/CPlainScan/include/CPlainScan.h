#ifndef SEXTANT_CPLAINSCAN_H
#define SEXTANT_CPLAINSCAN_H

#ifdef __cplusplus
extern "C" {
#endif

/// Converts every number of a CSV file with a header line with fast_float, as a lower bound for the cost of reading.
/// The last line of the file must be complete. Returns the sum of the numbers, or NaN on failure.
double sextant_plain_scan(const char *path);

#ifdef __cplusplus
}
#endif

#endif
