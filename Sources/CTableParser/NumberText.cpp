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

/// A product of 192 bits.
struct Product {
    uint64_t high;
    uint64_t middle;
    uint64_t low;

    Product(const Power &power, uint64_t factor) {
        const unsigned __int128 below = static_cast<unsigned __int128>(power.low) * factor;
        const unsigned __int128 above = static_cast<unsigned __int128>(power.high) * factor + uint64_t(below >> 64);
        high = uint64_t(above >> 64);
        middle = uint64_t(above);
        low = uint64_t(below);
    }

    /// Adds the power of ten times two to this number.
    void add(const Power &power, int shift) {
        const unsigned __int128 below = (static_cast<unsigned __int128>(middle) << 64 | low);
        const unsigned __int128 moved = (static_cast<unsigned __int128>(power.high) << 64 | power.low);
        const unsigned __int128 sum = below + (moved << shift);
        high += (power.high >> (64 - shift)) + (sum < below);
        middle = uint64_t(sum >> 64);
        low = uint64_t(sum);
    }

    /// Subtracts the power of ten times two to this number.
    void subtract(const Power &power, int shift) {
        const unsigned __int128 below = (static_cast<unsigned __int128>(middle) << 64 | low);
        const unsigned __int128 moved = (static_cast<unsigned __int128>(power.high) << 64 | power.low);
        const unsigned __int128 rest = below - (moved << shift);
        high -= (power.high >> (64 - shift)) + (rest > below);
        middle = uint64_t(rest >> 64);
        low = uint64_t(rest);
    }

    /// The upper bits. The last bit is set if lower bits were dropped.
    uint64_t rounded_to_odd() const { return high | (middle > 1); }
};

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
    // The borders of the interval that reads as this number are half a step away, or a quarter below a power of two. The
    // products with them differ by a multiple of the power of ten.
    Product lower_product(power, (4 * c) << shift);
    Product upper_product = lower_product;
    const uint64_t value = lower_product.rounded_to_odd();
    lower_product.subtract(power, shift + 1 - is_lower_closer);
    upper_product.add(power, shift + 1);
    const uint64_t lower = lower_product.rounded_to_odd() + is_odd;
    const uint64_t upper = upper_product.rounded_to_odd() - is_odd;
    // Selections instead of branches, which random numbers mispredict.
    const uint64_t s = value / 4;
    const uint64_t tens = s / 10;
    const bool is_ten_above = 40 * tens + 40 <= upper;
    const bool is_shorter = s >= 10 && (lower <= 40 * tens) != is_ten_above;
    const bool is_above = 4 * s + 4 <= upper;
    const uint64_t middle = 4 * s + 2;
    const bool is_up = (lower <= 4 * s) != is_above ? is_above : value > middle || (value == middle && (s & 1));
    return {is_shorter ? tens + is_ten_above : s + is_up, k + is_shorter};
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

/// Writes eight digits, with leading zeros. A number is divided into halves, whose digits are computed side by side: two
/// halves of four digits, four of two digits, eight of one.
void write_eight(char *out, uint64_t value) {
    const uint64_t fours = value / 10000;
    const uint64_t two = fours | (value - fours * 10000) << 32;
    const uint64_t hundreds = (two * 10486 >> 20) & 0x0000007f0000007f;
    const uint64_t four = hundreds | (two - hundreds * 100) << 16;
    const uint64_t tens = (four * 103 >> 10) & 0x000f000f000f000f;
    uint64_t digits = (tens | (four - tens * 10) << 8) + 0x3030303030303030;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    digits = __builtin_bswap64(digits);
#endif
    std::memcpy(out, &digits, 8);
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
    write_eight(digits.bytes + 1, high % 100000000);
    write_eight(digits.bytes + 9, value % 100000000);
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
    *out = '-';
    out += std::signbit(value);
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
