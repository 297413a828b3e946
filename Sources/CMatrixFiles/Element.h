#ifndef SEXTANT_MATRIX_ELEMENT_H
#define SEXTANT_MATRIX_ELEMENT_H

#include <zlib.h>

#include "Records.h"

/// The bytes of a variable that are always read: more than its class, dimensions and name have.
#define HEAD_BYTES 4096
/// Deflate expands each byte to at most this number.
#define MAXIMUM_EXPANSION 1032

/// Types of elements in version 5.
enum { INT32S = 5, UINT32S = 6, DOUBLES = 9, MATRIX = 14, COMPRESSED = 15 };
/// Classes of matrices in version 5.
enum { CELL = 1, STRUCTURE = 2, OBJECT = 3, DOUBLE_MATRIX = 6, LAST_NUMERIC = 15, FUNCTION = 16 };

/// The tag of an element. Elements of up to 4 bytes may be in the tag itself.
struct tag {
    uint32_t type, length;
    /// The offset of the content, and the bytes of the whole element.
    uint32_t start;
    uint64_t whole;
};

/// A variable in a `.mat` of version 5.
struct element {
    struct request *request;
    int is_little;
    const unsigned char *bytes;
    int is_compressed;
    /// The length without compression, with the tag.
    uint64_t length;
    unsigned char head[HEAD_BYTES];
    size_t head_length;
    /// The numbers of a compressed matrix in the form of the answer: their place in the element, and their count; 0 for
    /// any other variable.
    uint64_t numbers_start, number_count;
    z_stream stream;
};

uint32_t word(const unsigned char *bytes, int is_little);
struct tag parse_tag(const unsigned char *bytes, int is_little);

/// Reads the first bytes of the element at a place.
void open_element(
    struct request *request,
    const unsigned char *bytes,
    struct tag tag,
    int is_little,
    struct element *element
);
void close_element(struct element *element);

/// Reads up to `count` more bytes of an element. Returns fewer at its end.
uint64_t inflate_bytes(struct element *element, unsigned char *bytes, uint64_t count);

/// The class of a matrix; -1 for any other element.
int element_class(const struct element *element);

/// The name of a matrix; empty without one.
void element_name(const struct element *element, char *name);

/// Writes the numbers of an element to the answer.
void write_numbers(struct element *element);

/// Checks that nothing follows the last byte of a compressed element, and its checksum.
void check_end(struct element *element);

#endif
