#ifndef SEXTANT_CPLAINSCAN_H
#define SEXTANT_CPLAINSCAN_H

#ifdef __cplusplus
extern "C" {
#endif

/// Goes through a CSV file with a header line and numbers below it, and converts each with fast_float: the least that
/// reading can cost. Nothing is kept, and the file has to be whole. Returns the sum of the numbers; NaN where it fails.
double sextant_plain_scan(const char *path);

#ifdef __cplusplus
}
#endif

#endif
