#include "CTableParser.h"
#include "ShortNumber.h"

#include <cmath>
#include <cstring>
#include <fast_float/fast_float.h>
#include <limits>

namespace {

struct Text {
    const char *start;
    const char *end;
};

bool is_space(char byte, char delimiter) { return (byte == ' ' || byte == '\t') && byte != delimiter; }

/// Parses the number at `first` and returns its end; null without a number in the range of a double.
const char *parse_number(const sextant_rows &rows, const char *first, const char *last, double *value) {
    if (const char *end = sextant::parse_short_number(first, last, rows.decimal_point, value)) return end;
    fast_float::parse_options options(fast_float::chars_format::general, rows.decimal_point);
    auto answer = fast_float::from_chars_advanced(first, last, *value, options);
    if (answer.ec == std::errc::invalid_argument) return nullptr;
    if (std::isfinite(*value)) return answer.ptr;
    // The value is not finite for a word such as inf, and infinite for a number that is too large.
    const char letter = *(*first == '-' ? first + 1 : first) | 0x20;
    return letter == 'n' || letter == 'i' ? answer.ptr : nullptr;
}

/// Parses a number after spaces and a plus sign, or an empty field.
const char *parse_unusual(const sextant_rows &rows, const char *first, const char *last, double *value) {
    while (first != last && is_space(*first, rows.delimiter)) first++;
    if (first == last) return nullptr;
    if (*first == rows.delimiter || *first == '\r' || *first == '\n') {
        *value = std::numeric_limits<double>::quiet_NaN();
        return rows.allows_empty && rows.empty_is_nan ? first : nullptr;
    }
    if (*first == '+') {
        first++;
        if (first == last || *first == '-') return nullptr;
    }
    return parse_number(rows, first, last, value);
}

/// Sets the high bit of each byte that equals `byte`. Bytes after the first match may have it set in error.
uint64_t matches(uint64_t bytes, char byte) {
    const uint64_t ones = 0x0101010101010101;
    const uint64_t difference = bytes ^ (ones * uint8_t(byte));
    return (difference - ones) & ~difference & (ones << 7);
}

/// The first byte at or after `first` that can end a field, found eight bytes at a time; `last` if there is no such
/// byte.
const char *find_end(const char *first, const char *last, char delimiter) {
    for (; last - first >= 8; first += 8) {
        uint64_t bytes;
        std::memcpy(&bytes, first, 8);
        const uint64_t found =
            matches(bytes, delimiter) | matches(bytes, '\n') | matches(bytes, '\r') | matches(bytes, '"');
        // All platforms of Swift are little-endian: the first byte is the lowest one.
        if (found) return first + __builtin_ctzll(found) / 8;
    }
    while (first != last && *first != delimiter && *first != '\n' && *first != '\r' && *first != '"') first++;
    return first;
}

/// The text without the spaces around it.
Text trimmed(const sextant_rows &rows, const char *start, const char *end) {
    while (start != end && is_space(*start, rows.delimiter)) start++;
    while (start != end && is_space(*(end - 1), rows.delimiter)) end--;
    return {start, end};
}

/// The end of the field at `first`; null if it has a quotation mark or is empty in a format without empty fields.
const char *skip_text(const sextant_rows &rows, const char *first, const char *last) {
    const char *end = find_end(first, last, rows.delimiter);
    if (end == last || *end == '"') return nullptr;
    if (rows.allows_empty) return end;
    const Text text = trimmed(rows, first, end);
    return text.start == text.end ? nullptr : end;
}

/// The first byte after the line end at `place`; null if there is no line end.
const char *skip_line_end(const char *place, const char *last) {
    if (place != last && *place == '\r') place++;
    return place != last && *place == '\n' ? place + 1 : nullptr;
}

/// Parses the row at `first` and returns the first byte after it; null if the row is not plain.
template <bool notes_texts>
const char *parse_row(const sextant_rows &rows, size_t row, const char *all, const char *first, const char *last) {
    const char *place = first;
    for (size_t field = 0; field < rows.field_count; field++) {
        const int32_t column = rows.columns[field];
        const char *end;
        if (column >= 0) {
            double *cell = rows.cells + size_t(column) * rows.stride + row;
            end = parse_number(rows, place, last, cell);
            if (!end) end = parse_unusual(rows, place, last, cell);
        } else {
            end = skip_text(rows, place, last);
        }
        if (!end) return nullptr;
        while (end != last && is_space(*end, rows.delimiter)) end++;
        if (end == last) return nullptr;
        if (notes_texts && rows.texts[field] >= 0) {
            const Text text = trimmed(rows, place, end);
            uint32_t *bounds = rows.bounds + 2 * (row * rows.text_count + size_t(rows.texts[field]));
            bounds[0] = uint32_t(text.start - all);
            bounds[1] = uint32_t(text.end - all);
        }
        if (field + 1 == rows.field_count) return skip_line_end(end, last);
        if (*end != rows.delimiter) return nullptr;
        place = end + 1;
    }
    return nullptr;
}

template <bool notes_texts>
size_t parse_rows(const sextant_rows &rows, const char *first, const char *last, const char **next) {
    size_t row = 0;
    *next = first;
    while (row < rows.capacity && *next != last) {
        const char *end = parse_row<notes_texts>(rows, row, first, *next, last);
        if (!end) break;
        *next = end;
        row++;
    }
    return row;
}

} // namespace

size_t sextant_parse_rows(const sextant_rows *rows, const char *first, const char *last, const char **next) {
    return rows->texts ? parse_rows<true>(*rows, first, last, next) : parse_rows<false>(*rows, first, last, next);
}
