#include "CTableParser.h"
#include "ShortNumber.h"

#include <fast_float/fast_float.h>

const char *sextant_parse_double(const char *first, const char *last, double *value) {
    auto answer = fast_float::from_chars(first, last, *value);
    return answer.ec == std::errc::invalid_argument ? first : answer.ptr;
}

const char *sextant_parse_padded_double(const char *first, const char *last, double *value) {
    const char *end = sextant::parse_short_number(first, first + SEXTANT_PADDING, '.', value);
    return end ? end : sextant_parse_double(first, last, value);
}
