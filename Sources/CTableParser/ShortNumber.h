#ifndef SEXTANT_SHORTNUMBER_H
#define SEXTANT_SHORTNUMBER_H

#include "CTableParser.h"

#include <cstdint>
#include <cstring>

namespace sextant {

/// The digits at the start of eight bytes.
struct Digits {
    uint64_t value;
    int count;
};

inline Digits read_digits(const char *first) {
    uint64_t bytes;
    std::memcpy(&bytes, first, 8);
    bytes ^= 0x3030303030303030;
    // The high bit of each byte that is not a digit. All platforms of Swift are little-endian.
    const uint64_t others = ((bytes + 0x7676767676767676) | bytes) & 0x8080808080808080;
    if (others & 0x80) return {0, 0};
    const int count = others ? __builtin_ctzll(others) / 8 : 8;
    // Leading zeros fill the digits up to eight. Then pairs, groups of four, and all digits are combined.
    bytes <<= 64 - 8 * count;
    bytes = (bytes * 10) + (bytes >> 8);
    const uint64_t fours = 0x000000FF000000FF;
    bytes = ((bytes & fours) * (100 + (1000000ull << 32)) + ((bytes >> 16) & fours) * (1 + (10000ull << 32))) >> 32;
    return {bytes, count};
}

/// Parses a decimal number without an exponent and with at most 15 digits, eight digits at a time.
///
/// One division then yields the nearest double (Clinger 1990, doi:10.1145/93548.93557). Most numbers in sensor
/// recordings have this form.
///
/// Returns the end of the number; null for any other text, and if fewer than SEXTANT_PADDING bytes precede `last`.
inline const char *parse_short_number(const char *first, const char *last, char decimal_point, double *value) {
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    static const uint64_t whole_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    // A sign, seven digits, a point, eight digits, and another eight bytes that are inspected.
    static_assert(SEXTANT_PADDING >= 1 + 7 + 1 + 8 + 8);
    if (last - first < SEXTANT_PADDING) return nullptr;
    const bool is_negative = *first == '-';
    const char *place = first + is_negative;
    const Digits whole = read_digits(place);
    // More digits may follow eight digits.
    if (whole.count == 0 || whole.count == 8) return nullptr;
    place += whole.count;
    uint64_t digits = whole.value;
    int decimals = 0;
    if (*place == decimal_point) {
        const Digits fraction = read_digits(place + 1);
        place += 1 + fraction.count;
        decimals = fraction.count;
        digits = digits * whole_powers[fraction.count] + fraction.value;
        if (fraction.count == 8) {
            const Digits more = read_digits(place);
            place += more.count;
            decimals += more.count;
            if (whole.count + decimals > 15) return nullptr;
            digits = digits * whole_powers[more.count] + more.value;
        }
    }
    if ((*place | 0x20) == 'e') return nullptr;
    // Both operands are exact: 15 digits are less than 2^53, and the power of ten is a double.
    const double size = double(digits) / powers[decimals];
    *value = is_negative ? -size : size;
    return place;
}

} // namespace sextant

#endif
