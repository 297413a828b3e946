#include "CTableParser.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fast_float/fast_float.h>

namespace {

/// The number digits · 10^exponent.
struct Decimal {
    uint64_t digits;
    int exponent;
};

struct Power {
    uint64_t high;
    uint64_t low;
};

/// The 128 leading bits of 10^k, rounded up. The table of fast_float truncates them, except for 5^-27 to 5^-1.
Power power_of_ten(int k) {
    using powers = fast_float::powers_template<void>;
    const uint64_t *words = powers::power_of_five_128 + 2 * (k - powers::smallest_power_of_five);
    Power power{words[0], words[1]};
    const bool is_rounded = k >= -27 && k <= 55;
    if (!is_rounded && ++power.low == 0) power.high++;
    return power;
}

/// The upper bits of the product. The last bit is set if lower bits were dropped.
uint64_t round_to_odd(const Power &power, uint64_t factor) {
    const unsigned __int128 low = static_cast<unsigned __int128>(power.low) * factor;
    const unsigned __int128 sum = static_cast<unsigned __int128>(power.high) * factor + uint64_t(low >> 64);
    return uint64_t(sum >> 64) | (uint64_t(sum) > 1);
}

/// The shortest decimal that reads back as this number, and the closest of several such decimals, by the algorithm of
/// R. Giulietti, The Schubfach way to render doubles, 2020. The number must be positive and finite, and must not be an
/// integer below 2^53.
Decimal shortest(uint64_t bits) {
    const uint64_t fraction = bits & ((uint64_t(1) << 52) - 1);
    const int field = int(bits >> 52);
    const uint64_t c = field ? fraction | uint64_t(1) << 52 : fraction;
    const int q = (field ? field : 1) - 1075;
    const bool is_odd = c & 1;
    const bool is_lower_closer = fraction == 0 && field > 1;
    const int k = (q * 1262611 - (is_lower_closer ? 524031 : 0)) >> 22;
    const int shift = q + ((-k * 1741647) >> 19) + 1;
    const Power power = power_of_ten(-k);
    const uint64_t lower = round_to_odd(power, (4 * c - 2 + is_lower_closer) << shift) + is_odd;
    const uint64_t value = round_to_odd(power, (4 * c) << shift);
    const uint64_t upper = round_to_odd(power, (4 * c + 2) << shift) - is_odd;
    const uint64_t s = value / 4;
    if (s >= 10) {
        const uint64_t tens = s / 10;
        const bool is_below = lower <= 40 * tens;
        const bool is_above = 40 * tens + 40 <= upper;
        if (is_below != is_above) return {tens + is_above, k + 1};
    }
    const bool is_below = lower <= 4 * s;
    const bool is_above = 4 * s + 4 <= upper;
    if (is_below != is_above) return {s + is_above, k};
    const uint64_t middle = 4 * s + 2;
    return {s + (value > middle || (value == middle && (s & 1))), k};
}

/// The shortest decimal for numbers that are too small for the table of fast_float.
Decimal shortest_of_tiny(double magnitude) {
    char text[32];
    const char *end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific).ptr;
    Decimal decimal{0, 0};
    const char *place = text;
    int decimals = 0;
    bool is_after_point = false;
    for (; *place != 'e'; place++) {
        if (*place == '.') {
            is_after_point = true;
        } else {
            decimal.digits = 10 * decimal.digits + uint64_t(*place - '0');
            decimals += is_after_point;
        }
    }
    // The exponent of such a number is negative.
    for (place += 2; place != end; place++) decimal.exponent = 10 * decimal.exponent + (*place - '0');
    decimal.exponent = -decimal.exponent - decimals;
    return decimal;
}

const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
                     "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
                     "9899";

void write_pair(char *out, uint32_t value) { std::memcpy(out, pairs + 2 * value, 2); }

/// Writes eight digits, with leading zeros.
void write_eight(char *out, uint32_t value) {
    const uint32_t high = value / 10000, low = value % 10000;
    write_pair(out, high / 100);
    write_pair(out + 2, high % 100);
    write_pair(out + 4, low / 100);
    write_pair(out + 6, low % 100);
}

