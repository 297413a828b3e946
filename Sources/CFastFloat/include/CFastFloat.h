#ifndef SEXTANT_CFASTFLOAT_H
#define SEXTANT_CFASTFLOAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Parses one decimal number from [first, last) with fast_float: no leading white space, no locale.
/// Returns the first byte that does not belong to it; `first` itself when there is no number.
const char *sextant_parse_double(const char *first, const char *last, double *value);

/// As many bytes have to be readable from the first one of a padded text on.
#define SEXTANT_PADDING 32

/// The same for a text with a zero at `last`, in memory that has SEXTANT_PADDING bytes or more from `first` on: faster.
const char *sextant_parse_padded_double(const char *first, const char *last, double *value);

/// The longest text of a double, a sign, 17 digits, a point, and four zeros or an exponent, and some bytes more.
#define SEXTANT_LONGEST_DOUBLE 48

/// Writes a number as Swift's `description` does: the shortest digits that read back as the same number.
/// `start` has room for SEXTANT_LONGEST_DOUBLE bytes. Returns how many were written; no zero ends them.
size_t sextant_write_shortest_double(char *start, double value);

/// How rows of numbers are written, and where they go.
typedef struct {
    /// Between two fields: a byte that no number and no word such as nan can hold.
    char delimiter;
    char decimal_point;
    /// Whether a row may be plain that has a field without text.
    bool allows_empty;
    /// Whether such a field reads as NaN, where it is read as a number.
    bool empty_is_nan;
    size_t field_count;
    /// For each field the column that its number goes to; negative where it is not read as one.
    const int32_t *columns;
    /// For each field the place where its text is noted; negative where it is not. NULL where no text is noted.
    const int32_t *texts;
    size_t text_count;
    /// Column after column, each `stride` numbers long.
    double *cells;
    size_t stride;
    /// `text_count` pairs for each row: where a text starts and ends, counted from the first byte of all.
    uint32_t *bounds;
    /// The most rows that there is room for.
    size_t capacity;
} sextant_rows;

/// Parses rows from the front of [first, last) for as long as they are plain: one line each, with the right number of
/// fields, no quotation mark, and a number in each field that is read as one.
/// Returns how many there are; `rest` is the first byte behind them.
size_t sextant_parse_rows(const sextant_rows *rows, const char *first, const char *last, const char **rest);

#ifdef __cplusplus
}
#endif

#endif
