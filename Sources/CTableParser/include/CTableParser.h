#ifndef SEXTANT_CTABLEPARSER_H
#define SEXTANT_CTABLEPARSER_H

/// The fast parser for rows of numbers in delimited text, and the conversion between numbers and text.
///
/// Numbers are converted with fast_float, and short ones by one division. Both yield the nearest double. The rows that
/// this parser accepts are a subset of those that libcsv accepts; see the page "Two parsers for delimited text".

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Parses one decimal number from [first, last) with fast_float, without leading white space and in any locale.
/// Returns the first byte after the number, or `first` if the text does not start with one.
const char *sextant_parse_double(const char *first, const char *last, double *value);

/// The number of readable bytes from the start of a padded text on.
#define SEXTANT_PADDING 32

/// Does the same for a text with a zero byte at `last` and at least SEXTANT_PADDING readable bytes from `first` on.
/// This is faster.
const char *sextant_parse_padded_double(const char *first, const char *last, double *value);

/// The buffer size for any double: a sign, 17 digits, a point, four zeros or an exponent, and spare bytes.
#define SEXTANT_LONGEST_DOUBLE 48

/// Writes a number as `description` in Swift does: the shortest digits that read back as the same number.
/// `start` has at least SEXTANT_LONGEST_DOUBLE bytes. Returns the number of written bytes, without a zero byte.
size_t sextant_write_shortest_double(char *start, double value);

/// The format of rows of numbers, and the memory for their values.
typedef struct {
    /// The byte between two fields. It must not be part of a number or of a word such as nan.
    char delimiter;
    char decimal_point;
    /// Whether a plain row may have empty fields.
    bool allows_empty;
    /// Whether an empty field in a selected column is NaN. Otherwise its row is not plain.
    bool empty_is_nan;
    size_t field_count;
    /// For each field, the column to which its number is written; negative if it is not parsed as a number.
    const int32_t *columns;
    /// For each field, the index of its text in `bounds`; negative if its bounds are not stored. NULL to store none.
    const int32_t *texts;
    size_t text_count;
    /// The values in column-major order. A column is `stride` numbers long.
    double *cells;
    size_t stride;
    /// For each row, `text_count` pairs with the start and end of a text, counted from the first byte of all rows.
    uint32_t *bounds;
    /// The maximum number of rows.
    size_t capacity;
} sextant_rows;

/// Parses the plain rows at the start of [first, last). A plain row is one line with the correct number of fields,
/// without quotation marks, and with a number in each selected field.
/// Returns the number of rows. `next` is the first byte after them.
size_t sextant_parse_rows(const sextant_rows *rows, const char *first, const char *last, const char **next);

#ifdef __cplusplus
}
#endif

#endif
