#include "Records.h"

#include <stdlib.h>
#include <string.h>

/* Debian has the headers of the serial library in a folder of its own. */
#if __has_include(<hdf5/serial/hdf5.h>)
#include <hdf5/serial/hdf5.h>
#define HAS_HDF5 1
#elif __has_include(<hdf5.h>)
#include <hdf5.h>
#define HAS_HDF5 1
#endif

#ifdef HAS_HDF5
#include <dlfcn.h>

static struct {
    herr_t (*initialise)(void);
    hid_t (*open_file)(const char *, unsigned, hid_t);
    hid_t (*open_object)(hid_t, const char *, hid_t);
    herr_t (*close_object)(hid_t);
    H5I_type_t (*kind)(hid_t);
    herr_t (*group_info)(hid_t, H5G_info_t *);
    ssize_t (*link_name)(hid_t, const char *, H5_index_t, H5_iter_order_t, hsize_t, char *, size_t, hid_t);
    herr_t (*link_info)(hid_t, const char *, void *, hid_t);
    hid_t (*dataset_space)(hid_t);
    hid_t (*dataset_type)(hid_t);
    herr_t (*read_dataset)(hid_t, hid_t, hid_t, hid_t, hid_t, void *);
    int (*rank)(hid_t);
    int (*lengths)(hid_t, hsize_t *, hsize_t *);
    herr_t (*close_space)(hid_t);
    H5T_class_t (*type_class)(hid_t);
    size_t (*type_size)(hid_t);
    herr_t (*close_type)(hid_t);
    int (*attribute_count)(hid_t);
    hid_t (*open_attribute)(hid_t, const char *, H5_index_t, H5_iter_order_t, hsize_t, hid_t, hid_t);
    ssize_t (*attribute_name)(hid_t, size_t, char *);
    hid_t (*attribute_space)(hid_t);
    hid_t (*attribute_type)(hid_t);
    herr_t (*read_attribute)(hid_t, hid_t, void *);
    herr_t (*close_attribute)(hid_t);
    herr_t (*silence)(hid_t, void *, void *);
    hid_t *native_double, *native_integer;
} hdf5;

static const char *const library_names[] = {
#ifdef __APPLE__
    "libhdf5.dylib", "/opt/homebrew/lib/libhdf5.dylib", "/usr/local/lib/libhdf5.dylib",
#else
    "libhdf5_serial.so.103", "libhdf5_serial.so.310", "libhdf5_serial.so", "libhdf5.so",
#endif
};

/* The functions by the names that the library exports. */
static const struct {
    const char *name;
    void **place;
} symbols[] = {
    {"H5open", (void **)&hdf5.initialise},
    {"H5Fopen", (void **)&hdf5.open_file},
    {"H5Oopen", (void **)&hdf5.open_object},
    {"H5Oclose", (void **)&hdf5.close_object},
    {"H5Iget_type", (void **)&hdf5.kind},
    {"H5Gget_info", (void **)&hdf5.group_info},
    {"H5Lget_name_by_idx", (void **)&hdf5.link_name},
    {"H5Dget_space", (void **)&hdf5.dataset_space},
    {"H5Dget_type", (void **)&hdf5.dataset_type},
    {"H5Dread", (void **)&hdf5.read_dataset},
    {"H5Sget_simple_extent_ndims", (void **)&hdf5.rank},
    {"H5Sget_simple_extent_dims", (void **)&hdf5.lengths},
    {"H5Sclose", (void **)&hdf5.close_space},
    {"H5Tget_class", (void **)&hdf5.type_class},
    {"H5Tget_size", (void **)&hdf5.type_size},
    {"H5Tclose", (void **)&hdf5.close_type},
    {"H5Aget_num_attrs", (void **)&hdf5.attribute_count},
    {"H5Aopen_by_idx", (void **)&hdf5.open_attribute},
    {"H5Aget_name", (void **)&hdf5.attribute_name},
    {"H5Aget_space", (void **)&hdf5.attribute_space},
    {"H5Aget_type", (void **)&hdf5.attribute_type},
    {"H5Aread", (void **)&hdf5.read_attribute},
    {"H5Aclose", (void **)&hdf5.close_attribute},
    {"H5Eset_auto2", (void **)&hdf5.silence},
    {"H5T_NATIVE_DOUBLE_g", (void **)&hdf5.native_double},
    {"H5T_NATIVE_LLONG_g", (void **)&hdf5.native_integer},
};

const char *load_hdf5(void) {
    static void *library;
    if (library == NULL) library = open_library(library_names, sizeof library_names / sizeof *library_names);
    if (library == NULL) return dlerror();
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        *symbols[i].place = dlsym(library, symbols[i].name);
        if (*symbols[i].place == NULL) return "it lacks a function";
    }
    /* The function has had two names; both results begin with the kind of the link. */
    *(void **)&hdf5.link_info = dlsym(library, "H5Lget_info1");
    if (hdf5.link_info == NULL) *(void **)&hdf5.link_info = dlsym(library, "H5Lget_info");
    return hdf5.link_info == NULL ? "it lacks a function" : NULL;
}

/* H5F_ACC_RDONLY, whose macro calls the library. */
#define READ_ONLY 0u

/* A dataset or an attribute. */
struct item {
    hid_t id;
    int is_attribute;
};

