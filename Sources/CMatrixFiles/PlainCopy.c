#define _GNU_SOURCE

#include "PlainCopy.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Element.h"

/* The bytes before the first variable. */
#define FILE_HEAD 128
/* The most bytes of double precision that a byte without compression becomes. */
#define PLAIN_EXPANSION 8

/* A file that is copied. */
struct copy {
    struct request *request;
    const unsigned char *bytes;
    uint64_t count;
    int is_little;
    /* The copy and its length, and a part of it in memory. */
    int descriptor;
    uint64_t length;
    unsigned char *map;
    uint64_t map_start, map_length;
};

/* Refuses deep nesting before the library follows it, which takes it a time that grows with the square of the depth. */
static void check_nesting(struct copy *copy, const unsigned char *bytes, uint64_t count, int depth) {
    if (depth > MAXIMUM_DEPTH) fail(copy->request, "structures nested more than 32 deep", NULL);
    int matrix_class = -1;
    for (uint64_t place = 0; count - place >= 8;) {
        struct tag tag = parse_tag(bytes + place, copy->is_little);
        if (tag.whole > count - place) return;
        if (matrix_class < 0) {
            if (tag.whole < 16) return;
            matrix_class = word(bytes + place + 8, copy->is_little) & 0xFF;
            int is_nesting = matrix_class >= CELL && matrix_class <= OBJECT;
            if (!is_nesting && matrix_class != FUNCTION) return;
        } else if (tag.type == MATRIX) {
            check_nesting(copy, bytes + place + tag.start, tag.whole - tag.start, depth + 1);
        }
        place += tag.whole;
    }
}

static int is_requested(const struct request *request, const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < request->name_count; i++) {
        const char *wanted = request->names[i];
        if (strcspn(wanted, ".(") == length && memcmp(wanted, name, length) == 0) return 1;
    }
    return request->names == NULL;
}

/* A part of the copy in memory. It remains valid until the next call. */
static unsigned char *mapped(struct copy *copy, uint64_t start, uint64_t count) {
    uint64_t skipped = start % (uint64_t)sysconf(_SC_PAGESIZE), first = start - skipped;
    if (copy->map == NULL || first != copy->map_start || skipped + count > copy->map_length) {
        if (copy->map != NULL) munmap(copy->map, copy->map_length);
        copy->map_start = first;
        copy->map_length = skipped + count;
        void *map = mmap(NULL, copy->map_length, PROT_READ | PROT_WRITE, MAP_SHARED, copy->descriptor, (off_t)first);
        if (map == MAP_FAILED) fail(copy->request, "more numbers than there is memory for", NULL);
        copy->map = map;
    }
    return copy->map + skipped;
}

/* Appends an element to the copy: all of it, or its first bytes. The remainder then consists of zeros without space. */
static void append(struct copy *copy, struct element *element, int is_whole) {
    struct request *request = copy->request;
    uint64_t start = copy->length, needed = is_whole ? element->length : element->head_length;
    copy->length += element->length;
    /* The answer contains all of a requested variable. */
    uint64_t used = request->names == NULL ? needed : element->length;
    if (used > request->memory) fail(request, "more numbers than there is memory for", NULL);
    if (ftruncate(copy->descriptor, (off_t)copy->length) != 0) fail(request, "no space for the values", NULL);
    unsigned char *bytes = mapped(copy, start, needed);
    memcpy(bytes, element->head, element->head_length);
    uint64_t more = needed - element->head_length;
    if (!element->is_compressed) {
        memcpy(bytes + element->head_length, element->bytes + element->head_length, more);
    } else if (more > 0 && inflate_bytes(element, bytes + element->head_length, more) != more) {
        fail(request, "a damaged variable", NULL);
    }
    if (is_whole) check_end(element);
    if (is_whole && element->length >= 8) check_nesting(copy, bytes + 8, element->length - 8, 0);
}

/* Whether all of an element is copied: a list needs only the beginnings of numbers. */
static int is_whole(const struct copy *copy, const struct element *element) {
    int matrix_class = element_class(element);
    int contains_others = (matrix_class >= CELL && matrix_class <= OBJECT) || matrix_class == FUNCTION;
    return copy->request->names != NULL || contains_others || element->length <= HEAD_BYTES;
}

