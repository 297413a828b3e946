#include "Element.h"

#include <string.h>

/* The bytes of numbers that are passed on at once, which remain in the processor's cache. */
#define STEP_BYTES (1 << 17)
/* The flag of a matrix with imaginary numbers. */
#define COMPLEX_FLAG 0x800

uint32_t word(const unsigned char *bytes, int is_little) {
    return is_little ? bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24
                     : bytes[3] | bytes[2] << 8 | bytes[1] << 16 | (uint32_t)bytes[0] << 24;
}

struct tag parse_tag(const unsigned char *bytes, int is_little) {
    uint32_t first = word(bytes, is_little), second = word(bytes + 4, is_little);
    if (first >> 16 != 0) return (struct tag){first & 0xFFFF, first >> 16, 4, 8};
    uint64_t padded = first == COMPRESSED || first == MATRIX ? second : ((uint64_t)second + 7) / 8 * 8;
    return (struct tag){first, second, 8, 8 + padded};
}

int element_class(const struct element *element) {
    if (element->head_length < 24 || word(element->head, element->is_little) != MATRIX) return -1;
    return word(element->head + 16, element->is_little) & 0xFF;
}

/* The tag at a place in the head of an element; of no length if it is not whole. */
static struct tag head_tag(const struct element *element, uint64_t place) {
    if (place + 8 > element->head_length) return (struct tag){0};
    return parse_tag(element->head + place, element->is_little);
}

void element_name(const struct element *element, char *name) {
    name[0] = 0;
    if (element_class(element) < 0) return;
    uint64_t place = 24 + head_tag(element, 24).whole;
    struct tag tag = head_tag(element, place);
    if (tag.length >= MAXIMUM_NAME || place + tag.start + tag.length > element->head_length) return;
    memcpy(name, element->head + place + tag.start, tag.length);
    name[tag.length] = 0;
}

uint64_t inflate_bytes(struct element *element, unsigned char *bytes, uint64_t count) {
    uint64_t done = 0;
    int result = Z_OK;
    while (result == Z_OK && done < count) {
        uInt step = count - done > 1 << 30 ? 1 << 30 : (uInt)(count - done);
        element->stream.next_out = bytes + done;
        element->stream.avail_out = step;
        result = inflate(&element->stream, Z_NO_FLUSH);
        done += step - element->stream.avail_out;
    }
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
        fail(element->request, "damaged values", NULL);
    }
    return done;
}

/* The product of the dimensions of a matrix; 0 beyond 32 bits, which no file contains, and for an unusual head. */
static uint64_t find_count(const struct element *element) {
    struct tag flags = head_tag(element, 8), dimensions = head_tag(element, 24);
    int is_usual = flags.type == UINT32S && flags.whole == 16 && dimensions.type == INT32S && dimensions.start == 8;
    if (!is_usual || 32 + dimensions.length > element->head_length) return 0;
    uint64_t count = 1;
    for (uint32_t place = 0; place + 4 <= dimensions.length; place += 4) {
        count *= word(element->head + 32 + place, element->is_little);
        if (count > UINT32_MAX) return 0;
    }
    return count;
}

/* The bytes of a number of a type; 0 for any other type. */
static uint32_t number_bytes(uint32_t type) {
    static const unsigned char bytes[] = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8};
    return type < sizeof bytes ? bytes[type] : 0;
}

/* Checks that a matrix contains as many numbers as its dimensions say, because the library would leave the others
 * undefined. Finds those of a compressed matrix that have the form of the answer. */
static void check_numbers(struct element *element) {
    int matrix_class = element_class(element);
    if (matrix_class < DOUBLE_MATRIX || matrix_class > LAST_NUMERIC) return;
    uint64_t count = find_count(element);
    /* The flags, the dimensions, the name and the numbers. */
    uint64_t place = 24 + head_tag(element, 24).whole;
    struct tag name = head_tag(element, place);
    place += name.whole;
    if (name.whole == 0 || place + 8 > element->head_length) return;
    struct tag numbers = head_tag(element, place);
    place += numbers.start;
    uint32_t bytes = number_bytes(numbers.type);
    if (count > 0 && (bytes == 0 || numbers.length / bytes < count || place + bytes * count > element->length)) {
        fail(element->request, "fewer numbers than its dimensions say", NULL);
    }
    const uint16_t one = 1;
    int is_native = element->is_little == *(const unsigned char *)&one;
    int is_complex = (word(element->head + 16, element->is_little) & COMPLEX_FLAG) != 0;
    if (!element->is_compressed || !is_native || is_complex || matrix_class != DOUBLE_MATRIX) return;
    if (numbers.type != DOUBLES || numbers.start != 8) return;
    if (numbers.length != 8 * count || place + numbers.length != element->length) return;
    element->numbers_start = place;
    element->number_count = count;
}

void open_element(
    struct request *request,
    const unsigned char *bytes,
    struct tag tag,
    int is_little,
    struct element *element
) {
    *element = (struct element){
        .request = request, .is_little = is_little, .bytes = bytes, .length = tag.whole
    };
    element->is_compressed = tag.type == COMPRESSED;
    if (!element->is_compressed) {
        element->head_length = tag.whole < HEAD_BYTES ? tag.whole : HEAD_BYTES;
        memcpy(element->head, element->bytes, element->head_length);
        check_numbers(element);
        return;
    }
    element->stream.next_in = (unsigned char *)element->bytes + 8;
    element->stream.avail_in = tag.length;
    if (inflateInit(&element->stream) != Z_OK) fail(request, "no memory", NULL);
    element->head_length = inflate_bytes(element, element->head, HEAD_BYTES);
    if (element->head_length < 8) fail(request, "a damaged variable", NULL);
    struct tag plain = parse_tag(element->head, is_little);
    if (plain.type != MATRIX) fail(request, "a damaged variable", NULL);
    if (plain.whole > (uint64_t)tag.length * MAXIMUM_EXPANSION) {
        fail(request, "more numbers than a file of this size can contain", NULL);
    }
    element->length = plain.whole;
    if (element->head_length > plain.whole) element->head_length = plain.whole;
    check_numbers(element);
}

void close_element(struct element *element) {
    if (element->is_compressed) inflateEnd(&element->stream);
}

void check_end(struct element *element) {
    unsigned char extra;
    if (element->is_compressed && inflate_bytes(element, &extra, 1) != 0) {
        fail(element->request, "damaged values", NULL);
    }
}

void write_numbers(struct element *element) {
    static unsigned char bytes[STEP_BYTES];
    FILE *answer = element->request->answer;
    uint64_t count = 8 * element->number_count, done = element->head_length - element->numbers_start;
    fwrite(element->head + element->numbers_start, 1, done, answer);
    while (done < count) {
        uint64_t step = count - done < STEP_BYTES ? count - done : STEP_BYTES;
        if (inflate_bytes(element, bytes, step) != step) fail(element->request, "a damaged variable", NULL);
        fwrite(bytes, 1, step, answer);
        done += step;
    }
    if (ferror(answer)) fail(element->request, "no space for the values", NULL);
    check_end(element);
}
