#include "CFastFloat.h"

#include <fast_float/fast_float.h>

const char *sextant_parse_double(const char *first, const char *last, double *value) {
    auto answer = fast_float::from_chars(first, last, *value);
    return answer.ec == std::errc::invalid_argument ? first : answer.ptr;
}