/* Whether the numbers of an element go from zlib to the answer. The library then reads only the head. */
static int is_passed_on(const struct request *request, const struct element *element, const char *name) {
    return request->names != NULL && element->number_count > 0 && is_wanted(request, name, element->number_count);
}

/* The element at a place, which must not go beyond the end of the file: the library would read those before it and
 * report nothing. */
static struct tag tag_at(struct copy *copy, uint64_t place) {
    if (copy->count - place < 8) fail(copy->request, "it ends within a variable", NULL);
    struct tag tag = parse_tag(copy->bytes + place, copy->is_little);
    if (tag.whole > copy->count - place) fail(copy->request, "it ends within a variable", NULL);
    return tag;
}

static void open_file(struct copy *copy) {
    struct request *request = copy->request;
    int file = open(request->path, O_RDONLY | O_CLOEXEC);
    if (file < 0) fail(request, "it cannot be opened", NULL);
    copy->count = request->file_bytes;
    if (copy->count < FILE_HEAD) fail(request, "it ends within its head", NULL);
    copy->bytes = mmap(NULL, copy->count, PROT_READ, MAP_PRIVATE, file, 0);
    if (copy->bytes == MAP_FAILED) fail(request, "it is larger than the memory", NULL);
    close(file);
    copy->is_little = copy->bytes[126] == 'I';
}

/* Checks the variables. Returns whether one is compressed. */
static int check_variables(struct copy *copy, int *count) {
    int has_compressed = 0;
    for (uint64_t place = FILE_HEAD; place < copy->count;) {
        struct tag tag = tag_at(copy, place);
        if (tag.type == COMPRESSED) has_compressed = 1;
        if (tag.type == MATRIX) {
            struct element element;
            open_element(copy->request, copy->bytes + place, tag, copy->is_little, &element);
            check_nesting(copy, copy->bytes + place + 8, tag.whole - 8, 0);
        }
        if (++*count > MAXIMUM_VARIABLES) fail(copy->request, "more than 20,000 variables", NULL);
        place += tag.whole;
    }
    return has_compressed;
}

/* Copies all variables for a list, or each wanted one in the place of the one before. */
static void copy_variables(struct copy *copy, plain_reader *read, int count) {
    struct request *request = copy->request;
    copy->descriptor = unnamed_descriptor();
    if (copy->descriptor < 0 || write(copy->descriptor, copy->bytes, FILE_HEAD) != FILE_HEAD) {
        fail(request, "no space for the values", NULL);
    }
    char path[32], name[MAXIMUM_NAME];
    snprintf(path, sizeof path, "/dev/fd/%d", copy->descriptor);
    copy->length = FILE_HEAD;
    for (uint64_t place = FILE_HEAD; place < copy->count;) {
        struct tag tag = tag_at(copy, place);
        struct element element;
        open_element(request, copy->bytes + place, tag, copy->is_little, &element);
        element_name(&element, name);
        if (is_requested(request, name)) {
            int is_direct = is_passed_on(request, &element, name);
            append(copy, &element, !is_direct && is_whole(copy, &element));
            request->number_bytes = copy->length * PLAIN_EXPANSION;
            request->numbers = is_direct ? &element : NULL;
            if (request->names != NULL) {
                read(request, path, name, count);
                copy->length = FILE_HEAD;
            }
        }
        close_element(&element);
        place += tag.whole;
    }
    if (request->names == NULL) read(request, path, NULL, count);
}

void read_plain(struct request *request, plain_reader *read) {
    struct copy copy = {.request = request, .descriptor = -1};
    open_file(&copy);
    int count = -1, has_compressed = 0;
    request->number_bytes = request->file_bytes * MAXIMUM_EXPANSION * PLAIN_EXPANSION;
    if (copy.bytes[copy.is_little ? 125 : 124] == 1) {
        count = 0;
        has_compressed = check_variables(&copy, &count);
    }
    if (has_compressed) return copy_variables(&copy, read, count);
    if (count >= 0) request->number_bytes = request->file_bytes * PLAIN_EXPANSION;
    /* Version 7.3 is HDF5. */
    if (count < 0) allow_one_file();
    read(request, request->path, NULL, count);
}