/// Digits in a buffer that is longer than they are, so that a fixed number of bytes can be copied.
struct Digits {
    char bytes[48];
    const char *first;
    int count;
};

/// The number of decimal digits of an integer below 10^17; 1 for 0. Without a branch, which random numbers mispredict.
int digit_count(uint64_t value) {
    static const uint64_t powers[] = {
        0,         10,         100,         1000,         10000,         100000,         1000000,         10000000,
        100000000, 1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000,
        1000000000000000, 10000000000000000, 100000000000000000,
    };
    // 1233/4096 is a little more than log10(2).
    const int estimate = ((64 - __builtin_clzll(value | 1)) * 1233) >> 12;
    return estimate + (value >= powers[estimate]);
}

/// Writes the digits of an integer below 10^17 without leading zeros.
void write_digits(Digits &digits, uint64_t value) {
    const uint64_t high = value / 100000000;
    digits.bytes[0] = char('0' + high / 100000000);
    write_eight(digits.bytes + 1, uint32_t(high % 100000000));
    write_eight(digits.bytes + 9, uint32_t(value % 100000000));
    digits.count = digit_count(value);
    digits.first = digits.bytes + 17 - digits.count;
}

/// Appends digits. It copies 17 bytes in any case, which is faster than a copy of variable length.
char *append_digits(char *out, const char *digits, int count) {
    std::memcpy(out, digits, 17);
    return out + count;
}

char *append(char *out, const char *bytes, int count) {
    std::memcpy(out, bytes, size_t(count));
    return out + count;
}

char *append_zeros(char *out, int count) {
    std::memset(out, '0', size_t(count));
    return out + count;
}

/// Appends d.ddde±xx, without a point if there is one digit. `power` is the power of ten of the first digit.
char *append_scientific(char *out, const char *digits, int count, int power) {
    *out++ = digits[0];
    if (count > 1) {
        *out++ = '.';
        out = append_digits(out, digits + 1, count - 1);
    }
    *out++ = 'e';
    *out++ = power < 0 ? '-' : '+';
    const int size = power < 0 ? -power : power;
    if (size >= 100) *out++ = char('0' + size / 100);
    *out++ = char('0' + size / 10 % 10);
    *out++ = char('0' + size % 10);
    return out;
}

/// Appends a decimal number with at least one digit on both sides of the point.
char *append_decimal(char *out, const char *digits, int count, int power) {
    if (power < 0) {
        out = append_zeros(append(out, "0.", 2), -power - 1);
        return append_digits(out, digits, count);
    }
    const int whole = power + 1;
    if (count <= whole) {
        out = append_zeros(append_digits(out, digits, count), whole - count);
        return append(out, ".0", 2);
    }
    out = append_digits(out, digits, whole);
    *out++ = '.';
    return append_digits(out, digits + whole, count - whole);
}

} // namespace

size_t sextant_write_shortest_double(char *start, double value) {
    char *out = start;
    if (std::isnan(value)) return size_t(append(out, "nan", 3) - start);
    if (std::signbit(value)) *out++ = '-';
    const double magnitude = std::fabs(value);
    if (std::isinf(magnitude)) return size_t(append(out, "inf", 3) - start);
    Digits digits;
    if (magnitude <= 0x1p53 && magnitude == double(uint64_t(magnitude))) {
        write_digits(digits, uint64_t(magnitude));
        out = append_digits(out, digits.first, digits.count);
        return size_t(append(out, ".0", 2) - start);
    }
    uint64_t bits;
    std::memcpy(&bits, &magnitude, sizeof bits);
    const Decimal decimal = magnitude < 1e-280 ? shortest_of_tiny(magnitude) : shortest(bits);
    write_digits(digits, decimal.digits);
    int count = digits.count;
    const int power = decimal.exponent + count - 1;
    while (count > 1 && digits.first[count - 1] == '0') count--;
    // Above 2^53, not every integer is a double.
    const bool is_scientific = power < -4 || magnitude > 0x1p53;
    out = is_scientific ? append_scientific(out, digits.first, count, power)
                        : append_decimal(out, digits.first, count, power);
    return size_t(out - start);
}
