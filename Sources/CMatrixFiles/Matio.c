#include "PlainCopy.h"

#include "Element.h"

#include <stdlib.h>
#include <string.h>

#if __has_include(<matio.h>)
#include <dlfcn.h>
#include <matio.h>

static struct {
    mat_t *(*open)(const char *, int);
    int (*close)(mat_t *);
    matvar_t *(*read_info)(mat_t *, const char *);
    matvar_t *(*next_info)(mat_t *);
    matvar_t *(*read)(mat_t *, const char *);
    int (*read_values)(mat_t *, matvar_t *);
    void (*free)(matvar_t *);
    unsigned (*field_count)(const matvar_t *);
    char *const *(*field_names)(const matvar_t *);
} matio;

static const char *const library_names[] = {
#ifdef __APPLE__
    "libmatio.dylib", "/opt/homebrew/lib/libmatio.dylib", "/usr/local/lib/libmatio.dylib",
#else
    "libmatio.so.11", "libmatio.so.13", "libmatio.so.12", "libmatio.so",
#endif
};

const char *load_matio(void) {
    static void *library;
    if (library == NULL) library = open_library(library_names, sizeof library_names / sizeof *library_names);
    if (library == NULL) return dlerror();
    *(void **)&matio.open = dlsym(library, "Mat_Open");
    *(void **)&matio.close = dlsym(library, "Mat_Close");
    *(void **)&matio.read_info = dlsym(library, "Mat_VarReadInfo");
    *(void **)&matio.next_info = dlsym(library, "Mat_VarReadNextInfo");
    *(void **)&matio.read = dlsym(library, "Mat_VarRead");
    *(void **)&matio.read_values = dlsym(library, "Mat_VarReadDataAll");
    *(void **)&matio.free = dlsym(library, "Mat_VarFree");
    *(void **)&matio.field_count = dlsym(library, "Mat_VarGetNumberOfFields");
    *(void **)&matio.field_names = dlsym(library, "Mat_VarGetStructFieldnames");
    int is_whole = matio.open && matio.close && matio.read_info && matio.next_info && matio.read
                   && matio.read_values && matio.free && matio.field_count && matio.field_names;
    return is_whole ? NULL : "it lacks a function";
}

static uint64_t element_count(const matvar_t *variable) {
    uint64_t count = 1;
    for (int i = 0; i < variable->rank; i++) {
        uint64_t length = variable->dims[i];
        if (length != 0 && count > UINT64_MAX / 16 / length) return UINT64_MAX / 16;
        count *= length;
    }
    return count;
}

static int is_number(const matvar_t *variable) {
    switch (variable->class_type) {
    case MAT_C_DOUBLE: case MAT_C_SINGLE: case MAT_C_INT8: case MAT_C_UINT8: case MAT_C_INT16: case MAT_C_UINT16:
    case MAT_C_INT32: case MAT_C_UINT32: case MAT_C_INT64: case MAT_C_UINT64:
        return !variable->isComplex;
    default: return 0;
    }
}

static int is_integer(const matvar_t *variable) {
    return variable->class_type == MAT_C_INT64 || variable->class_type == MAT_C_UINT64;
}

/* Refuses a size that the file cannot contain, before memory is asked for. */
static void check_size(struct request *request, const matvar_t *variable, const char *name) {
    if (variable->rank < 0 || variable->rank > MAXIMUM_RANK) fail(request, "more than 8 dimensions", name);
    if (variable->rank > 0 && variable->dims == NULL) fail(request, "no dimensions", name);
    if (element_count(variable) * 8 > request->number_bytes) {
        fail(request, "more numbers than a file of this size can contain", name);
    }
}

#define CONVERT(TYPE)                                                                                                  \
    for (uint64_t i = 0; i < count; i++) {                                                                             \
        if (is_whole) {                                                                                                \
            ((int64_t *)values)[i] = (int64_t)((const TYPE *)variable->data)[i];                                       \
        } else {                                                                                                       \
            ((double *)values)[i] = (double)((const TYPE *)variable->data)[i];                                         \
        }                                                                                                              \
    }                                                                                                                  \
    break

