#ifndef SEXTANT_CFASTFLOAT_H
#define SEXTANT_CFASTFLOAT_H

#ifdef __cplusplus
extern "C" {
#endif

/// Parses one decimal number from [first, last) with fast_float: no leading white space, no locale.
/// Returns the first byte that does not belong to it; `first` itself when there is no number.
const char *sextant_parse_double(const char *first, const char *last, double *value);

#ifdef __cplusplus
}
#endif

#endif
