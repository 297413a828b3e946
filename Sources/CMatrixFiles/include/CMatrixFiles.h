#ifndef SEXTANT_CMATRIXFILES_H
#define SEXTANT_CMATRIXFILES_H

#include <stddef.h>
#include <stdint.h>

/// The library that reads a kind of file.
enum sextant_matrix_library {
    SEXTANT_MATIO,
    SEXTANT_HDF5,
};

/// The content of a variable.
enum sextant_matrix_content {
    SEXTANT_MATRIX_DOUBLES,
    SEXTANT_MATRIX_INTEGERS,
    SEXTANT_MATRIX_TEXT,
    /// A type that cannot be read as numbers, such as a cell array or complex numbers.
    SEXTANT_MATRIX_OTHER,
};

/// One variable in a list of variables. The name follows, without a terminating zero, padded to 8 bytes; then the
/// numbers, 8 bytes each, or the characters, padded to 8 bytes.
struct sextant_matrix_record {
    /// SEXTANT_MATRIX_MAGIC.
    uint32_t magic;
    uint32_t content;
    uint32_t name_length;
    uint32_t rank;
    uint64_t dimensions[8];
    /// The count of numbers or characters that follow: 0 for values that were not requested.
    uint64_t count;
};

#define SEXTANT_MATRIX_MAGIC 0x53583031u

/// Loads the library. Returns NULL, or the reason why it cannot be used: that of the loader, or "headers" where Sextant
/// was compiled without its headers.
const char *sextant_matrix_load(enum sextant_matrix_library library);

/// Reads a file in a child process, so that a fault of the library on a damaged file does not end this process.
///
/// The child has at most `milliseconds` of processor time and `bytes` of memory in addition to that at its start.
///
/// - Parameters:
///   - names: the variables with values to read; NULL for a list of all variables, with the values of those with up to 16
///     numbers.
///   - name_count: the number of names.
///   - message: a buffer for the reason of a failure.
/// - Returns: a descriptor of an open file with the records, to be closed by the caller; -1 for a failure.
int sextant_matrix_read(
    enum sextant_matrix_library library,
    const char *path,
    const char *const *names,
    size_t name_count,
    unsigned milliseconds,
    uint64_t bytes,
    char *message,
    size_t message_size
);

#endif