/* The numbers of a variable as 8 bytes each: its own where they are so, or a copy; NULL without values. 64-bit integers
 * remain integers. */
static void *converted(const matvar_t *variable, uint64_t count) {
    if (variable->data == NULL || count == 0 || variable->nbytes / count != (size_t)variable->data_size) return NULL;
    int is_whole = is_integer(variable);
    if (variable->data_type == MAT_T_DOUBLE && !is_whole) return variable->data;
    void *values = malloc(count * 8);
    if (values == NULL) return NULL;
    switch (variable->data_type) {
    case MAT_T_DOUBLE: CONVERT(double);
    case MAT_T_SINGLE: CONVERT(float);
    case MAT_T_INT8: CONVERT(int8_t);
    case MAT_T_UINT8: CONVERT(uint8_t);
    case MAT_T_INT16: CONVERT(int16_t);
    case MAT_T_UINT16: CONVERT(uint16_t);
    case MAT_T_INT32: CONVERT(int32_t);
    case MAT_T_UINT32: CONVERT(uint32_t);
    case MAT_T_INT64: CONVERT(int64_t);
    case MAT_T_UINT64: CONVERT(uint64_t);
    default:
        free(values);
        return NULL;
    }
    return values;
}

/* The characters of a text; those beyond ASCII become question marks. */
static char *characters(const matvar_t *variable, uint64_t count) {
    if (variable->data == NULL || variable->nbytes < count || count == 0) return NULL;
    size_t width = variable->nbytes / count;
    char *text = malloc(count);
    if (text == NULL) return NULL;
    for (uint64_t i = 0; i < count; i++) {
        unsigned code = width == 1   ? ((const uint8_t *)variable->data)[i]
                        : width == 2 ? ((const uint16_t *)variable->data)[i]
                                     : '?';
        text[i] = code >= 0x20 && code < 0x7F ? (char)code : '?';
    }
    return text;
}

static void write_leaf(struct request *request, matvar_t *variable, const char *name) {
    uint64_t dimensions[MAXIMUM_RANK] = {0}, count = element_count(variable);
    for (int i = 0; i < variable->rank; i++) dimensions[i] = variable->dims[i];
    enum sextant_matrix_content content = SEXTANT_MATRIX_OTHER;
    void *values = NULL;
    if (request->numbers != NULL) {
        if (!is_number(variable) || is_integer(variable) || count != request->numbers->number_count) {
            fail(request, "a damaged variable", name);
        }
        write_head(request, name, SEXTANT_MATRIX_DOUBLES, variable->rank, dimensions, count);
        return write_numbers(request->numbers);
    }
    int is_list = request->names == NULL, wanted = is_wanted(request, name, count);
    if (is_number(variable)) {
        content = is_integer(variable) ? SEXTANT_MATRIX_INTEGERS : SEXTANT_MATRIX_DOUBLES;
        /* A list has fewer values where some cannot be read: reading them again is an error. */
        if (wanted && is_list && matio.read_values(request->matio_file, variable) != 0) wanted = 0;
        if (wanted) values = converted(variable, count);
        if (wanted && !is_list && values == NULL && count > 0) fail(request, "numbers of an unknown type", name);
    } else if (variable->class_type == MAT_C_CHAR) {
        content = SEXTANT_MATRIX_TEXT;
        if (wanted) values = characters(variable, count);
    }
    write_record(request, name, content, variable->rank, dimensions, count, values);
    if (values != variable->data) free(values);
}

static void write_variable(struct request *request, matvar_t *variable, const char *name, int depth) {
    if (depth > MAXIMUM_DEPTH) fail(request, "structures nested more than 32 deep", NULL);
    check_size(request, variable, name);
    if (variable->class_type != MAT_C_STRUCT) return write_leaf(request, variable, name);
    unsigned field_count = matio.field_count(variable);
    char *const *fields = matio.field_names(variable);
    uint64_t elements = element_count(variable);
    if (field_count > MAXIMUM_VARIABLES || elements > MAXIMUM_VARIABLES) fail(request, "too many fields", name);
    for (uint64_t element = 0; element < elements; element++) {
        for (unsigned field = 0; field < field_count; field++) {
            if (fields == NULL || variable->data == NULL) continue;
            matvar_t *member = ((matvar_t **)variable->data)[element * field_count + field];
            if (member == NULL || fields[field] == NULL) continue;
            char path[MAXIMUM_NAME];
            int length = elements == 1
                             ? snprintf(path, sizeof path, "%s.%s", name, fields[field])
                             : snprintf(
                                   path, sizeof path, "%s(%llu).%s", name, (unsigned long long)element + 1, fields[field]
                               );
            if (length < 0 || (size_t)length >= sizeof path) fail(request, "a name of more than 1,023 bytes", NULL);
            write_variable(request, member, path, depth + 1);
        }
    }
}