static void write_item(struct request *request, struct item item, const char *name) {
    hid_t space = item.is_attribute ? hdf5.attribute_space(item.id) : hdf5.dataset_space(item.id);
    hid_t type = item.is_attribute ? hdf5.attribute_type(item.id) : hdf5.dataset_type(item.id);
    if (space < 0 || type < 0) fail(request, "a damaged variable", name);
    int rank = hdf5.rank(space);
    if (rank < 0 || rank > MAXIMUM_RANK) fail(request, "more than 8 dimensions", name);
    hsize_t lengths[MAXIMUM_RANK] = {0};
    if (rank > 0 && hdf5.lengths(space, lengths, NULL) < 0) fail(request, "a damaged variable", name);
    uint64_t dimensions[MAXIMUM_RANK] = {0}, count = 1;
    for (int i = 0; i < rank; i++) {
        dimensions[i] = lengths[i];
        if (lengths[i] != 0 && count > UINT64_MAX / 16 / lengths[i]) fail(request, "too many numbers", name);
        count *= lengths[i];
    }
    H5T_class_t type_class = hdf5.type_class(type);
    enum sextant_matrix_content content = SEXTANT_MATRIX_OTHER;
    int is_wide = hdf5.type_size(type) == 8;
    if (type_class == H5T_FLOAT || type_class == H5T_ENUM) content = SEXTANT_MATRIX_DOUBLES;
    if (type_class == H5T_INTEGER) content = is_wide ? SEXTANT_MATRIX_INTEGERS : SEXTANT_MATRIX_DOUBLES;
    if (type_class == H5T_STRING) content = SEXTANT_MATRIX_TEXT;
    void *values = NULL;
    int is_number = content == SEXTANT_MATRIX_DOUBLES || content == SEXTANT_MATRIX_INTEGERS;
    if (is_number && count > 0 && is_wanted(request, name, count)) {
        /* A fill value may represent values that the file does not contain, so its size does not limit them. */
        values = count > SIZE_MAX / 8 ? NULL : malloc(count * 8);
        if (values == NULL) fail(request, "more numbers than there is memory for", name);
        hid_t native = content == SEXTANT_MATRIX_INTEGERS ? *hdf5.native_integer : *hdf5.native_double;
        herr_t result = item.is_attribute ? hdf5.read_attribute(item.id, native, values)
                                          : hdf5.read_dataset(item.id, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        if (result < 0) fail(request, "damaged values", name);
    }
    write_record(request, name, content, rank, dimensions, count, values);
    free(values);
    hdf5.close_space(space);
    hdf5.close_type(type);
}

static void write_attributes(struct request *request, hid_t object, const char *name) {
    int count = hdf5.attribute_count(object);
    for (int i = 0; i < count; i++) {
        hid_t attribute = hdf5.open_attribute(object, ".", H5_INDEX_NAME, H5_ITER_INC, (hsize_t)i, H5P_DEFAULT, H5P_DEFAULT);
        if (attribute < 0) continue;
        char own[MAXIMUM_NAME], path[2 * MAXIMUM_NAME];
        if (hdf5.attribute_name(attribute, sizeof own, own) < (ssize_t)sizeof own) {
            snprintf(path, sizeof path, "%s@%s", name, own);
            write_item(request, (struct item){attribute, 1}, path);
        }
        hdf5.close_attribute(attribute);
    }
}

static void write_group(struct request *request, hid_t group, const char *name, int depth) {
    if (depth > MAXIMUM_DEPTH) fail(request, "groups nested more than 32 deep", NULL);
    H5G_info_t info;
    if (hdf5.group_info(group, &info) < 0) fail(request, "a damaged group", name);
    for (hsize_t i = 0; i < info.nlinks; i++) {
        char own[MAXIMUM_NAME], path[MAXIMUM_NAME];
        ssize_t length =
            hdf5.link_name(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, own, sizeof own, H5P_DEFAULT);
        if (length < 0 || length >= (ssize_t)sizeof own) fail(request, "a damaged name in a group", name);
        int used = snprintf(path, sizeof path, "%s%s%s", name, name[0] == 0 ? "" : "/", own);
        if (used < 0 || (size_t)used >= sizeof path) fail(request, "a name of more than 1,023 bytes", NULL);
        /* Other links may lead to other files, or back. */
        union {
            H5L_type_t type;
            char space[256];
        } link;
        if (hdf5.link_info(group, own, &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD) continue;
        hid_t object = hdf5.open_object(group, own, H5P_DEFAULT);
        if (object < 0) fail(request, "a damaged variable", path);
        switch (hdf5.kind(object)) {
        case H5I_GROUP:
            write_group(request, object, path, depth + 1);
            break;
        case H5I_DATASET:
            write_item(request, (struct item){object, 0}, path);
            write_attributes(request, object, path);
            break;
        default: break;
        }
        hdf5.close_object(object);
    }
    write_attributes(request, group, name);
}

void read_hdf5(struct request *request) {
    hdf5.initialise();
    hdf5.silence(H5E_DEFAULT, NULL, NULL);
    allow_one_file();
    hid_t file = hdf5.open_file(request->path, READ_ONLY, H5P_DEFAULT);
    if (file < 0) fail(request, "it is not an HDF5 file, or is damaged", NULL);
    hid_t root = hdf5.open_object(file, "/", H5P_DEFAULT);
    if (root < 0) fail(request, "it has no variables", NULL);
    write_group(request, root, "", 0);
}

#else

const char *load_hdf5(void) { return "headers"; }
void read_hdf5(struct request *request) { fail(request, "headers", NULL); }

#endif