/* The elements of a variable with those of its fields. */
static uint64_t total_count(struct request *request, matvar_t *variable, int depth) {
    if (depth > MAXIMUM_DEPTH) fail(request, "structures nested more than 32 deep", NULL);
    uint64_t count = element_count(variable);
    if (variable->class_type != MAT_C_STRUCT || variable->data == NULL) return count;
    uint64_t members = count * matio.field_count(variable), total = count;
    if (members > MAXIMUM_VARIABLES) fail(request, "too many fields", variable->name);
    for (uint64_t i = 0; i < members; i++) {
        matvar_t *member = ((matvar_t **)variable->data)[i];
        if (member != NULL) total += total_count(request, member, depth + 1);
    }
    return total;
}

static void list(struct request *request, mat_t *file, int expected) {
    matvar_t *variable;
    int listed = 0;
    while ((variable = matio.next_info(file)) != NULL) {
        const char *name = variable->name == NULL ? "" : variable->name;
        char kept[MAXIMUM_NAME];
        if (snprintf(kept, sizeof kept, "%s", name) >= (int)sizeof kept) fail(request, "a long name", NULL);
        if (variable->rank < 0 || variable->rank > MAXIMUM_RANK) fail(request, "more than 8 dimensions", kept);
        write_variable(request, variable, kept, 0);
        matio.free(variable);
        listed++;
    }
    /* Objects have a part without a name, which is no variable. */
    if (listed < expected - 1 || (listed == 0 && expected > 0)) fail(request, "a damaged variable", NULL);
}

static void read_values(struct request *request, mat_t *file, const char *name) {
    matvar_t *info = matio.read_info(file, name);
    if (info == NULL) fail(request, "the variable cannot be read", name);
    if (total_count(request, info, 0) * 8 > request->number_bytes) {
        fail(request, "more numbers than a file of this size can contain", name);
    }
    if (request->numbers != NULL) write_variable(request, info, name, 0);
    matio.free(info);
    if (request->numbers != NULL) return;
    matvar_t *variable = matio.read(file, name);
    if (variable == NULL) fail(request, "the variable cannot be read", name);
    write_variable(request, variable, name, 0);
    matio.free(variable);
}

/* Reads the variables that contain the requested ones, which may be parts of one. */
static void read_requested(struct request *request, mat_t *file) {
    for (size_t i = 0; i < request->name_count; i++) {
        char top[MAXIMUM_NAME];
        size_t length = strcspn(request->names[i], ".(");
        if (length >= sizeof top) fail(request, "a long name", NULL);
        memcpy(top, request->names[i], length);
        top[length] = 0;
        int is_repeated = 0;
        for (size_t j = 0; j < i && !is_repeated; j++) {
            is_repeated = strncmp(request->names[j], top, length) == 0 && strcspn(request->names[j], ".(") == length;
        }
        if (!is_repeated) read_values(request, file, top);
    }
}

static void read_file(struct request *request, const char *path, const char *name, int expected) {
    mat_t *file = matio.open(path, MAT_ACC_RDONLY);
    if (file == NULL) fail(request, "it is not a MATLAB file, or is damaged", NULL);
    request->matio_file = file;
    if (request->names == NULL) {
        list(request, file, expected);
    } else if (name != NULL) {
        read_values(request, file, name);
    } else {
        read_requested(request, file);
    }
    matio.close(file);
}

void read_matio(struct request *request) { read_plain(request, read_file); }

#else

const char *load_matio(void) { return "headers"; }
void read_matio(struct request *request) { fail(request, "headers", NULL); }

#endif
